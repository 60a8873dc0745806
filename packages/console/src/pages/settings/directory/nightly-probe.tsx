// When the service probes the connection by itself, and with which people.
import { api } from '../../../api/client.ts';
import type { DirectoryState } from '../../../api/types.ts';
import { useInvalidation } from '../../../api/use-invalidation.ts';
import { checkOf } from '../../../components/body-check.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { PersonField } from '../../../components/people-field.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { useVersionedForm } from '../../../components/use-versioned-form.ts';
import { changes } from '../../../messages/changes.ts';
import { common } from '../../../messages/common.ts';
import { probes as texts } from '../../../messages/probes.ts';
import { useMessages } from '../../../messages/use-messages.ts';

type Nightly = DirectoryState['nightlyProbe'];

const hours = Array.from({ length: 24 }, (_, hour) => String(hour));

function bodyOf({ hour, owner, guest }: { hour: string; owner: string; guest: string }) {
  const nightlyProbe: Nightly =
    hour === ''
      ? null
      : {
          hour: Number(hour),
          ...(owner.trim() !== '' && { owner: owner.trim() }),
          ...(guest.trim() !== '' && { guest: guest.trim() }),
        };
  return { nightlyProbe };
}

export function EditNightlyProbe({ state, close }: { state: DirectoryState; close: () => void }) {
  const t = useMessages(texts);
  const c = useMessages(common);
  const told = useMessages(changes);
  const { nightlyProbe } = state;
  const form = useVersionedForm({
    of: state,
    initial: {
      hour: nightlyProbe === null ? '' : String(nightlyProbe.hour),
      owner: nightlyProbe?.owner ?? '',
      guest: nightlyProbe?.guest ?? '',
    },
    pointers: {
      hour: '/nightlyProbe/hour',
      owner: '/nightlyProbe/owner',
      guest: '/nightlyProbe/guest',
    },
    check: (values) => checkOf('put', '/directory/nightly-probe', bodyOf(values)),
    send: (values, { etag }) => api.put('/directory/nightly-probe', { body: bodyOf(values), etag }),
    done: close,
    settled: useInvalidation(['directory']),
    finished: ({ etag }) => ({
      title: told('nightlyProbeSaved'),
      undo: () => api.put('/directory/nightly-probe', { body: { nightlyProbe }, etag }),
    }),
  });
  const isOff = form.values.hour === '';
  return (
    <FormDialog title={t('edit')} submit={c('save')} {...form} close={close}>
      <SelectField
        label={t('field.hour')}
        hint={t('field.hourHint')}
        {...form.field('hour')}
        options={[
          ['', t('field.never')],
          ...hours.map((hour) => [hour, `${hour.padStart(2, '0')}:00`] as const),
        ]}
      />
      {isOff ? null : (
        <>
          <PersonField
            label={t('field.owner')}
            hint={t('field.ownerHint')}
            {...form.field('owner')}
          />
          <PersonField
            label={t('field.guest')}
            hint={t('field.guestHint')}
            {...form.field('guest')}
          />
        </>
      )}
    </FormDialog>
  );
}
