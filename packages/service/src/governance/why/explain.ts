// The reasons for a fact about a group: the entry of the audit log that made it so, and the entries that led to that one.
import type { Cause } from '../../audit/activity.ts';
import type { EntryProof } from '../../audit/chain.ts';
import { settingNames } from '../../directory/group-settings.ts';

/** An entry of the audit log, with its place in the chain. */
export interface Reason {
  readonly activityId: number;
  readonly occurredAt: Date;
  readonly action: string;
  readonly actor: { readonly kind: string; readonly id: string };
  readonly requestId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** Null until the entry is in the chain, within about a second. */
  readonly proof: EntryProof | null;
}

/** Members of the record that entries have in `before` and `after`. */
const recordMembers = [
  'displayName',
  'description',
  'visibility',
  'responsible',
  'deputy',
  'owners',
  'members',
  'archived',
] as const;

/** The facts that can be asked about, but for `properties.NAME` and `externalIds.SOURCE`. */
export const namedFacts: readonly string[] = [
  ...recordMembers,
  'mailNickName',
  'expiresAt',
  'state',
  'hold',
  ...settingNames.map((name) => `settings.${name}`),
];

/** The entries that change a fact. */
export type Fact =
  /** Their action says it. */
  | { readonly by: 'action'; readonly actions: readonly string[] }
  /** `before` and `after` have it by its name, or their action says it. */
  | { readonly by: 'member'; readonly name: string; readonly actions: readonly string[] }
  | { readonly by: 'property'; readonly name: string }
  | { readonly by: 'setting'; readonly name: string }
  | { readonly by: 'source'; readonly source: string }
  /** Lists of `before` and `after` name the person. */
  | { readonly by: 'person'; readonly list: string };

/** @param property of `namedFacts`, or with a prefix */
export function factOf(property: string, isAboutPerson: boolean): Fact {
  const prefixed = /^(properties|externalIds|settings)\.(.+)$/s.exec(property);
  const name = prefixed?.[2] ?? '';
  const prefix = prefixed?.[1];
  if (prefix === 'properties') return { by: 'property', name };
  if (prefix === 'externalIds') return { by: 'source', source: name.toLowerCase() };
  if (prefix === 'settings') return { by: 'setting', name };
  switch (property) {
    case 'state':
      return { by: 'action', actions: changesOfState };
    case 'hold':
      return { by: 'action', actions: ['group.held', 'group.released'] };
    case 'mailNickName':
      return { by: 'action', actions: [] };
    case 'archived':
      return { by: 'member', name: property, actions: ['group.archived', 'group.unarchived'] };
    case 'expiresAt':
      return { by: 'member', name: property, actions: ['group.renewed'] };
    case 'owners':
    case 'members':
      return isAboutPerson
        ? { by: 'person', list: property }
        : { by: 'member', name: property, actions: [] };
    default:
      return { by: 'member', name: property, actions: [] };
  }
}

const changesOfState = [
  'group.archived',
  'group.unarchived',
  'group.deleted',
  'group.restored',
  'group.gone',
  'group.returned',
  'group.removed',
  'group.failed',
  'group.cancelled',
  'group.adoption_ended',
];

/** The entries of a creation or an adoption, which make a fact that nothing changed since. */
export const beginnings = ['group.accepted', 'group.succeeded', 'group.adopted'] as const;

/** The rule of a policy that acted, as the entry says it. */
export function ruleOf({ data }: Pick<Reason, 'data'>): Cause | undefined {
  return data['cause'] as Cause | undefined;
}

type Entry = Omit<Reason, 'proof'>;

/**
 * The entries that led to the one that made the fact, and that one.
 * @param maker the entry that made the fact
 * @param earlier entries of the group between the former change of the fact and the maker, oldest first
 */
export function reasonsFor<One extends Entry>(maker: One, earlier: readonly One[]): readonly One[] {
  const found = new Set<One>([maker]);
  const add = (wanted: (entry: One) => boolean) => {
    for (const entry of earlier) if (wanted(entry)) found.add(entry);
  };
  const { operationId } = maker.data;
  if (operationId === undefined) {
    // The approvals of a creation or an adoption have no operation.
    if (isBeginning(maker)) add((entry) => isBeginning(entry) || isApproval(entry));
  } else {
    add(({ data }) => data['operationId'] === operationId);
  }
  for (const { actor, activityId } of Array.from(found)) {
    if (actor.kind !== 'person') continue;
    const decision = earlier.findLast(
      (entry) =>
        entry.action === 'task.decided' &&
        entry.actor.id === actor.id &&
        entry.activityId <= activityId + neighbours,
    );
    if (decision !== undefined) found.add(decision);
  }
  const areas = new Set([...found].flatMap((entry) => areaOf(entry) ?? []));
  add((entry) => {
    const area = areaOf(entry);
    return area !== undefined && areas.has(area) && !entry.action.startsWith('group.operation');
  });
  const tasks = new Set([...found].flatMap(({ data }) => data['taskId'] ?? []));
  add(({ data }) => tasks.has(data['taskId'] ?? ''));
  return [...found];
}

/** The reasons are in the order in which they followed. */
export function inOrder(reasons: readonly Reason[]): readonly Reason[] {
  return reasons.toSorted((one, other) => placeOf(one) - placeOf(other));
}

/** Entries of one transaction have neighbouring ids, in the order in which they were written. */
export const neighbours = 20;

/** The settings that a creation wrote are an entry beside its end. */
function isBeginning({ action, data }: Pick<Entry, 'action' | 'data'>): boolean {
  const isOfCreation = action === 'group.settings_applied' && data['operationId'] === undefined;
  return isOfCreation || beginnings.some((one) => one === action);
}

/** An operation, and a creation, may write several entries that make one fact. */
export function isSameAct(
  one: Pick<Entry, 'action' | 'data'>,
  other: Pick<Entry, 'action' | 'data'>,
): boolean {
  const { operationId } = one.data;
  if (operationId !== undefined) return other.data['operationId'] === operationId;
  return isBeginning(one) && isBeginning(other);
}

function isApproval({ action, data }: Entry): boolean {
  const { kind } = data;
  return action.startsWith('task.') && (kind === 'approve' || kind === 'approve_adoption');
}

/** The part of the policy whose rules follow from each other, such as reminders, expiry and archiving. */
function areaOf(entry: Entry): string | undefined {
  const cause = ruleOf(entry);
  return cause && `${cause.templateId} ${cause.rule.split('.', 1)[0]}`;
}

/** Those that are not in the chain yet are the newest. */
function placeOf({ proof, activityId }: Reason): number {
  return proof?.position ?? Number.MAX_SAFE_INTEGER / 2 + activityId;
}

/** The fact before and after, as far as the entry says it; undefined: it says nothing. */
export function changeOf(
  { data }: Pick<Reason, 'data'>,
  fact: Fact,
  people: readonly string[],
): { readonly before: unknown; readonly after: unknown } | undefined {
  const [before, after] = [data['before'], data['after']].map((record) => valueIn(record, fact));
  if (before === undefined && after === undefined) return undefined;
  const shown = (value: unknown) =>
    fact.by === 'person' && Array.isArray(value)
      ? value.filter((one) => people.includes(`${one}`.toLowerCase()))
      : (value ?? null);
  return { before: shown(before), after: shown(after) };
}

function valueIn(record: unknown, fact: Fact): unknown {
  if (typeof record !== 'object' || record === null) return undefined;
  const members = record as Readonly<Record<string, unknown>>;
  switch (fact.by) {
    case 'member':
      return members[fact.name];
    case 'setting':
      return members[`settings.${fact.name}`];
    case 'property':
      return (members['properties'] as Readonly<Record<string, unknown>> | undefined)?.[fact.name];
    case 'person':
      return members[fact.list];
    case 'action':
    case 'source':
      return undefined;
    default:
      throw new TypeError(`Unknown fact: ${String(fact satisfies never)}`);
  }
}
