// Reasons that the service gives for what it does by itself, in the language of the page. A person's reason is shown as
// it was written.
import { american } from './american.ts';
import { currentLocale } from './current-locale.ts';
import { de } from './de/reasons.ts';
import { en } from './en/reasons.ts';
import { reasonKey } from './reason-key.ts';
import { area, messagesOf } from './use-messages.ts';

const reasons = area({ en, de });

export function reasonText(reason: string): string {
  const key = reasonKey(reason);
  if (key === undefined) return reason;
  return currentLocale().language === 'en' ? american(reason) : messagesOf(reasons)(key);
}
