// The inverse of one operation: the request that brings the group back to where it was, and the properties that cannot go
// back. An undo overwrites nobody's later change and takes nobody out of a group.
import { projectedRecord, answeringKeys } from '../change/apply-result.ts';
import { keyIn } from '../change/already-done.ts';
import type {
  GroupChange,
  GroupRecord,
  OperationKind,
  RecordWithPending,
} from '../change/operation.ts';
import {
  type Batch,
  type BatchGroup,
  type BatchKind,
  type BatchResult,
  type BeginEach,
  type BeginGroups,
  createBeginEach,
} from './batch.ts';
import type { AcceptOperations } from '../change/accept-operation.ts';
import { DomainError, notFound } from '../../ground/errors.ts';
import { isWithin } from '../../ground/group-limit.ts';

/** An operation of a batch that has ended, or a hold. */
export interface DoneInBatch {
  /** Place of the group in the batch. */
  readonly position: number;
  readonly teamId: string;
  readonly kind: OperationKind | BatchKind;
  /** The members of the record that it changed. Lists have the people who were removed, and those who were added. */
  readonly before: Readonly<Record<string, unknown>>;
  readonly after: Readonly<Record<string, unknown>>;
  readonly reason: string | null;
}

/**
 * `changed_since`: someone has changed it since. `not_undoable`: it has no inverse. `stays_in_group`: people who were added
 * stay, because they may be in the group for another reason.
 */
export const stayReasons = ['changed_since', 'not_undoable', 'stays_in_group'] as const;

interface Staying {
  readonly property: string;
  readonly code: (typeof stayReasons)[number];
}

export interface Inverse {
  /** Null: nothing goes back. */
  readonly kind: OperationKind | 'release' | 'end_adoption' | null;
  readonly change: GroupChange;
  readonly stays: readonly Staying[];
}

const inverseKinds = {
  archive: 'unarchive',
  unarchive: 'archive',
  delete: 'restore',
  restore: 'delete',
} as const;

/** The properties that these kinds change: the audit log alone has what they replaced. */
const notUndoable = { renew: 'expiresAt', release: 'hold', roster: 'rosters' } as const;

export function isUndoable(kind: BatchKind): boolean {
  return !(kind in notUndoable);
}

/** @param record the group as it is */
export function inverseOf(done: DoneInBatch, record: RecordWithPending): Inverse {
  switch (done.kind) {
    case 'archive':
    case 'unarchive':
    case 'delete':
    case 'restore':
      return { kind: inverseKinds[done.kind], change: {}, stays: [] };
    case 'hold':
      // Another hold may have taken its place.
      return record.holdReason == null || record.holdReason === done.reason
        ? { kind: record.holdReason == null ? null : 'release', change: {}, stays: [] }
        : nothing('hold', 'changed_since');
    case 'adopt':
      if (record.state === 'ended') return { kind: null, change: {}, stays: [] };
      return record.state === 'active' || record.state === 'archived'
        ? { kind: 'end_adoption', change: {}, stays: [] }
        : nothing('adoption', 'not_undoable');
    case 'renew':
    case 'release':
    case 'roster':
      return nothing(notUndoable[done.kind], 'not_undoable');
    case 'undo':
      return { kind: null, change: {}, stays: [] };
    case 'change':
    case 'handover':
    case 'repair':
    case 'accept_drift':
      return changeBack(done, projectedRecord(record, record.pending));
    default:
      throw new TypeError(`Unknown kind: ${String(done.kind satisfies never)}`);
  }
}

function nothing(property: string, code: Staying['code']): Inverse {
  return { kind: null, change: {}, stays: [{ property, code }] };
}

const answering = ['responsible', 'deputy'] as const;
const listsOfPeople = ['owners', 'members'] as const;

function changeBack({ kind, before, after }: DoneInBatch, record: GroupRecord): Inverse {
  const { displayName, description, policy, people, isArchived, requestedExpiry } = record;
  const { responsible, deputy } = people;
  const present: Readonly<Record<string, unknown>> = {
    displayName,
    description,
    visibility: policy.visibility,
    archived: isArchived,
    expiresAt: requestedExpiry?.toISOString() ?? null,
    // A repair made people owners, and the record names them as before.
    ...(kind !== 'repair' && { responsible, deputy }),
  };
  const idOf = answeringKeys(record);
  const keyOf = (value: unknown) => (typeof value === 'string' ? keyIn(idOf, value) : value);
  const change: Record<string, unknown> = {};
  const stays = new Map<string, Staying['code']>();
  const isSame = (property: string, one: unknown, other: unknown) =>
    property === 'responsible' || property === 'deputy'
      ? keyOf(one) === keyOf(other)
      : one === other;
  const isOfPeople = (property: string) => listsOfPeople.some((list) => property.startsWith(list));
  for (const property of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (isOfPeople(property)) {
      if (kind === 'repair') stays.set(property, 'stays_in_group');
      continue;
    }
    const [was, became, is] = [before[property], after[property], present[property]];
    const isUnknown = is === undefined || was === undefined;
    if (isUnknown || (property === 'responsible' && was === null)) {
      stays.set(property, 'not_undoable');
    } else if (isSame(property, is, was)) {
      continue;
    } else if (isSame(property, is, became)) {
      change[property] = was;
    } else {
      stays.set(property, 'changed_since');
    }
  }
  if (kind !== 'repair') {
    Object.assign(change, placesBack({ before, after }, people, change, keyOf, stays));
  }
  const isAlone = change['archived'] !== undefined && Object.keys(change).length === 1;
  const [archiving, given] = [change['archived'] === true, Object.keys(change).length > 0];
  return {
    kind: isAlone ? (archiving ? 'archive' : 'unarchive') : given ? 'change' : null,
    change: isAlone ? {} : change,
    stays: [...stays].map(([property, code]) => ({ property, code })),
  };
}

/** The people who lost a place get it again. Those who answered for the group meanwhile stay members. */
function placesBack(
  { before, after }: Pick<DoneInBatch, 'before' | 'after'>,
  present: GroupRecord['people'],
  change: Readonly<Record<string, unknown>>,
  keyOf: (value: unknown) => unknown,
  stays: Map<string, Staying['code']>,
): GroupChange {
  const returning = new Set(answering.map((role) => keyOf(change[role])));
  const people = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);
  const owners = [present.responsible, present.deputy, ...present.owners];
  const places = { owners, members: [...owners, ...present.members] };
  const isIn = (list: unknown, person: string) =>
    people(list).some((one) => keyOf(one) === keyOf(person));
  const leaving = answering
    .flatMap((role) => (role in change ? people([after[role] ?? []].flat()) : []))
    .filter((person) => !returning.has(keyOf(person)));
  const lists: Record<string, unknown> = {};
  for (const list of listsOfPeople) {
    const add = people(before[list]).filter(
      (one) => !returning.has(keyOf(one)) && !isIn(leaving, one) && !isIn(places[list], one),
    );
    if (add.length > 0) lists[list] = { add, remove: [] };
    const added = people(after[list]).filter((one) => !returning.has(keyOf(one)));
    if (added.length > 0) stays.set(list, 'stays_in_group');
    // An audit entry has the first 1,000 of the people.
    if (`${list}Count` in before) stays.set(list, 'not_undoable');
  }
  if (leaving.length === 0) return lists;
  const isNew = leaving.some(
    (one) => !isIn(before['owners'], one) && !isIn(before['members'], one),
  );
  if (isNew) stays.set('members', 'stays_in_group');
  const wasOwner = leaving.some((one) => isIn(before['owners'], one));
  return { ...lists, former: wasOwner ? 'owner' : 'member' };
}

/** Begins the inverse of what another batch did to each group. */
export function createBeginUndo(deps: {
  readonly readDone: (
    batch: Pick<Batch, 'tenantId' | 'batchId'>,
    positions: readonly number[],
  ) => Promise<readonly DoneInBatch[]>;
  /** By their teamIds. */
  readonly readRecords: (
    tenantId: string,
    teamIds: readonly string[],
  ) => Promise<ReadonlyMap<string, RecordWithPending>>;
  readonly acceptOperations: AcceptOperations;
  readonly release: BeginGroups;
  readonly endAdoptions: BeginGroups;
}): BeginGroups {
  const { readDone, readRecords, release, endAdoptions } = deps;
  const begin = createBeginEach(deps.acceptOperations);
  return async (batch, groups) => {
    const { tenantId, undoOf } = batch;
    if (undoOf === null) throw new TypeError('A batch that is no undo');
    const positions = groups.map(({ position }) => position);
    const done = await readDone({ tenantId, batchId: undoOf }, positions);
    const records = await readRecords(
      tenantId,
      groups.map(({ teamId }) => teamId),
    );
    const results = new Map<number, BatchResult>();
    const back: Parameters<BeginEach>[1][number][] = [];
    const released: BatchGroup[] = [];
    const givenBack: BatchGroup[] = [];
    for (const group of groups) {
      const one = done.find(({ position }) => position === group.position);
      const record = records.get(group.teamId);
      if (one === undefined || record === undefined || !isWithin(batch.within, record)) {
        results.set(group.position, { outcome: 'refused', error: notFound() });
        continue;
      }
      const { kind, change, stays } = inverseOf(one, record);
      if (kind === 'release') released.push(group);
      else if (kind === 'end_adoption') givenBack.push(group);
      else if (kind !== null) back.push({ ...group, version: record.version, kind, change });
      else results.set(group.position, withoutInverse(stays));
    }
    const add = (begun: readonly BatchGroup[], ended: readonly BatchResult[]) => {
      for (const [at, { position }] of begun.entries()) {
        const result = ended[at];
        if (result !== undefined) results.set(position, result);
      }
    };
    // The end of an adoption locks the lane, which comes before any group.
    add(givenBack, await endAdoptions(batch, givenBack));
    add(back, await begin(batch, back));
    add(released, await release(batch, released));
    return positions.map((position) => results.get(position) ?? { outcome: 'unchanged' });
  };
}

function withoutInverse(stays: Inverse['stays']): BatchResult {
  const [first] = stays;
  if (first === undefined) return { outcome: 'unchanged' };
  const detail =
    first.code === 'changed_since'
      ? `Someone has changed ${first.property} since.`
      : `${first.property} cannot go back.`;
  return { outcome: 'refused', error: new DomainError('version_conflict', detail) };
}
