// The texts of faults that are made from their values. There is none where the values do not say enough.
import type { Fault } from '../api/generated/admin-api.ts';
import type { en as rules } from '../messages/en/fault-rules.ts';
import type { en } from '../messages/en/faults.ts';
import type { Messages } from '../messages/use-messages.ts';

export type FaultWithValues = Pick<Fault, 'code' | 'detail' | 'values'>;

type Values = NonNullable<Fault['values']>;

export interface FaultTexts {
  readonly t: Messages<typeof en>;
  /** Undefined: not loaded. */
  readonly rules: Messages<typeof rules> | undefined;
  readonly dateTime: (time: string) => string;
}

type Text = (texts: FaultTexts, values: Values) => string | undefined;

/** The text where the fault has this value. */
function given<K extends keyof Values>(
  member: K,
  text: (t: FaultTexts['t'], value: NonNullable<Values[K]>, values: Values) => string | undefined,
): Text {
  return ({ t }, values) => {
    const value = values[member];
    return value == null ? undefined : text(t, value, values);
  };
}

/** These faults have their texts in every language. */
const ownTexts: Readonly<Record<string, Text>> = {
  required: given('name', (t) => t('missing')),
  too_short: given('minimum', (t, count, { actual }) =>
    count === 1 || actual === 0 ? t('missing') : t('atLeast', { count }),
  ),
  too_long: given('maximum', (t, count) => t('atMost', { count })),
  out_of_range: given('minimum', (t, minimum, { maximum }) => {
    if (maximum === undefined) return undefined;
    const min = String(minimum);
    return maximum >= Number.MAX_SAFE_INTEGER
      ? t('orMore', { min })
      : t('between', { min, max: String(maximum) });
  }),
  wrong_type: given('types', (t, types) =>
    types.every((type) => type === 'integer' || type === 'null') ? t('wholeNumber') : undefined,
  ),
  not_an_ip_range: given('name', (t, name, { suggestion }) =>
    suggestion === undefined ? t('notARange', { name }) : t('rangeMeant', { name, suggestion }),
  ),
  not_a_person: ({ t }) => t('notAPerson'),
  person_not_found: given('person', (t, person) => t('personUnknown', { person })),
  person_disabled: given('person', (t, person) => t('personDisabled', { person })),
  guest_owner: given('person', (t, person) => t('guestOwner', { person })),
  guest_not_allowed: given('person', (t, person) => t('guestNotAllowed', { person })),
  person_not_licensed: given('person', (t, person) => t('notLicensed', { person })),
  organisation_not_found: ({ t }) => t('organisationUnknown'),
  template_not_found: ({ t }) => t('templateUnknown'),
  deputy_is_responsible: ({ t }) => t('deputyIsResponsible'),
  deputy_required: ({ t }) => t('deputyRequired'),
  too_few_owners: given('minimum', (t, count) => t('tooFewOwners', { count })),
  alias_reserved: ({ t }) => t('aliasReserved'),
  dot_misplaced: ({ t }) => t('dots'),
  // The sentence of the service names a setting of the operator.
  address_refused: ({ t }) => t('code.address_refused'),
};

const bounds: Text = ({ t }, { minimum, maximum }) => {
  if (minimum !== undefined) return t('orMore', { min: String(minimum) });
  return maximum === undefined ? undefined : t('orLess', { max: String(maximum) });
};

const oneOf = given('choices', (t, list, { suggestion }) => {
  const choices = list.join(', ');
  return suggestion === undefined ? t('oneOf', { choices }) : t('oneOfOr', { choices, suggestion });
});

const wrongPlaceholder = given('name', (t, name, { suggestion }) =>
  suggestion === undefined
    ? t('placeholder', { name })
    : t('placeholderMeant', { name, suggestion }),
);

/** Where English has the sentence of the service, which says more. */
const translatedTexts: Readonly<Record<string, Text>> = {
  unknown_member: given('name', (t, name, { suggestion }) =>
    suggestion === undefined ? t('unknown', { name }) : t('unknownMeant', { name, suggestion }),
  ),
  wrong_type: given('types', (t, types) => (types[0] === 'date' ? t('date') : undefined)),
  too_few: given('minimum', (t, count) => t('entriesAtLeast', { count })),
  too_many: given('maximum', (t, count) => t('entriesAtMost', { count })),
  too_small: bounds,
  too_large: bounds,
  out_of_range: bounds,
  duplicate: given('name', (t, name) => t('twice', { name })),
  duplicate_member: given('name', (t, name) => t('twice', { name })),
  pattern_mismatch: given('pattern', (t, pattern, { position, suggestion }) => {
    if (position === undefined) return t('pattern', { pattern });
    const values = { pattern, position: String(position) };
    return suggestion === undefined
      ? t('patternFrom', values)
      : t('patternLike', { ...values, suggestion });
  }),
  not_a_choice: oneOf,
  not_allowed: oneOf,
  unknown_decision: oneOf,
  filter_unknown: oneOf,
  placeholder_malformed: wrongPlaceholder,
  placeholders_adjacent: given('name', (t, name) => t('textBefore', { name })),
  too_many_owners: given('maximum', (t, count) => t('tooManyOwners', { count })),
  too_many_members: given('maximum', (t, count) => t('tooManyMembers', { count })),
  blocked_word: given('name', (t, name) => t('blockedWord', { name })),
  template_channel_refused: given('name', (t, name) => t('channelRefused', { name })),
  tenant_wide_scope: given('refused', (t, scopes) => t('scopes', { scopes: scopes.join(', ') })),
  too_late: ({ t, dateTime }, { latest }) =>
    latest === undefined ? undefined : t('tooLate', { time: dateTime(latest) }),
  character_refused: given('refused', (t, refused) =>
    t('characters', { characters: refused.map(visible).join(' ') }),
  ),
};

/** The formats of texts, by a part of the sentence of the service, which has no values for them. The first match counts. */
const formats = {
  guid: /GUID/,
  approver: /manager/,
  notAPerson: /user ID/,
  email: /e-mail/,
  identifier: /a to z/,
  duration: /duration/,
  date: /a date/,
  languageTag: /language tag/,
  plainText: /at its ends/,
} as const;

function textOfFormat({ t }: FaultTexts, code: string, detail: string): string | undefined {
  if (code !== 'pattern_mismatch') return undefined;
  const names = Object.keys(formats) as (keyof typeof formats)[];
  const format = names.find((name) => formats[name].test(detail));
  return format && t(format);
}

/** A newer service may have rules that this page does not know. */
function textOfRule({ rules }: FaultTexts, values: Values): string | undefined {
  const { rule, name = '', suggestion = '', maximum = 0 } = values;
  const t = rules as unknown as
    | { (key: string, values: object): string; has(key: string): boolean }
    | undefined;
  return rule !== undefined && t?.has(rule) === true
    ? t(rule, { name, suggestion, maximum })
    : undefined;
}

/** A space and characters without a shape by their number. */
function visible(character: string): string {
  if (/^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(character)) return character;
  const point = character.codePointAt(0) ?? 0;
  return `U+${point.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** @param texts those of the language of the page */
export function valuedFaultText(
  texts: FaultTexts,
  { code, detail, values = {} }: FaultWithValues,
  isEnglish: boolean,
): string | undefined {
  const text = ownTexts[code]?.(texts, values);
  if (text !== undefined || isEnglish) return text;
  return (
    textOfRule(texts, values) ??
    translatedTexts[code]?.(texts, values) ??
    textOfFormat(texts, code, detail)
  );
}
