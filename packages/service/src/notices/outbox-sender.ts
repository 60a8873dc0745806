// The outbox of a sandbox: nothing leaves, and the message counts as sent. The admin API shows its text.
import type { NoticeSender } from './sender.ts';

export function createOutboxSender(): NoticeSender {
  return {
    atOnce: 1,
    perClaim: 500,
    send: async () => ({ kind: 'sent' }),
    close: () => undefined,
  };
}
