// The sentences of the service in the language of the page. The service writes English, and a code beside each sentence;
// another language has a text for each code. A text repeats the sentence where the code says too little. English is
// American, as on the rest of the page.
import { american } from './american.ts';
import { currentLocale } from './current-locale.ts';
import { faults } from './faults.ts';
import { refusalKey } from './refusal-key.ts';
import { refusals } from './refusals.ts';
import { messagesOf } from './use-messages.ts';

/** @param detail the sentence of the service; the answer where the page has no text for the code */
export function serviceText(
  kind: 'problem' | 'code' | 'warning',
  code: string,
  detail: string,
): string {
  const refusal = code === 'forbidden' ? refusalKey(detail) : undefined;
  if (refusal !== undefined) return messagesOf(refusals)(refusal);
  const sentence = american(detail);
  if (currentLocale().language === 'en') return sentence;
  const t = messagesOf(faults) as unknown as {
    (key: string, values: { detail: string }): string;
    has(key: string): boolean;
  };
  const key = `${kind}.${code}`;
  return t.has(key) ? t(key, { detail: sentence }) : sentence;
}
