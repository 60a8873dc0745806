// Renews groups, puts them on hold and releases them: one group, or several at once.
import type { Body } from '../api/route-types.ts';
import type { ChangeDialog } from '../components/change-dialog.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { Reason, reasonOf } from './group-dialogs.tsx';

interface Dialog<Input> extends ChangeDialog {
  /** Name of the group, or the number of groups. */
  readonly of: string;
  readonly send: (input: Input) => Promise<unknown>;
  /** After the answer; absent: the dialog closes. */
  readonly done?: () => void;
}

export type Renewal = Body<'post', '/groups/{teamId}/renewal'>;
export type NewHold = Body<'put', '/groups/{teamId}/hold'>;

export function Renew({ of, send, close, done = close, settled }: Dialog<Renewal>) {
  const form = useForm({
    initial: { until: '', reason: '' },
    send: ({ until, reason }) =>
      send({
        ...(until !== '' && { until: new Date(`${until}T08:00:00Z`).toISOString() }),
        ...reasonOf({ reason }),
      }),
    done,
    settled,
  });
  return (
    <FormDialog title={`Renew ${of}`} submit="Renew" {...form} close={close}>
      <TextField
        label="Expires on"
        type="date"
        hint="Leave empty to renew for the period of the template."
        {...form.field('until')}
        autoFocus
      />
      <Reason {...form.field('reason')} />
    </FormDialog>
  );
}

export function Hold({ of, send, close, done = close, settled }: Dialog<NewHold>) {
  const form = useForm({
    initial: { reason: '' },
    send: ({ reason }) => send({ reason: reason.trim() }),
    done,
    settled,
  });
  return (
    <FormDialog title={`Put ${of} on hold`} submit="Put on hold" {...form} close={close}>
      <p>Nobody can archive or delete a group on hold, until you release it.</p>
      <TextField
        label="Reason"
        hint="Shown to everyone who meets the hold. Appears in the activity log."
        {...form.field('reason')}
        required
        autoFocus
      />
    </FormDialog>
  );
}

export function Release({ of, send, close, done = close, settled }: Dialog<undefined>) {
  const form = useForm({ initial: {}, send: () => send(undefined), done, settled });
  return (
    <FormDialog title={`Release the hold of ${of}?`} submit="Release hold" {...form} close={close}>
      <p>
        The policy of the template applies again. People are warned a week before a group is
        deleted.
      </p>
    </FormDialog>
  );
}
