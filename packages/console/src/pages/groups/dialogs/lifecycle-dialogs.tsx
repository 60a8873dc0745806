// Renews groups, puts them on hold and releases them: one group, or several at once.
import type { Body } from '../../../api/route-types.ts';
import { checkOf } from '../../../components/body-check.ts';
import type { ChangeDialog } from '../../../components/change-dialog.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useForm } from '../../../components/use-form.ts';
import { Reason } from './group-dialogs.tsx';
import { reasonOf } from '../../reason-of.ts';
import { momentOfDay } from '../../../messages/tenant-day.ts';
import { lifecycle as texts } from '../../../messages/lifecycle.ts';
import { useMessages } from '../../../messages/use-messages.ts';

interface Dialog<Input> extends ChangeDialog {
  /** Name of the group, or the number of groups. */
  readonly of: string;
  readonly send: (input: Input, idempotencyKey: string) => Promise<unknown>;
  /** It is called after the answer; absent: the dialog closes. */
  readonly done?: () => void;
}

export type Renewal = Body<'post', '/teams/{teamId}/renewal'>;
export type NewHold = Body<'put', '/teams/{teamId}/hold'>;

function renewalOf({ until, reason }: { until: string; reason: string }): Renewal {
  return {
    ...(until !== '' && { until: momentOfDay(until) }),
    ...reasonOf({ reason }),
  };
}

export function Renew({ of, send, close, done = close, settled }: Dialog<Renewal>) {
  const t = useMessages(texts);
  const form = useForm({
    initial: { until: '', reason: '' },
    check: (values) => checkOf('post', '/teams/{teamId}/renewal', renewalOf(values)),
    send: (values, idempotencyKey) => send(renewalOf(values), idempotencyKey),
    done,
    settled,
  });
  return (
    <FormDialog title={t('renewOf', { name: of })} submit={t('renew')} {...form} close={close}>
      <TextField
        label={t('expiresOn')}
        type="date"
        hint={t('expiresOnHint')}
        {...form.field('until')}
        autoFocus
      />
      <Reason {...form.field('reason')} />
    </FormDialog>
  );
}

export function Hold({ of, send, close, done = close, settled }: Dialog<NewHold>) {
  const t = useMessages(texts);
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => checkOf('put', '/teams/{teamId}/hold', { reason: reason.trim() }),
    send: ({ reason }, idempotencyKey) => send({ reason: reason.trim() }, idempotencyKey),
    done,
    settled,
  });
  return (
    <FormDialog title={t('holdOf', { name: of })} submit={t('hold')} {...form} close={close}>
      <p>{t('holdNote')}</p>
      <TextField
        label={t('reason')}
        hint={t('holdReasonHint')}
        {...form.field('reason')}
        required
        autoFocus
      />
    </FormDialog>
  );
}

export function Release({ of, send, close, done = close, settled }: Dialog<undefined>) {
  const t = useMessages(texts);
  const form = useForm({
    initial: {},
    send: (_values, key) => send(undefined, key),
    done,
    settled,
  });
  return (
    <FormDialog title={t('releaseOf', { name: of })} submit={t('release')} {...form} close={close}>
      <p>{t('releaseNote')}</p>
    </FormDialog>
  );
}
