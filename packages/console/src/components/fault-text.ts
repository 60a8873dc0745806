// The sentence of a fault in the words and the language of the page. The service explains each fault in English, with
// the names of its API. A fault whose code says enough has a text of the page; another one shows the service's sentence.
import { currentLocale } from '../messages/current-locale.ts';
import { faults } from '../messages/faults.ts';
import { serviceText } from '../messages/service-text.ts';
import { type Messages, messagesOf } from '../messages/use-messages.ts';
import type { en } from '../messages/en/faults.ts';

interface Fault {
  readonly code: string;
  readonly detail: string;
}

type Text = (t: Messages<typeof en>, found: readonly string[]) => string;

/** By code: a part of the sentence of the service, and the text of the page for it. The first match counts. */
const texts: Readonly<Record<string, readonly (readonly [says: RegExp, text: Text])[]>> = {
  required: [[/ is missing/, (t) => t('missing')]],
  too_short: [
    [/must not be empty/, (t) => t('empty')],
    [/ at least (\d+) characters/, (t, [count]) => t('atLeast', { count: Number(count) })],
  ],
  too_long: [[/ at most (\d+) characters/, (t, [count]) => t('atMost', { count: Number(count) })]],
  out_of_range: [
    [/ from (-?\d+) to (-?\d+)\.$/, (t, [min = '', max = '']) => t('between', { min, max })],
  ],
  wrong_type: [[/ must be a whole number/, (t) => t('wholeNumber')]],
  not_a_person: [[/^/, (t) => t('notAPerson')]],
  person_not_found: [
    [/^(.+) is not in the directory/, (t, [person = '']) => t('personUnknown', { person })],
  ],
  person_disabled: [
    [/^The account of (.+) is disabled/, (t, [person = '']) => t('personDisabled', { person })],
  ],
  guest_owner: [[/^(.+) is a guest/, (t, [person = '']) => t('guestOwner', { person })]],
  guest_not_allowed: [[/^(.+) is a guest/, (t, [person = '']) => t('guestNotAllowed', { person })]],
  person_not_licensed: [
    [/^(.+) has no Teams licence/, (t, [person = '']) => t('notLicensed', { person })],
  ],
  organisation_not_found: [[/^/, (t) => t('organisationUnknown')]],
  template_not_found: [[/^/, (t) => t('templateUnknown')]],
  deputy_is_responsible: [[/^/, (t) => t('deputyIsResponsible')]],
  deputy_required: [[/^/, (t) => t('deputyRequired')]],
  too_few_owners: [
    [
      / at least (\d+) different owners/,
      (t, [count]) => t('tooFewOwners', { count: Number(count) }),
    ],
  ],
  alias_reserved: [[/^/, (t) => t('aliasReserved')]],
  dot_misplaced: [[/^/, (t) => t('dots')]],
};

export function faultText({ code, detail }: Fault): string {
  for (const [says, text] of texts[code] ?? []) {
    const found = says.exec(detail);
    if (found !== null) return text(messagesOf(faults), found.slice(1));
  }
  return serviceText('code', code, sentence(detail));
}

/** The faults of a failed creation or operation, as far as the sentence of its problem does not have them. */
export function failureFaults({
  errors,
  faults,
}: {
  readonly errors: readonly string[];
  readonly faults: readonly Fault[];
}): readonly string[] {
  if (currentLocale().language !== 'en') return faults.map(faultText);
  return errors.length > 1 ? errors : [];
}

/** Of a fault that is shown apart from its field: it says which one. */
export function faultElsewhere(fault: Fault & { readonly pointer?: string }): string {
  const detail = withoutTerms(fault.detail);
  const text = serviceText('code', fault.code, detail);
  const name = fault.pointer?.slice(1) ?? '';
  return text === detail || name === '' ? text : `${name}: ${text}`;
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
