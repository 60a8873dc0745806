// The outbox of a sandbox: nothing leaves, and the message counts as sent. The admin API shows its text. An address with
// `sandbox-unreachable` refuses every message.
import type { NoticeSender, SendOutcome } from './sender.ts';

export function createOutboxSender(): NoticeSender {
  return {
    atOnce: 1,
    perClaim: 500,
    send: async ({ to }): Promise<SendOutcome> =>
      to.toLowerCase().includes('sandbox-unreachable')
        ? { kind: 'refused', detail: 'The mailbox of this person does not exist.' }
        : { kind: 'sent' },
    close: () => undefined,
  };
}
