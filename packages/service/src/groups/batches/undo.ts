// The inverse of what was done to one group: the operations that bring it back to where it was, and what cannot go back. An
// undo overwrites nobody's later change and takes nobody out of a group.
import type { ActorKind } from '../../audit/activity.ts';
import { noLabel } from '../../directory/group-settings.ts';
import { isSettingProperty, labelProperty, settingOf } from '../../engine/observed-state.ts';
import { answeringKeys, projectedRecord } from '../change/apply-result.ts';
import { keyIn } from '../change/already-done.ts';
import type {
  GroupChange,
  GroupRecord,
  OperationKind,
  RecordWithPending,
} from '../change/operation.ts';
import type { BatchKind } from './batch.ts';

type Members = Readonly<Record<string, unknown>>;

/** One thing that was done to a group, and has ended. */
export interface DoneChange {
  readonly kind: OperationKind | 'hold' | 'release' | 'adopt' | keyof typeof withoutInverse;
  /** Its operation failed after a part of it. */
  readonly hasFailed: boolean;
  /** The members of the record that it changed. Lists have the people who were removed, and those who were added. */
  readonly before: Members;
  readonly after: Members;
}

/** A later act of someone else. */
export interface LaterChange extends DoneChange {
  readonly by: { readonly kind: ActorKind; readonly id: string };
  readonly at: Date;
}

export interface DoneToGroup {
  /** Place of the group in the batch; 0 where no batch did it. */
  readonly position: number;
  readonly teamId: string;
  /** The changes are in the order in which they were made. */
  readonly done: readonly DoneChange[];
  /** The earliest is first. */
  readonly since: readonly LaterChange[];
  /** Operations that have not ended: they run, or await an approval. */
  readonly unfinished: readonly OperationKind[];
}

/** The member of the group that stays, by the kind that changed it. The audit log alone has what it replaced. */
const withoutInverse = {
  renew: 'expiresAt',
  create: 'creation',
  end_adoption: 'adoption',
  external_id: 'externalIds',
  // The approved operation goes back with the acts of its requester.
  approval: 'approval',
} as const;

export const stayReasons = [
  /** Someone has changed it since. */
  'changed_since',
  /** It has no inverse. */
  'not_undoable',
  /** People who were added stay, because they may be in the group for another reason. */
  'stays_in_group',
  /** The adoption ends, so nothing of the group is changed. */
  'adoption_ends',
  /** It has not ended: it runs, or awaits an approval. */
  'unfinished',
  /** The rules or the directory refuse the former value. */
  'refused',
] as const;

export interface Staying {
  readonly property: string;
  readonly code: (typeof stayReasons)[number];
  /** The author and the time of a later change; absent where nobody knows. */
  readonly by?: LaterChange['by'];
  readonly at?: Date;
  /** Why the former value is refused: the code of a fault, and its sentence. */
  readonly reason?: string;
  readonly detail?: string;
}

export interface UndoStep {
  readonly kind: OperationKind | 'hold' | 'release' | 'end_adoption';
  readonly change: GroupChange;
  /** It belongs to a hold. */
  readonly reason?: string;
}

export interface Inverse {
  /** They are in their order; none: nothing goes back. */
  readonly steps: readonly UndoStep[];
  readonly stays: readonly Staying[];
}

/**
 * The members of an inverse that a plan found to be refused, by their names; people as `owners` and the person. Null: the
 * directory knows the person by another name, who has the place already.
 */
export type Omitted = ReadonlyMap<string, Refusal | null>;
export type Refusal = Required<Pick<Staying, 'reason' | 'detail'>>;

export function isUndoable(kind: BatchKind): boolean {
  return kind !== 'renew';
}

const answering = ['responsible', 'deputy'] as const;
const listsOfPeople = ['owners', 'members'] as const;
const isOfPeople = (property: string) => listsOfPeople.some((list) => property.startsWith(list));

/**
 * @param record the group as it is
 * @param omitted what stays as it is
 */
export function inverseOf(
  { done, since, unfinished }: Pick<DoneToGroup, 'done' | 'since' | 'unfinished'>,
  record: RecordWithPending,
  omitted: Omitted = new Map(),
): Inverse {
  const stays = new Map<string, Staying>();
  const stay = (one: Staying) => stays.set(one.property, one);
  for (const kind of unfinished) stay({ property: kind, code: 'unfinished' });
  for (const { kind, hasFailed } of done) {
    if (kind in withoutInverse && !hasFailed) {
      const property = withoutInverse[kind as keyof typeof withoutInverse];
      stay({ property, code: 'not_undoable' });
    }
    // The source still names its people.
    if (kind === 'roster') stay({ property: 'rosters', code: 'not_undoable' });
  }
  const changes = done.map(membersOf);
  const found = formerValues(changes, record, (property) => changedBy(property, since));
  for (const one of found.stays) stay(one);
  const former = withoutOmitted(found.former, omitted, stay);
  const present = projectedRecord(record, record.pending);
  const change = changeOf(former, {
    ...placesBack({ changes, since }, present, { former, omitted }, stay),
  });
  for (const { kind, before, after } of done) {
    if (kind !== 'repair') continue;
    for (const property of Object.keys({ ...before, ...after })) {
      if (isPlace(property)) stay({ property, code: 'stays_in_group' });
    }
  }
  if (done.some(({ kind }) => kind === 'adopt')) {
    return endOfAdoption(record, { ...former, ...change }, stays);
  }
  return { steps: stepsOf(former, change), stays: [...stays.values()] };
}

/** The former values of the members that go back; `deleted` and `hold` are members like the others. */
type Former = Readonly<Record<string, unknown>>;

function stepsOf(former: Former, change: GroupChange): readonly UndoStep[] {
  const { archived, ...others } = change;
  const isAlone = archived !== undefined && Object.keys(others).length === 0;
  const changing: UndoStep[] = isAlone
    ? [{ kind: archived ? 'archive' : 'unarchive', change: {} }]
    : Object.keys(change).length > 0
      ? [{ kind: 'change', change }]
      : [];
  const { deleted, hold } = former;
  return [
    // A hold refuses archiving and deletion: it decides, as if someone had put it on by hand.
    ...(hold === null ? [{ kind: 'release', change: {} } as const] : []),
    ...(typeof hold === 'string' ? [{ kind: 'hold', change: {}, reason: hold } as const] : []),
    ...(deleted === false ? [{ kind: 'restore', change: {} } as const] : []),
    ...changing,
    ...(deleted === true ? [{ kind: 'delete', change: {} } as const] : []),
  ];
}

/** The group stays in the directory as it is. */
function endOfAdoption(
  { state }: RecordWithPending,
  others: Former,
  stays: Map<string, Staying>,
): Inverse {
  if (state === 'ended') return { steps: [], stays: [] };
  if (state !== 'active' && state !== 'archived') {
    return { steps: [], stays: [{ property: 'adoption', code: 'not_undoable' }] };
  }
  for (const property of Object.keys(others))
    stays.set(property, { property, code: 'adoption_ends' });
  return { steps: [{ kind: 'end_adoption', change: {} }], stays: [...stays.values()] };
}

/** The members that a change has, with the state of the group among them. */
function membersOf({
  kind,
  hasFailed,
  before,
  after,
}: DoneChange): Pick<DoneChange, 'before' | 'after'> {
  const switched = (name: string, to: boolean) =>
    hasFailed ? { before: {}, after: {} } : { before: { [name]: !to }, after: { [name]: to } };
  if (kind === 'archive' || kind === 'unarchive') return switched('archived', kind === 'archive');
  if (kind === 'delete' || kind === 'restore') return switched('deleted', kind === 'delete');
  if (kind === 'repair') return { before: withoutPeople(before), after: withoutPeople(after) };
  return { before: flat(before), after: flat(after) };
}

function isPlace(property: string): boolean {
  return isOfPeople(property) || answering.some((role) => role === property);
}

/** A repair made people owners, and the record names them as before. */
function withoutPeople(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !isPlace(name)));
}

/** Properties of the template one by one. */
function flat({ properties, ...members }: Members): Members {
  return { ...members, ...prefixed('properties', properties) };
}

function prefixed(prefix: string, members: unknown): Members {
  if (typeof members !== 'object' || members === null) return {};
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [`${prefix}.${name}`, value]),
  );
}

function changedBy(property: string, since: readonly LaterChange[]): Pick<Staying, 'by' | 'at'> {
  const last = since.findLast((one) => {
    const { before, after } = membersOf(one);
    return property in before || property in after;
  });
  return last === undefined ? {} : { by: last.by, at: last.at };
}

/**
 * Each member goes back from its present value, change by change, as long as the value is the one that the change gave it.
 */
function formerValues(
  changes: readonly Pick<DoneChange, 'before' | 'after'>[],
  record: RecordWithPending,
  lastChangeOf: (property: string) => Pick<Staying, 'by' | 'at'>,
): { readonly former: Former; readonly stays: readonly Staying[] } {
  const present = presentValues(record);
  const drift = new Map<string, unknown>(
    (record.drift ?? []).map((one) => [one.property, one.observed]),
  );
  const isRequired = record.policy.protection?.required === true;
  const idOf = answeringKeys(record);
  const keyOf = (value: unknown) => (typeof value === 'string' ? keyIn(idOf, value) : value);
  const isSame = (property: string, one: unknown, other: unknown) =>
    answering.some((role) => role === property)
      ? keyOf(one) === keyOf(other)
      : (one ?? null) === (other ?? null);
  const former: Record<string, unknown> = {};
  const stays: Staying[] = [];
  const names = new Set(
    changes.flatMap(({ before, after }) => [...Object.keys(before), ...Object.keys(after)]),
  );
  for (const property of names) {
    if (isOfPeople(property)) continue;
    // A property of the template that has no value is absent.
    const isAbsent = property.startsWith('properties.');
    const is = property in present || isAbsent ? (present[property] ?? null) : undefined;
    const ofProperty = changes.filter(
      ({ before, after }) => property in before || property in after,
    );
    const valueIn = (members: Members) =>
      property in members || isAbsent ? (members[property] ?? null) : undefined;
    const first = ofProperty[0] && valueIn(ofProperty[0].before);
    if (first !== undefined && is !== undefined && isSame(property, is, first)) continue;
    let value: unknown = is;
    let staying: Staying | undefined;
    for (const { before, after } of ofProperty.toReversed()) {
      const [was, became] = [valueIn(before), valueIn(after)];
      if (value === undefined) staying = { property, code: 'not_undoable' };
      else if (isSame(property, value, became)) {
        if (was === undefined || (property === 'responsible' && was === null)) {
          staying = { property, code: 'not_undoable' };
        } else value = was;
      } else if (was === undefined || !isSame(property, value, was)) {
        staying = { property, code: 'changed_since', ...lastChangeOf(property) };
      }
      if (staying !== undefined) break;
    }
    if (isSettingProperty(property) && !isSame(property, value, is)) {
      // A group loses no label, and a template that requires its settings takes no others.
      const isWritable = !(property === labelProperty && value === noLabel);
      if (!isWritable || isRequired) {
        stays.push({ property, code: 'not_undoable' });
        continue;
      }
    }
    const observed = drift.get(property);
    if (drift.has(property) && !isSame(property, value, is) && !isSame(property, observed, value)) {
      // People have changed it in the directory.
      stays.push({ property, code: 'changed_since' });
      continue;
    }
    if (staying !== undefined) stays.push(staying);
    if (!isSame(property, value, is)) former[property] = value;
  }
  return { former, stays };
}

function presentValues(record: RecordWithPending): Members {
  const group = projectedRecord(record, record.pending);
  const { displayName, description, policy, people, isArchived, requestedExpiry } = group;
  return {
    displayName,
    description,
    visibility: policy.visibility,
    archived: isArchived,
    deleted: group.state === 'deleted',
    hold: record.holdReason ?? null,
    expiresAt: requestedExpiry?.toISOString() ?? null,
    responsible: people.responsible,
    deputy: people.deputy,
    ...prefixed('properties', group.properties),
    ...prefixed('settings', group.settings),
  };
}

function withoutOmitted(former: Former, omitted: Omitted, stay: (one: Staying) => void): Former {
  const kept = Object.entries(former).filter(([property]) => {
    const refusal = omitted.get(property);
    if (refusal != null) stay({ property, code: 'refused', ...refusal });
    return refusal === undefined;
  });
  return Object.fromEntries(kept);
}

/** The request that gives a group its former values. */
function changeOf(former: Former, places: GroupChange): GroupChange {
  const plain: Record<string, unknown> = {};
  const properties: Record<string, unknown> = {};
  const settings: Record<string, unknown> = {};
  for (const [property, value] of Object.entries(former)) {
    if (property === 'deleted' || property === 'hold') continue;
    if (property.startsWith('properties.')) {
      properties[property.slice('properties.'.length)] = value;
    } else if (isSettingProperty(property)) {
      settings[settingOf(property)] = value;
    } else plain[property] = value;
  }
  return {
    ...plain,
    ...(Object.keys(properties).length > 0 && {
      setProperties: properties as NonNullable<GroupChange['setProperties']>,
    }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...places,
  };
}

/** The people who lost a place get it again. Those who answered for the group meanwhile stay members. */
function placesBack(
  {
    changes,
    since,
  }: {
    readonly changes: readonly Pick<DoneChange, 'before' | 'after'>[];
    readonly since: readonly LaterChange[];
  },
  record: GroupRecord,
  { former, omitted }: { readonly former: Former; readonly omitted: Omitted },
  stay: (one: Staying) => void,
): GroupChange {
  const present = record.people;
  const idOf = answeringKeys(record);
  const keyOf = (value: unknown) => (typeof value === 'string' ? keyIn(idOf, value) : value);
  const returning = new Set(answering.map((role) => keyOf(former[role])));
  const people = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);
  const owners = [present.responsible, present.deputy, ...present.owners];
  const places = { owners, members: [...owners, ...present.members] };
  const isIn = (list: unknown, person: string) =>
    people(list).some((one) => keyOf(one) === keyOf(person));
  const leaving = answering
    .flatMap((role) => (role in former ? people([present[role] ?? []].flat()) : []))
    .filter((person) => !returning.has(keyOf(person)));
  const lists: Record<string, unknown> = {};
  const lost = { owners: [] as string[], members: [] as string[] };
  for (const list of listsOfPeople) {
    const moves = firstMoves(changes, list, keyOf);
    lost[list] = moves.removed;
    const add = moves.removed.filter((one) => {
      if (returning.has(keyOf(one)) || isIn(leaving, one) || isIn(places[list], one)) return false;
      const taken = since.findLast(({ before }) => isIn(before[list], one));
      if (taken !== undefined) {
        stay({ property: `${list} ${one}`, code: 'changed_since', by: taken.by, at: taken.at });
        return false;
      }
      const refusal = omitted.get(`${list} ${one}`);
      if (refusal != null) stay({ property: `${list} ${one}`, code: 'refused', ...refusal });
      return refusal === undefined;
    });
    if (add.length > 0) lists[list] = { add, remove: [] };
    const added = moves.added.filter(
      (one) => !returning.has(keyOf(one)) && !isIn(lost.owners, one) && isIn(places.members, one),
    );
    if (added.length > 0) stay({ property: list, code: 'stays_in_group' });
    // An audit entry has the first 1,000 of the people.
    if (changes.some(({ before }) => `${list}Count` in before)) {
      stay({ property: list, code: 'not_undoable' });
    }
  }
  if (leaving.length === 0) return lists;
  if (leaving.some((one) => !isIn(lost.owners, one) && !isIn(lost.members, one))) {
    stay({ property: 'members', code: 'stays_in_group' });
  }
  const wasOwner = leaving.some((one) => isIn(lost.owners, one));
  return { ...lists, former: wasOwner ? 'owner' : 'member' };
}

/** People by what happened to them first: who was removed had a place before, and who was added had none. */
function firstMoves(
  changes: readonly Pick<DoneChange, 'before' | 'after'>[],
  list: (typeof listsOfPeople)[number],
  keyOf: (value: unknown) => unknown,
): { readonly removed: string[]; readonly added: string[] } {
  const seen = new Set<unknown>();
  const moves = { removed: [] as string[], added: [] as string[] };
  const note = (to: string[], people: unknown) => {
    for (const person of Array.isArray(people) ? people.map(String) : []) {
      if (seen.has(keyOf(person))) continue;
      seen.add(keyOf(person));
      to.push(person);
    }
  };
  for (const { before, after } of changes) {
    note(moves.removed, before[list]);
    note(moves.added, after[list]);
  }
  return moves;
}
