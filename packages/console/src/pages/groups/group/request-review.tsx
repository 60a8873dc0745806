// The dialog that requests a review of a group before its next regular one.
import { api } from '../../../api/client.ts';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import { checkOf } from '../../../components/body-check.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { reasonOf } from '../../reason-of.ts';
import { changes } from '../../../messages/changes.ts';
import { reviews as texts } from '../../../messages/reviews.ts';
import { useMessages } from '../../../messages/use-messages.ts';

export function RequestReview({
  teamId,
  of,
  close,
}: {
  teamId: string;
  of: string;
  close: () => void;
}) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const form = useForm({
    initial: { reason: '' },
    check: (values) => checkOf('post', '/teams/{teamId}/reviews', reasonOf(values)),
    send: (values) =>
      api.post('/teams/{teamId}/reviews', { path: { teamId }, body: reasonOf(values) }),
    done: close,
    finished: ({ reviewId }) => ({
      title: told('reviewRequested', { name: of }),
      link: { to: `/reviews/${reviewId}`, label: told('openReview') },
    }),
    settled: useInvalidation(['reviews'], ['tasks'], ['to-do'], ['group', teamId]),
  });
  return (
    <FormDialog
      title={t('requestTitle', { group: of })}
      submit={t('request')}
      {...form}
      close={close}
    >
      <p>{t('requestNote')}</p>
      <TextField label={t('reason')} {...form.field('reason')} autoFocus />
    </FormDialog>
  );
}
