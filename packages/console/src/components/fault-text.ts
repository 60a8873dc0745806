// The sentence of a fault in the words and the language of the page. The service explains each fault in English, with
// the names of its API, and gives the values of the sentence as data. A fault without a text here shows the text of its
// code, or the service's sentence.
import { american } from '../messages/american.ts';
import { currentLocale } from '../messages/current-locale.ts';
import { faults as area } from '../messages/faults.ts';
import { formatOf } from '../messages/format.ts';
import { faultRuleTexts } from '../messages/late-fault-rules.ts';
import { serviceText } from '../messages/service-text.ts';
import { messagesOf } from '../messages/use-messages.ts';
import { type FaultWithValues, valuedFaultText } from './valued-fault-text.ts';

export function faultText(fault: FaultWithValues): string {
  const locale = currentLocale();
  const format = formatOf(locale);
  const texts = {
    t: messagesOf(area),
    rules: faultRuleTexts(),
    dateTime: (time: string) => format.dateTime(time),
  };
  const text = valuedFaultText(texts, fault, locale.language === 'en');
  return text ?? serviceText('code', fault.code, sentence(fault.detail));
}

/** A fault that is shown apart from its field says which one it is. */
export function faultElsewhere(fault: FaultWithValues & { readonly pointer?: string }): string {
  if (currentLocale().language === 'en') return american(withoutTerms(fault.detail));
  const name = fault.pointer?.slice(1) ?? '';
  return name === '' ? faultText(fault) : `${name}: ${faultText(fault)}`;
}

/** "name must not be empty." reads better next to the field without the name of the member. */
function sentence(detail: string): string {
  const said = /^[a-z][A-Za-z0-9/.]* ((?:must|is|has|does) .*)$/s.exec(detail)?.[1];
  return withoutTerms(said === undefined ? detail : `This ${said}`);
}

/** The names that the API has for what the page calls otherwise. */
export function withoutTerms(detail: string): string {
  return (
    detail
      .replaceAll(/\bmailNickName\b(?!\}\})/g, 'alias')
      // no text: a word in an English sentence of the service
      .replaceAll(/\bdisplayName\b(?!\}\})/g, 'display name')
  );
}
