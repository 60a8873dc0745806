// The dialog to resend the deliveries of some days.
import { api } from '../api/client.ts';
import type { Webhook } from '../api/types.ts';
import type { ChangeDialog } from '../components/change-dialog.ts';
import { FormDialog } from '../components/form-dialog.tsx';
import { TextField } from '../components/text-field.tsx';
import { useForm } from '../components/use-form.ts';
import { changes } from '../messages/changes.ts';
import { useMessages } from '../messages/use-messages.ts';
import { webhooks as texts } from '../messages/webhooks.ts';

/** The beginning of the day, or of a later one, in the time zone of the browser. Null: no limit. */
function startOf(day: string, daysLater = 0): string | null {
  if (day === '') return null;
  const at = new Date(`${day}T00:00:00`);
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
}

export function ResendRange({
  webhook: { endpointId },
  close,
  settled,
}: ChangeDialog & { webhook: Webhook }) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const form = useForm<{ readonly from: string; readonly until: string }, unknown>({
    initial: () => {
      const at = new Date();
      const two = (part: number) => String(part).padStart(2, '0');
      const today = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
      return { from: today, until: today };
    },
    send: ({ from, until }) =>
      api.post('/webhooks/{endpointId}/replay', {
        path: { endpointId },
        // Without both days this is the beginning of time, and not only what failed.
        body: {
          positions: null,
          from: startOf(from) ?? new Date(0).toISOString(),
          until: startOf(until, 1),
        },
      }),
    done: close,
    settled,
    finished: () => told('resent'),
  });
  return (
    <FormDialog title={t('resendRange')} submit={t('resend')} {...form} close={close}>
      <p>{t('resendRangeHint')}</p>
      <div className="form-grid">
        <TextField label={t('from')} type="date" {...form.field('from')} />
        <TextField label={t('until')} type="date" {...form.field('until')} />
      </div>
    </FormDialog>
  );
}
