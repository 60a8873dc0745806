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
  /** The operation that is accepted and has not ended, of which the effect is; undefined: the record has it. */
  readonly by: PendingOperation | undefined;
}

/**
 * @param asked.records the record of the group, and as each operation that is accepted leaves it
 * @param asked.changeOf the change that the request makes of a record; undefined: it would be refused
 */
export function alreadyDone(
  asked: {
    readonly kind: OperationKind;
    readonly changeOf: (record: GroupRecord) => GroupChange | undefined;
    readonly records: readonly GroupRecord[];
    readonly idOf: KnownIds;
  },
  { pending, drift }: Pick<RecordWithPending, 'pending' | 'drift'>,
): AlreadyDone | undefined {
  const seen = drift && new Set(drift.map(({ property }) => property));
  const since = asked.records.findLastIndex((record) => !isDone(asked, record, seen)) + 1;
  return since === asked.records.length ? undefined : { by: pending[since - 1] };
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

function isDone(
  { kind, changeOf, idOf }: Parameters<typeof alreadyDone>[0],
  record: GroupRecord,
  seen: ReadonlySet<DriftProperty> | null | undefined,
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
        differingMembers(change, record, idOf).size === 0 &&
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
      return isThere && repair === undefined && seen?.size === 0;
    case 'accept_drift':
      return (
        isThere &&
        seen != null &&
        accepted.length > 0 &&
        ![...seen].some((property) => isNamed(accepted, property))
      );
    // The request itself says whether its roster is the present one: rosters/put-roster.ts.
    case 'roster':
      return false;
    default:
      throw new TypeError(`Unknown kind: ${String(kind satisfies never)}`);
  }
}
