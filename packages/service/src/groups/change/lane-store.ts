// The work of a lane: the creations of a tenant and the operations on its groups. Requests of callers come first,
// operations that a policy starts come last, but have a part of each claim.
import type { Creation } from '../../engine/creation.ts';
import type { Execute } from '../../engine/execute.ts';
import type { LaneStore, Lease, WriteResult } from '../../engine/lane.ts';
import type { LedgerRecord } from '../../engine/execute.ts';
import { type Operation, peopleIn } from './operation.ts';

export type LaneEntry = Creation | Operation;

export interface OperationLedger {
  /** Whether an operation of the lane can be claimed: a quick read, as most lanes have none. */
  isDue(tenantId: string): Promise<boolean>;
  /** Takes up to `atMost` due operations of the lane, of these priorities; marks them running. */
  claimDue(
    lane: Lease,
    atMost: number,
    maxPriority: number,
    minPriority?: number,
  ): Promise<readonly Operation[]>;
  /** Milliseconds until the next waiting operation is due; undefined when none waits. */
  nextDueInMs(tenantId: string): Promise<number | undefined>;
  write(lane: Lease, record: LedgerRecord<Operation>): Promise<WriteResult>;
}

const callers = 0;
const others = 1;
const policy = 2;
/** A lasting backlog of callers must not starve what policies start: this part of a claim is for them. */
const shareOfPolicies = 1 / 8;

function isOperation(entry: LaneEntry): entry is Operation {
  return 'operationId' in entry;
}

export function createLaneStore(
  creations: LaneStore<Creation>,
  operations: OperationLedger,
): LaneStore<LaneEntry> {
  return {
    async claimDue(lane, atMost) {
      if (!(await operations.isDue(lane.tenantId))) return creations.claimDue(lane, atMost);
      // Half of the room each, so that neither a backlog of changes nor one of creations delays the other.
      const half = Math.ceil(atMost / 2);
      const asked = await operations.claimDue(lane, half, callers);
      const reserved = Math.floor(atMost * shareOfPolicies);
      const ofPolicies =
        reserved > 0 ? await operations.claimDue(lane, reserved, policy, others) : [];
      const created = await creations.claimDue(lane, atMost - asked.length - ofPolicies.length);
      const room = atMost - asked.length - ofPolicies.length - created.length;
      // Where both got fewer than their parts, no more are due.
      const mayBeDue = asked.length === half || ofPolicies.length === reserved;
      const rest = mayBeDue && room > 0 ? await operations.claimDue(lane, room, policy) : [];
      return [...asked, ...created, ...ofPolicies, ...rest];
    },
    async nextDueInMs(lane) {
      const due = await Promise.all([
        creations.nextDueInMs(lane),
        operations.nextDueInMs(lane.tenantId),
      ]);
      const known = due.filter((inMs) => inMs !== undefined);
      return known.length === 0 ? undefined : Math.min(...known);
    },
    write: (lane, record) =>
      isOperation(record.entry)
        ? operations.write(lane, { ...record, entry: record.entry })
        : creations.write(lane, { ...record, entry: record.entry }),
  };
}

/** The people whom a creation or an operation names. */
export function countPeopleOf(entry: LaneEntry): number {
  if (isOperation(entry)) return peopleIn(entry.change);
  const { owners, members } = entry.people;
  return owners.length + members.length;
}

export function createExecuteEntry(
  executeCreation: Execute<Creation>,
  executeOperation: Execute<Operation>,
): Execute<LaneEntry> {
  return (entry, ...rest) =>
    isOperation(entry) ? executeOperation(entry, ...rest) : executeCreation(entry, ...rest);
}
