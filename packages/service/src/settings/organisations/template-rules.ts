// The rules for a template, beyond its schema (template-input.schema.ts). Reports every fault at once. A template
// that passes is usable: its patterns are valid, and there are names that match them.
import { isPersonReference, personKey } from '../../directory/person-reference.ts';
import { quotas } from '../../audit/changes/quotas.ts';
import type { FieldError } from '../../ground/errors.ts';
import { identifierFaults } from './organisation-rules.ts';
import { completeApproval } from './approval-policy.ts';
import { channelNameFaults } from '../naming/channel-names.ts';
import { exampleNames } from '../naming/example-names.ts';
import { counterPlaceholder } from '../naming/naming.ts';
import { parseNamingPattern, placeholdersOf } from '../naming/naming-pattern.ts';
import { isBuiltIn } from '../naming/render-names.ts';
import { didYouMean } from '../../ground/did-you-mean.ts';
import { isDay } from '../../ground/moment.ts';
import { completeLifecycle, lifecycleFaults } from './lifecycle-policy.ts';
import { completeNaming, namingFaults } from '../naming/naming-rules.ts';
import { guestsPolicyFaults } from './guests-policy.ts';
import { completeEnforcement } from './enforcement-policy.ts';
import { completeNotices } from './notices-policy.ts';
import type { TemplateInput } from './template-input.schema.ts';
import { completeResponsibility, responsibilityFaults } from './responsibility-policy.ts';
import { settingsFaults } from './settings-policy.ts';
import { defaultAdoption, defaultTemplatePolicy, type TemplatePolicy } from './template.ts';

type PolicyInput = NonNullable<TemplateInput['policy']>;
/**
 * The policy in full, in one order of members.
 * @param present the policy that the input replaces
 */
export function completePolicy(
  input: PolicyInput = {},
  present: TemplatePolicy = defaultTemplatePolicy,
): TemplatePolicy {
  const { approval: givenApproval, ...given } = input;
  const policy = { ...defaultTemplatePolicy, ...given };
  const approval = completeApproval(givenApproval, present.approval);
  return {
    kind: policy.kind,
    visibility: policy.visibility,
    minimumOwners: policy.minimumOwners,
    guestsAllowed: policy.guestsAllowed,
    welcomeMail: policy.welcomeMail,
    ...textsOf(input, present),
    defaultOwners: policy.defaultOwners,
    defaultMembers: policy.defaultMembers,
    channels: policy.channels.map(({ displayName, description }) => ({
      displayName,
      description: description ?? null,
    })),
    ...partOf('responsibility', input, present, completeResponsibility),
    // An answer that is sent back is complete already.
    ...partOf('lifecycle', input, present, completeLifecycle),
    ...(approval !== undefined && { approval }),
    ...partOf('notices', input, present, completeNotices),
    ...partOf('enforce', input, present, completeEnforcement),
    ...partOf('adoption', input, present, (given) => ({ ...defaultAdoption, ...given })),
    ...partOf('settings', input, present, (given) => given),
    ...partOf('protection', input, present, (given) => given),
    ...partOf('guests', input, present, (given) => given),
  };
}

/** Absent in the input: the present one stays, so that a client which does not know it cannot remove it. */
function textsOf(
  input: PolicyInput,
  present: TemplatePolicy,
): Pick<TemplatePolicy, 'classification' | 'preferredLanguage'> {
  const { classification = present.classification, preferredLanguage = present.preferredLanguage } =
    input;
  return {
    ...(classification != null && { classification }),
    ...(preferredLanguage != null && { preferredLanguage }),
  };
}

type OptionalPart =
  | 'responsibility'
  | 'lifecycle'
  | 'notices'
  | 'enforce'
  | 'adoption'
  | 'settings'
  | 'protection'
  | 'guests';

/** Absent in the input: the present one stays, so that a client which does not know it cannot remove it. Null removes it. */
function partOf<Name extends OptionalPart>(
  name: Name,
  { [name]: given }: PolicyInput,
  { [name]: present }: TemplatePolicy,
  complete: (given: NonNullable<PolicyInput[Name]>) => TemplatePolicy[Name],
): Pick<TemplatePolicy, Name> | undefined {
  const value = given == null ? (given === null ? undefined : present) : complete(given);
  return value === undefined ? undefined : ({ [name]: value } as Pick<TemplatePolicy, Name>);
}

/**
 * @param now milliseconds since the Unix epoch
 * @param present the policy that the input replaces
 */
export function templateFaults(
  input: TemplateInput,
  organisation: { readonly identifier: string },
  now: number,
  present: TemplatePolicy = defaultTemplatePolicy,
): FieldError[] {
  const faults = [
    ...identifierFaults(input.identifier),
    ...patternFaults('/mailNicknamePattern', input.mailNicknamePattern),
    ...patternFaults('/displayNamePattern', input.displayNamePattern),
  ];
  faults.push(...namingFaults(input));
  const naming = completeNaming(input);
  if (faults.length === 0 && exampleNames({ ...input, naming }, organisation, now) === undefined) {
    faults.push({
      pointer: '/mailNicknamePattern',
      code: 'no_name_follows',
      detail:
        'No group can match these patterns: an alias has 1 to 64 characters of printable ASCII ' +
        'without space and without @ ( ) \\ [ ] " ; : < > ,',
    });
  }
  const policy = completePolicy(withoutFaultyLifecycle(input.policy), present);
  if (Buffer.byteLength(JSON.stringify([policy, naming])) > quotas.templateBytes) {
    const max = quotas.templateBytes.toLocaleString('en');
    faults.push({
      pointer: '/policy',
      code: 'too_long',
      detail: `Default people, channels and properties must not exceed ${max} bytes. Name people by user ID, or add them to each group.`,
    });
  }
  return [
    ...faults,
    ...peopleFaults('/policy/defaultOwners', policy.defaultOwners),
    ...peopleFaults('/policy/defaultMembers', policy.defaultMembers),
    ...channelFaults(policy),
    ...settingsFaults(policy),
    ...guestsPolicyFaults(policy),
    ...(policy.responsibility === undefined
      ? []
      : responsibilityFaults(policy.responsibility, '/policy/responsibility')),
    ...(input.policy?.lifecycle == null
      ? []
      : lifecycleFaults(input.policy.lifecycle, '/policy/lifecycle')),
    ...expiryPropertyFaults(input, policy),
    ...pastDayFaults(input, present, now),
  ];
}

/** A day lasts until noon of the next one in the zone that is furthest behind. */
const endOfDayMs = 36 * 60 * 60 * 1000;

/** A day that the template has already may pass. Another one that has passed would have all its groups expire at once. */
function pastDayFaults(
  { policy }: TemplateInput,
  { lifecycle: present }: TemplatePolicy,
  now: number,
): FieldError[] {
  const on = policy?.lifecycle?.expires?.on;
  const presentOn = present?.expires != null && 'on' in present.expires && present.expires.on;
  if (on == null || on === presentOn || Date.parse(on) + endOfDayMs > now) return [];
  const detail = 'The day must be in the future.';
  return [{ pointer: '/policy/lifecycle/expires/on', code: 'not_in_future', detail }];
}

/** Groups would never expire by a property that they cannot have, or that cannot have a day. */
function expiryPropertyFaults(input: TemplateInput, { lifecycle }: TemplatePolicy): FieldError[] {
  const { expires } = lifecycle ?? {};
  if (expires == null || !('property' in expires)) return [];
  const name = expires.property;
  const patterns = [input.mailNicknamePattern, input.displayNamePattern].map(parseNamingPattern);
  const placeholders = patterns.flatMap(({ pattern }) => (pattern ? placeholdersOf(pattern) : []));
  const names = [
    ...Object.keys(input.properties ?? {}),
    ...placeholders.map((placeholder) => placeholder.name),
  ];
  const all = [...new Set(names)].filter((one) => !isBuiltIn(one) && one !== counterPlaceholder);
  const known = all.filter((one) => mayHaveDay(input.properties, one));
  if (known.includes(name)) return [];
  const near = all.includes(name) ? undefined : didYouMean(name, known);
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  const wrong = all.includes(name) ? 'it cannot have a day' : 'the template has none of this name';
  const others =
    known.length === 0
      ? 'No property of the template can have a day.'
      : `Those that can have a day: ${known.slice(0, 20).join(', ')}.`;
  return [
    {
      pointer:
        input.policy?.lifecycle == null ? '/properties' : '/policy/lifecycle/expires/property',
      code: 'not_a_choice',
      detail: `Groups cannot expire by the property ${name}: ${wrong}. ${others}${hint}`,
      values: { choices: known.slice(0, 20), ...(near !== undefined && { suggestion: near }) },
    },
  ];
}

const lengthOfDay = '2027-12-31'.length;

/** The length of a text is all that is known of it. A property that is a placeholder without a declaration is a text. */
function mayHaveDay(properties: TemplateInput['properties'], name: string): boolean {
  const declared = properties !== undefined && Object.hasOwn(properties, name);
  const {
    type,
    choices = [],
    minimum = 0,
    maximum = lengthOfDay,
  } = (declared ? properties[name] : undefined) ?? {};
  if (type === 'number') return false;
  if (type === 'choice') return choices.some(isDay);
  return minimum <= lengthOfDay && lengthOfDay <= maximum;
}

/** Only a sound one can be completed. */
function withoutFaultyLifecycle(input: TemplateInput['policy']): TemplateInput['policy'] {
  if (input?.lifecycle == null) return input;
  if (lifecycleFaults(input.lifecycle, '').length === 0) return input;
  const { lifecycle: _, ...others } = input;
  return others;
}

function patternFaults(pointer: string, pattern: string): FieldError[] {
  return (parseNamingPattern(pattern).faults ?? []).map(({ index, code, detail, values }) => ({
    pointer,
    code,
    detail: `Character ${characterAt(pattern, index)}: ${detail}`,
    values: { ...values, position: characterAt(pattern, index) },
  }));
}

/** It belongs to an index in UTF-16; the first character is 1. */
function characterAt(text: string, index: number): number {
  return Array.from(text.slice(0, index)).length + 1;
}

function peopleFaults(pointer: string, references: readonly string[]): FieldError[] {
  const seen = new Set<string>();
  return references.flatMap((reference, index): FieldError[] => {
    const at = `${pointer}/${index}`;
    const key = personKey(reference);
    if (!isPersonReference(reference)) {
      const detail = 'Name a person by user ID (GUID form) or e-mail address.';
      return [{ pointer: at, code: 'not_valid', detail, values: { rule: 'person' } }];
    }
    if (seen.has(key)) {
      const detail = `${reference} appears twice.`;
      return [{ pointer: at, code: 'duplicate', detail, values: { name: reference } }];
    }
    seen.add(key);
    return [];
  });
}

/** Every team has it. */
const generalChannel = 'general';

function channelFaults({ kind, channels }: TemplatePolicy): FieldError[] {
  const faults: FieldError[] = [];
  if (kind === 'group' && channels.length > 0) {
    const detail = 'Only a team can have channels.';
    faults.push({
      pointer: '/policy/channels',
      code: 'not_allowed',
      detail,
      values: { rule: 'team_channels' },
    });
  }
  const seen = new Set([generalChannel]);
  for (const [index, { displayName }] of channels.entries()) {
    const pointer = `/policy/channels/${index}/displayName`;
    for (const fault of channelNameFaults(displayName)) faults.push({ pointer, ...fault });
    const key = displayName.toLowerCase();
    if (seen.has(key)) {
      const detail =
        key === generalChannel
          ? 'Every team already has the channel General.'
          : `The channel ${displayName} appears twice.`;
      faults.push({ pointer, code: 'duplicate', detail, values: { name: displayName } });
    }
    seen.add(key);
  }
  return faults;
}
