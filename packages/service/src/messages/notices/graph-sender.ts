// Sends by a mailbox of the Microsoft 365 tenant. The message goes as MIME, so that its Message-ID, its text part and
// its headers are ours.
import MailComposer from 'nodemailer/lib/mail-composer';
import { type Directory, DirectoryError } from '../../directory/directory.ts';
import type { GraphChannel, NoticeSettings } from '../../settings/tenants/notice-settings.ts';
import { mailOf, type MailIdentity, type NoticeSender } from './sender.ts';

/** Exchange lets an application make four calls to a mailbox at once; the pace is the rate limiter's. */
const callsAtOnce = 2;
const usualPauseMs = 10_000;

export function createGraphSender(deps: {
  readonly settings: GraphChannel & NoticeSettings;
  readonly identity: MailIdentity;
  readonly tenantId: string;
  readonly sendMail: NonNullable<Directory['sendMail']>;
}): NoticeSender {
  const { settings, identity, tenantId, sendMail } = deps;
  const { from } = settings;
  return {
    atOnce: callsAtOnce,
    perClaim: 5 * callsAtOnce,
    async send(message, signal) {
      const fields = mailOf(message, settings, from.includes('@') ? from : undefined, identity);
      const mime = await new MailComposer(fields).compile().build();
      try {
        await sendMail({ mailbox: from, mime }, { signal, teamId: tenantId, isBackground: true });
        return { kind: 'sent' };
      } catch (error) {
        if (error instanceof DirectoryError) {
          const { message: detail, code, retryAfterMs } = error;
          if (code === 'throttled') {
            return { kind: 'throttled', retryAfterMs: retryAfterMs ?? usualPauseMs };
          }
          if (code === 'refused') return { kind: 'refused', detail };
          const isUnclear = code === 'outcome_unknown';
          return { kind: 'channel_failed', detail, isUnclear, retryAfterMs };
        }
        if (!signal.aborted) throw error;
        const detail = 'Microsoft 365 did not answer in time.';
        return { kind: 'channel_failed', detail, isUnclear: true };
      }
    },
    close: () => undefined,
  };
}
