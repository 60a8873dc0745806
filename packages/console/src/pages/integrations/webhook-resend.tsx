// The dialog to resend the deliveries of some days.
import { api } from '../../api/client.ts';
import type { Webhook } from '../../api/types.ts';
import type { ChangeDialog } from '../../components/change-dialog.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useForm } from '../../components/use-form.ts';
import { changes } from '../../messages/changes.ts';
import { useLocale, useMessages } from '../../messages/use-messages.ts';
import { dayIn, startOfDay } from '../../messages/zoned-day.ts';
import { webhooks as texts } from '../../messages/webhooks.ts';

export function ResendRange({
  webhook: { endpointId },
  close,
  settled,
}: ChangeDialog & { webhook: Webhook }) {
  const t = useMessages(texts);
  const told = useMessages(changes);
  const { timeZone } = useLocale();
  const form = useForm<{ readonly from: string; readonly until: string }, unknown>({
    initial: () => {
      const today = dayIn(timeZone, Date.now());
      return { from: today, until: today };
    },
    send: ({ from, until }) =>
      api.post('/webhooks/{endpointId}/replay', {
        path: { endpointId },
        // Without both days this is the beginning of time, and not only what failed.
        body: {
          positions: null,
          from: startOfDay(from, timeZone) ?? new Date(0).toISOString(),
          until: startOfDay(until, timeZone, 1) ?? null,
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
