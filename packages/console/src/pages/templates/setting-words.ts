// The settings of a template in words: each by the label and the choices that the editor has for it. A setting that this
// page does not know is named by its place.
import { currentLocale } from '../../messages/current-locale.ts';
import { formatOf } from '../../messages/format.ts';
import type { TemplateItem } from '../../api/types.ts';
import { common } from '../../messages/common.ts';
import type { Format } from '../../messages/format.ts';
import { settingLabel, settingText } from '../../components/setting-text.ts';
import { templateApproval } from '../../messages/template-approval.ts';
import { templateExisting } from '../../messages/template-existing.ts';
import { templateHistory } from '../../messages/template-history.ts';
import { templateLifecycle } from '../../messages/template-lifecycle.ts';
import { templateProtection } from '../../messages/template-protection.ts';
import { templateResponsibility } from '../../messages/template-responsibility.ts';
import { templates } from '../../messages/templates.ts';
import { labelOf, messagesOf } from '../../messages/use-messages.ts';
import { enforced } from './template-draft.ts';

interface SettingWords {
  readonly label: string;
  /** Names a value, or each one of a list. */
  readonly value?: (value: string) => string;
  readonly yes?: string;
  readonly no?: string;
}

/** The keys are pointers, in the order of the editor. */
function settings(): Readonly<Record<string, SettingWords>> {
  const t = messagesOf(templates);
  const h = messagesOf(templateHistory);
  return {
    '/name': { label: t('templateName') },
    '/identifier': { label: t('identifier') },
    '/mailNicknamePattern': { label: t('aliasPattern') },
    '/displayNamePattern': { label: t('displayNamePattern') },
    '/transliteration': {
      label: t('letters'),
      value: (value) => labelOf(t, `transliterations.${value}`, value),
    },
    '/counter/width': { label: h('inSection', { label: t('digits'), section: t('counter') }) },
    '/counter/start': { label: h('inSection', { label: t('firstNumber'), section: t('counter') }) },
    '/counter/per': {
      label: h('inSection', { label: t('sharedBy'), section: t('counter') }),
      value: (value) => labelOf(t, `sequences.${value}`, value),
    },
    ...below('/policy', policySettings()),
    ...lifecycleSettings(),
    ...responsibilitySettings(),
    ...approvalSettings(),
    ...existingSettings(),
    ...protectionSettings(),
    ...guestSettings(),
  };
}

type Policy = TemplateItem['policy'];
/** These members of the policy have no parts. */
type PolicyName = Exclude<
  keyof Policy,
  | 'lifecycle'
  | 'responsibility'
  | 'approval'
  | 'notices'
  | 'enforce'
  | 'adoption'
  | 'settings'
  | 'protection'
  | 'guests'
  | 'changes'
>;

function policySettings(): Readonly<Record<PolicyName, SettingWords>> {
  const t = messagesOf(templates);
  const h = messagesOf(templateHistory);
  return {
    kind: { label: t('creates'), value: (value) => labelOf(t, `kinds.${value}`, value) },
    visibility: {
      label: t('visibility'),
      value: (value) => labelOf(t, `visibilities.${value}`, value),
    },
    minimumOwners: { label: t('minimumOwners') },
    guestsAllowed: { label: t('guests'), yes: t('guestsOn'), no: t('guestsOff') },
    welcomeMail: { label: t('welcomeMail'), yes: t('welcomeMailOn'), no: t('welcomeMailOff') },
    classification: { label: t('classification') },
    preferredLanguage: {
      label: t('preferredLanguage'),
      value: (value) => formatOf(currentLocale()).language(value),
    },
    defaultOwners: { label: t('defaultOwners') },
    defaultMembers: { label: t('defaultMembers') },
    channels: { label: h('channels') },
  };
}

function lifecycleSettings(): Readonly<Record<string, SettingWords>> {
  const t = messagesOf(templateLifecycle);
  const decisions = (value: string) => labelOf(t, `decisionsBy.${value}`, value);
  return within('/policy/lifecycle', t('title'), {
    'expires/after': { label: t('after') },
    'expires/on': { label: t('day') },
    'expires/property': { label: t('property') },
    'expires/plus': { label: t('plus') },
    remindBefore: { label: t('reminders') },
    'renew/for': { label: t('renewFor') },
    'renew/atMost': { label: t('atMost') },
    unanswered: {
      label: t('unanswered'),
      value: (value) => labelOf(t, `consequences.${value}`, value),
    },
    deleteAfterArchived: { label: t('deleteAfter') },
    decisions: { label: t('decisions'), value: decisions },
    callerMaySet: { label: t('requests'), yes: t('requestsOn'), no: t('requestsOff') },
    longest: { label: t('longest') },
    graceForExisting: { label: t('grace') },
    spreadExisting: { label: t('spread') },
    inactivity: { label: t('idle') },
    'inactivity/after': { label: t('idleAfter') },
    'inactivity/ask': {
      label: t('idleAsk'),
      value: (value) => labelOf(t, `askedRoles.${value}`, value),
    },
    'inactivity/within': { label: t('idleWithin') },
    'inactivity/unanswered': {
      label: t('idleUnanswered'),
      value: (value) => labelOf(t, `idleConsequences.${value}`, value),
    },
    'inactivity/quietFor': { label: t('idleQuietFor') },
    'review/every': { label: t('reviewEvery') },
    'review/within': { label: t('reviewWithin') },
    'review/subjects': {
      label: t('reviewSubjects'),
      value: (value) => labelOf(t, `subjects.${value}`, value),
    },
    'review/unanswered': {
      label: t('reviewUnanswered'),
      value: (value) => labelOf(t, `reviewConsequences.${value}`, value),
    },
  });
}

function responsibilitySettings(): Readonly<Record<string, SettingWords>> {
  const t = messagesOf(templateResponsibility);
  const h = messagesOf(templateHistory);
  return {
    ...within('/policy/responsibility', t('title'), {
      deputyRequired: { label: t('deputy'), yes: t('deputyRequired'), no: t('deputyOptional') },
      succession: {
        label: t('successors'),
        value: (value) => labelOf(t, `candidates.${value}`, value),
      },
      graceDays: { label: t('graceDays') },
      remindDays: { label: t('remindDays') },
      escalateDays: { label: t('escalateDays') },
      formerResponsible: {
        label: t('former'),
        value: (value) => labelOf(t, `formerPlaces.${value}`, value),
      },
      beforeLeaveDays: { label: t('beforeLeaveDays') },
      acceptWithinDays: { label: t('acceptWithinDays') },
      decisions: { label: t('decisions'), value: decisionsBy },
    }),
    '/policy/notices/created': {
      label: t('inform'),
      value: (value) => labelOf(t, `informed.${value}`, value),
    },
    '/policy/notices/failed': {
      label: h('informFailed'),
      value: (value) => (value === 'steward' ? h('steward') : value),
    },
  };
}

function approvalSettings(): Readonly<Record<string, SettingWords>> {
  const t = messagesOf(templateApproval);
  const h = messagesOf(templateHistory);
  return within('/policy/approval', t('title'), {
    when: {
      label: h('when'),
      value: (value) => (value === 'never' ? h('never') : labelOf(t, `conditions.${value}`, value)),
    },
    operations: {
      label: t('operationsOfGroups'),
      value: (value) => labelOf(t, `operations.${value}`, value),
    },
    stages: { label: h('approvers') },
    'lapse/after': { label: t('lapseAfter') },
    'lapse/as': { label: t('lapseAs'), value: (value) => labelOf(t, `lapses.${value}`, value) },
    remindDays: { label: t('reminders') },
    selfApproval: { label: t('selfApproval'), yes: t('mayApprove'), no: t('mayNotApprove') },
    decisions: { label: t('decisions'), value: decisionsBy },
  });
}

function existingSettings(): Readonly<Record<string, SettingWords>> {
  const t = messagesOf(templateExisting);
  const rules = enforced.map((name): [string, SettingWords] => [
    name,
    { label: t(`property.${name}`), value: (value) => labelOf(t, `rules.${value}`, value) },
  ]);
  return {
    ...within('/policy/enforce', t('differences'), {
      ...Object.fromEntries(rules),
      within: { label: t('within') },
    }),
    ...within('/policy/adoption', t('adoption'), {
      match: { label: t('match'), value: (value) => labelOf(t, `matchChoices.${value}`, value) },
      names: { label: t('names'), value: (value) => labelOf(t, `namesChoices.${value}`, value) },
      ask: { label: t('ask'), value: (value) => labelOf(t, `askChoices.${value}`, value) },
      graceDays: { label: t('graceDays') },
      perDay: { label: t('perDay') },
    }),
  };
}

function protectionSettings(): Readonly<Record<string, SettingWords>> {
  const t = messagesOf(templateProtection);
  return {
    '/policy/protection/required': {
      label: t('required'),
      yes: t('requiredOn'),
      no: t('requiredOff'),
    },
  };
}

function guestSettings(): Readonly<Record<string, SettingWords>> {
  const t = messagesOf(templates);
  return below('/policy/guests', {
    invite: { label: t('invitations'), yes: t('invitationsOn'), no: t('invitationsOff') },
    domains: { label: t('guestDomains') },
    longest: { label: t('guestLongest') },
  });
}

/** A setting of the groups in Microsoft 365. */
function settingWords(property: string): SettingWords {
  const t = messagesOf(templateProtection);
  const h = messagesOf(templateHistory);
  return {
    label: h('inSection', { label: settingLabel(property), section: t('title') }),
    value: (value) => settingText(property, value),
    yes: settingText(property, true),
    no: settingText(property, false),
  };
}

function decisionsBy(value: string): string {
  return labelOf(messagesOf(templateLifecycle), `decisionsBy.${value}`, value);
}

function within(
  pointer: string,
  section: string,
  words: Readonly<Record<string, SettingWords>>,
): Readonly<Record<string, SettingWords>> {
  const h = messagesOf(templateHistory);
  const named = Object.entries(words).map(([name, one]) => [
    name,
    { ...one, label: h('inSection', { label: one.label, section }) },
  ]);
  return below(pointer, Object.fromEntries(named) as typeof words);
}

function below(
  pointer: string,
  words: Readonly<Record<string, SettingWords>>,
): Readonly<Record<string, SettingWords>> {
  return Object.fromEntries(
    Object.entries(words).map(([name, one]) => [`${pointer}/${name}`, one]),
  );
}

const propertySettings = [
  'type',
  'description',
  'required',
  'default',
  'minimum',
  'maximum',
  'pattern',
  'choices',
] as const;

function wordsOf(pointer: string): SettingWords {
  const t = messagesOf(templates);
  const h = messagesOf(templateHistory);
  const [part, name, member] = pointer.slice(1).split('/').map(unescaped);
  if (part === 'properties' && name !== undefined && member !== undefined) {
    const known = propertySettings.find((one) => one === member);
    const setting = known === undefined ? member : t(known);
    const label = h('property', { setting, name });
    return member === 'type'
      ? { label, value: (value) => labelOf(t, `types.${value}`, value) }
      : { label };
  }
  if (pointer.startsWith('/policy/changes/') && member !== undefined) {
    return { label: h('systemsCan', { change: labelOf(t, `changes.${member}`, member) }) };
  }
  if (pointer.startsWith('/policy/settings/')) {
    return settingWords(pointer.slice('/policy/'.length).replaceAll('/', '.'));
  }
  return settings()[pointer] ?? { label: pointer };
}

function unescaped(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

export interface SettingChange {
  readonly pointer: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface ChangeWords {
  readonly label: string;
  /** Undefined: absent or empty. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** It belongs to a list that gained or lost items. */
  readonly items?: { readonly added: readonly string[]; readonly removed: readonly string[] };
}

export function describeChange(
  { pointer, before, after }: SettingChange,
  format: Format,
): ChangeWords {
  const words = wordsOf(pointer);
  const told = {
    label: words.label,
    before: text(before, words, format),
    after: text(after, words, format),
  };
  if (!Array.isArray(before) || !Array.isArray(after)) return told;
  const [was, is] = [before, after].map((items: unknown[]) =>
    items.map((item) => text(item, words, format) ?? ''),
  ) as [string[], string[]];
  const added = is.filter((item) => !was.includes(item));
  const removed = was.filter((item) => !is.includes(item));
  return added.length + removed.length === 0 ? told : { ...told, items: { added, removed } };
}

function text(value: unknown, words: SettingWords, format: Format): string | undefined {
  const c = messagesOf(common);
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value === 'boolean') return value ? (words.yes ?? c('yes')) : (words.no ?? c('no'));
  if (typeof value === 'number') return format.number(value);
  if (typeof value === 'string') return words.value?.(value) ?? textOf(value, format);
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => text(item, words, format) ?? []);
    return items.length === 0 ? undefined : listed(items, format);
  }
  return textOfObject(value, words, format);
}

function textOf(value: string, format: Format): string {
  if (/^P(?:\d+[YMWD])+$/.test(value)) return format.period(value);
  return /^\d{4}-\d\d-\d\d$/.test(value) ? format.date(value) : value;
}

/** A channel, a stage of approvers, or a condition. */
function textOfObject(value: object, words: SettingWords, format: Format): string {
  const h = messagesOf(templateHistory);
  if ('displayName' in value) return String(value.displayName);
  if ('by' in value) return text(value.by, words, format) ?? '';
  if ('peopleOver' in value) return h('morePeople', { count: Number(value.peopleOver) });
  return JSON.stringify(value);
}

const shownItems = 10;

export function listed(items: readonly string[], format: Format): string {
  const h = messagesOf(templateHistory);
  if (items.length <= shownItems) return format.list(items);
  const shown = items.slice(0, shownItems).join(', ');
  return h('moreItems', { items: shown, count: items.length - shownItems });
}
