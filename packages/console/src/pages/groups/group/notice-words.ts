// The names of kinds of notices. An unknown kind of a newer service shows as it is.
import { notices } from '../../../messages/notices.ts';
import { labelOf, messagesOf } from '../../../messages/use-messages.ts';

export function noticeLabel(kind: string): string {
  return labelOf(messagesOf(notices), `kinds.${kind}`, kind);
}
