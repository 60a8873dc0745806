// The question to the user before a plan is run: what would happen, to whom, to how many and to which. Names are quoted,
// because people chose them: none of them reads as a part of the question.
import type {
  OperationPlan,
  OperationPlanRequest,
  PersonHandover,
  PersonHandoverPlan,
  PlannedPerson,
  TeamPlan,
  TeamRequest,
} from '@groupwright/client';
import { counted } from '../output/counted.ts';

const maxCharacters = 120;
const maxNames = 20;

/** Controls, and what nobody sees or reorders the text around it. Variation selectors are a part of emoji. */
const unseen =
  /[[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800]--\p{Variation_Selector}]/gv;

export function quoted(text: string): string {
  const shown = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
  return JSON.stringify(shown).replaceAll(
    unseen,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

function listed(texts: readonly string[], of = quoted): string {
  const shown = texts.slice(0, maxNames).map((text) => of(text));
  const others = texts.length - shown.length;
  return others === 0 ? shown.join(', ') : `${shown.join(', ')} and ${others} more`;
}

export function creationQuestion(
  {
    displayName,
    mailNickName,
    responsible,
    deputy,
    owners,
    members,
    expiresAt,
    ...asked
  }: TeamRequest,
  { names, organisation, template, people, approval }: TeamPlan,
): string {
  const addressOf = addressesOf(people);
  const name = names?.displayName ?? displayName ?? '';
  const alias = names?.mailNickName ?? mailNickName ?? '';
  const own = { Owners: owners ?? [], Members: members ?? [] };
  return [
    `Create the group ${quoted(name)} in ${quoted(organisation?.name ?? '')}?`,
    `Alias: ${quoted(alias)}`,
    `Template: ${quoted(template?.name ?? '')}`,
    `Responsible: ${quoted(addressOf(responsible))}`,
    `Deputy: ${deputy == null ? 'none' : quoted(addressOf(deputy))}`,
    ...Object.entries(own)
      .filter(([, list]) => list.length > 0)
      .map(([role, list]) => `${role}, ${list.length}: ${listed(list.map(addressOf))}`),
    ...(expiresAt == null ? [] : [`Expires: ${quoted(expiresAt)}`]),
    ...(asked.requestedBy ? [`Requested by: ${quoted(asked.requestedBy)}`] : []),
    ...(asked.reason ? [`Reason: ${quoted(asked.reason)}`] : []),
    ...approvalLines(approval),
  ].join('\n');
}

const verbs: Readonly<Record<string, string>> = {
  change: 'Change',
  handover: 'Hand over',
  archive: 'Archive',
  unarchive: 'Unarchive',
  delete: 'Delete',
  restore: 'Restore',
  repair: 'Repair',
  accept_drift: 'Accept differences of',
};

export function operationQuestion(
  displayName: string,
  operation: OperationPlanRequest,
  { before, after, people, approval }: OperationPlan,
): string {
  const addressOf = addressesOf(people);
  const valueOf = (value: unknown): string => {
    if (value === null || value === undefined) return 'none';
    return quoted(typeof value === 'string' ? addressOf(value) : JSON.stringify(value));
  };
  const lines: string[] = [];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]];
    if (!Array.isArray(was) && !Array.isArray(is)) {
      lines.push(`${name}: ${valueOf(was)} becomes ${valueOf(is)}`);
      continue;
    }
    for (const [verb, list] of [
      ['add', is],
      ['remove', was],
    ] as const) {
      if (!Array.isArray(list) || list.length === 0) continue;
      const texts = list.map((one) => valueOf(one));
      lines.push(`${name}, ${verb} ${texts.length}: ${listed(texts, (text) => text)}`);
    }
  }
  const {
    kind = 'change',
    reason,
    former,
  } = operation as typeof operation & {
    readonly reason?: string;
    readonly former?: string;
  };
  return [
    `${verbs[kind] ?? `Run ${quoted(kind)} of`} the group ${quoted(displayName)}?`,
    ...lines,
    ...(former === undefined ? [] : [`Role of the former person: ${quoted(former)}`]),
    ...(reason === undefined ? [] : [`Reason: ${quoted(reason)}`]),
    ...approvalLines(approval),
  ].join('\n');
}

export function handoverQuestion(
  { to: successor, former, reason }: PersonHandover,
  { person, items }: PersonHandoverPlan,
): string {
  const groups = items.filter(({ changed }) => changed);
  const kept = items.filter(({ rosters }) => rosters.length > 0);
  const sources = [...new Set(kept.flatMap(({ rosters }) => rosters.map(({ source }) => source)))];
  const refused = items.filter(({ conforms }) => !conforms);
  const shown = groups
    .slice(0, maxNames)
    .map(
      ({ displayName, responsible, deputy }) =>
        `- ${quoted(displayName)}: responsible ${placeOf(responsible)}, deputy ${placeOf(deputy)}`,
    );
  const successors = groups.map((group) =>
    group.role === 'deputy'
      ? group.deputy
      : group.role === 'responsible'
        ? group.responsible
        : (successor ?? null),
  );
  const named = [...new Set(successors.filter((one) => one !== null))];
  const who = quoted(person.email ?? person.displayName ?? person.id);
  const to = named.length === 0 ? 'nobody' : listed(named);
  return [
    `Hand over ${counted(groups.length, 'group')} of ${who} to ${to}?`,
    ...shown,
    ...(groups.length > shown.length ? [`- and ${groups.length - shown.length} more`] : []),
    ...vacancyLines(groups),
    ...(former === undefined ? [] : [`Role that the person keeps: ${quoted(former)}`]),
    ...(reason == null ? [] : [`Reason: ${quoted(reason)}`]),
    ...(kept.length === 0
      ? []
      : [
          `Rosters of ${listed(sources)} keep the person in ${counted(kept.length, 'group')}: ${listed(kept.map(({ displayName }) => displayName))}`,
        ]),
    ...(refused.length === 0
      ? []
      : [
          `${counted(refused.length, 'group')} would stay: ${listed(refused.map(({ displayName }) => displayName))}`,
        ]),
  ].join('\n');
}

function placeOf(person: string | null): string {
  return person === null ? 'none' : quoted(person);
}

function vacancyLines(groups: PersonHandoverPlan['items']): string[] {
  return (['responsible', 'deputy'] as const).flatMap((role) => {
    const names = groups.filter(({ vacant }) => vacant.includes(role));
    if (names.length === 0) return [];
    const list = listed(names.map(({ displayName }) => displayName));
    return [`Without a ${role === 'deputy' ? 'deputy' : 'responsible person'}: ${list}`];
  });
}

/** Addresses of the people as the directory has them, by the texts that name them. */
function addressesOf(people: readonly PlannedPerson[]): (reference: string) => string {
  const known = new Map(people.map(({ reference, person }) => [reference, person?.email]));
  return (reference) => known.get(reference) ?? reference;
}

function approvalLines(approval: TeamPlan['approval']): string[] {
  return (approval?.stages ?? []).map(({ stage, as, approvers, notAsked }) => {
    const names = approvers.map(
      ({ email, displayName, personId }) => email ?? displayName ?? personId,
    );
    const others = notAsked === 0 ? '' : `; ${notAsked} more are not asked`;
    return `Approval ${stage} by ${names.length === 0 ? quoted(as) : listed(names)}${others}`;
  });
}
