// Decides whether the effect of a request is there already: then it succeeds without an operation, an entry of the audit log
// or an event. The record of the group counts, and the differences that the last comparison saw. The directory alone knows
// who is in a group now, so a change that names people to add or remove always becomes an operation.
import { personKey } from '../../directory/person-reference.ts';
import type { DriftProperty } from '../../engine/observed-state.ts';
import {
  type GroupChange,
  type GroupRecord,
  isNamed,
  type OperationKind,
  type PeopleChange,
  peopleIn,
  type PendingOperation,
  type RecordWithPending,
} from './operation.ts';

/** People by the keys of their other names, as far as their ids are known without the directory. */
export type KnownIds = ReadonlyMap<string, string>;

/** The same for all names of a person that are known. */
export function keyIn(idOf: KnownIds | undefined, reference: string): string {
  const key = personKey(reference);
  return idOf?.get(key) ?? key;
}

/** The members that differ from the record. A list of people counts if it names anyone. */
export function differingMembers(
  change: GroupChange,
  { displayName, description, people, policy, isArchived }: GroupRecord,
  idOf?: KnownIds,
): ReadonlySet<keyof GroupChange> {
  const keyOf = <T extends string | null | undefined>(reference: T) =>
    typeof reference === 'string' ? keyIn(idOf, reference) : reference;
  const { owners, members } = change;
  const differences = {
    displayName: differs(change.displayName, displayName),
    description: differs(change.description, description),
    visibility: differs(change.visibility, policy.visibility),
    responsible: differs(keyOf(change.responsible), keyOf(people.responsible)),
    deputy: differs(keyOf(change.deputy), keyOf(people.deputy)),
    properties: change.properties !== undefined,
    settings: change.settings !== undefined,
    expiresAt: change.expiresAt !== undefined,
    archived: differs(change.archived, isArchived),
    owners: owners !== undefined && peopleIn({ owners }) > 0,
    members: members !== undefined && peopleIn({ members }) > 0,
  };
  const names = Object.keys(differences) as (keyof typeof differences)[];
  return new Set(names.filter((name) => differences[name]));
}

function differs<T>(wanted: T | undefined, present: T): boolean {
  return wanted !== undefined && wanted !== present;
}

export interface AlreadyDone {
  /**
   * The operation that is accepted and has not ended, or that awaits an approval, of which the effect is; undefined: the
   * record has it.
   */
  readonly by: PendingOperation | undefined;
}

/**
 * @param asked.records the record of the group, and as each operation that is accepted leaves it
 * @param asked.changeOf the change that the request makes of a record; undefined: it would be refused
 * @param asked.mayNeedApproval whether the request may be asked about; then people whom such an operation names already
 * need no other one
 * @param asked.awaited the operations that await an approval, as the request would, and the records that they leave
 */
export function alreadyDone(
  asked: {
    readonly kind: OperationKind;
    readonly changeOf: (record: GroupRecord) => GroupChange | undefined;
    readonly records: readonly GroupRecord[];
    readonly mayNeedApproval: boolean;
    readonly awaited: readonly PendingOperation[];
    readonly awaitedRecords: readonly GroupRecord[];
    readonly idOf: KnownIds;
  },
  { pending, drift }: Pick<RecordWithPending, 'pending' | 'drift'>,
): AlreadyDone | undefined {
  const seen = drift && new Set(drift.map(({ property }) => property));
  const { records, mayNeedApproval, awaited, awaitedRecords } = asked;
  const toApprove = (one: PendingOperation) => mayNeedApproval && one.mayNeedApproval;
  const since =
    records.findLastIndex(
      (record, at) => !isDone(asked, record, seen, pending.slice(0, at).filter(toApprove)),
    ) + 1;
  if (since < records.length) return { by: pending[since - 1] };
  const waiting = awaitedRecords.findLastIndex((record, at) => {
    const before = awaited.slice(0, at + 1);
    const left = [...(seen ?? [])].filter((property) => !before.some(writes(property)));
    return !isDone(asked, record, seen && new Set(left), before);
  });
  const by = awaited[waiting + 1];
  return by && { by };
}

function writes(property: DriftProperty) {
  return ({ change: { accepted = [], ...change } }: PendingOperation) =>
    property in change || isNamed(accepted, property);
}

/**
 * @param isDone whether a record is as a caller wants it
 * @param records the record of the group, and as each of the operations leaves it
 */
export function alreadyDesired(
  isDone: (record: GroupRecord) => boolean,
  records: readonly GroupRecord[],
  operations: readonly PendingOperation[],
): AlreadyDone | undefined {
  const { state } = records.at(-1) ?? {};
  if (state !== 'being_created' && state !== 'active' && state !== 'archived') return undefined;
  const since = records.findLastIndex((record) => !isDone(record)) + 1;
  return since === records.length ? undefined : { by: operations[since - 1] };
}

/** The change without the people about whom operations that await an approval say the same. */
function withoutAsked(
  change: GroupChange,
  awaited: readonly PendingOperation[],
  idOf: KnownIds,
): GroupChange {
  const { owners, members, ...others } = change;
  const asked = new Map<string, 'add' | 'remove'>();
  const lists = ['owners', 'members'] as const;
  const acts = ['add', 'remove'] as const;
  const placeOf = (list: string, reference: string) => `${list} ${keyIn(idOf, reference)}`;
  for (const { change: one } of awaited) {
    for (const list of lists) {
      for (const act of acts) {
        for (const reference of one[list]?.[act] ?? []) asked.set(placeOf(list, reference), act);
      }
    }
  }
  const left = (list: (typeof lists)[number], people: PeopleChange | undefined) => {
    const isLeft = (act: 'add' | 'remove') => (reference: string) =>
      asked.get(placeOf(list, reference)) !== act;
    return (
      people && {
        add: people.add.filter(isLeft('add')),
        remove: people.remove.filter(isLeft('remove')),
      }
    );
  };
  const [ownersLeft, membersLeft] = [left('owners', owners), left('members', members)];
  return {
    ...others,
    ...(ownersLeft && { owners: ownersLeft }),
    ...(membersLeft && { members: membersLeft }),
  };
}

function isDone(
  { kind, changeOf, idOf }: Parameters<typeof alreadyDone>[0],
  record: GroupRecord,
  seen: ReadonlySet<DriftProperty> | null | undefined,
  awaited: readonly PendingOperation[],
): boolean {
  const { state } = record;
  const change = changeOf(record);
  if (change === undefined) return false;
  const isThere = state === 'active' || state === 'archived';
  const { repair, accepted = [] } = change;
  switch (kind) {
    case 'change':
    case 'handover':
      return (
        (isThere || state === 'being_created') &&
        differingMembers(withoutAsked(change, awaited, idOf), record, idOf).size === 0 &&
        ![...(seen ?? [])].some((property) => property in change)
      );
    case 'archive':
      return state === 'archived' && seen?.has('archived') !== true;
    case 'unarchive':
      return state === 'active' && seen?.has('archived') !== true;
    case 'delete':
      return state === 'deleted';
    case 'restore':
      return isThere;
    // The effect of these is that record and directory agree, which a comparison has to have seen.
    case 'repair':
      return isThere && repair === undefined && seen?.size === 0 && record.hasRosters !== true;
    case 'accept_drift':
      return (
        isThere &&
        seen != null &&
        accepted.length > 0 &&
        !accepted.includes('rosters') &&
        ![...seen].some((property) => isNamed(accepted, property))
      );
    // The request itself says whether its roster is the present one: rosters/put-roster.ts.
    case 'roster':
      return false;
    default:
      throw new TypeError(`Unknown kind: ${String(kind satisfies never)}`);
  }
}
