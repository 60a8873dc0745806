// The ledger of operations in memory, beside the one of creations (in-memory-lane-store.ts). It passes the suite of the
// ledger in PostgreSQL (operation-lane.suite.ts).
import type { Clock } from '../src/ground/clock.ts';
import type { OperationLedger } from '../src/groups/change/lane-store.ts';
import type {
  GroupChange,
  GroupRecord,
  Operation,
  OperationKind,
} from '../src/groups/change/operation.ts';
import type { GroupSettings } from '../src/directory/group-settings.ts';
import type { GroupRosters } from '../src/groups/rosters/roster.ts';
import { newOperationLedger } from '../src/groups/change/operation-steps.ts';
import { changedRecord, stateAfter } from '../src/groups/change/apply-result.ts';
import { type Creation, isFinal } from '../src/engine/creation.ts';
import type { LedgerRecord } from '../src/engine/execute.ts';
import type { Lease } from '../src/engine/lane.ts';
import type { MemoryRosters } from './in-memory-rosters.ts';

export interface NewOperation {
  readonly operationId: string;
  readonly teamId: string;
  readonly kind: OperationKind;
  readonly change?: GroupChange;
  /** The template decides these by then; absent: none. */
  readonly settings?: GroupSettings;
  /** The operation of a roster has them. */
  readonly rosters?: GroupRosters;
  readonly priority?: 0 | 1 | 2;
  /** When it is accepted, in milliseconds from now; 0 by default. */
  readonly inMs?: number;
}

export interface MemoryOperations {
  readonly ledger: OperationLedger;
  readonly operations: ReadonlyMap<string, Operation>;
  add(operation: NewOperation): void;
  /** False if it has begun. */
  cancel(operationId: string): boolean;
  /** The record of the group, as its operations have left it. */
  group(teamId: string): GroupRecord | undefined;
  /** Number of operations that are not final yet. */
  open(): number;
  /** A new holder has the lane: operations that the last holder had claimed are due again. */
  takeOver(lease: Lease): void;
}

interface Entry {
  operation: Operation;
  readonly number: number;
  readonly priority: number;
  readonly acceptedAt: number;
  readonly inMs: number;
  dueAt: number;
  isClaimed: boolean;
}

export function createMemoryOperations(deps: {
  tenantId: string;
  clock: Clock;
  creations: ReadonlyMap<string, Creation>;
  /** It does what it does for creations. */
  onWrite?: (record: LedgerRecord<Operation>) => boolean;
  afterWrite?: () => boolean;
  /** The rosters of a group, where it has any. */
  rostersOf?: (teamId: string) => MemoryRosters | undefined;
}): MemoryOperations {
  const { tenantId, clock, creations, onWrite, afterWrite, rostersOf } = deps;
  const entries = new Map<string, Entry>();
  /** Unfinished operations of each group, in their order. */
  const queues = new Map<string, Entry[]>();
  const groups = new Map<string, GroupRecord>();
  let epoch = 0;
  let openCount = 0;

  function groupOf(teamId: string): GroupRecord | undefined {
    const known = groups.get(teamId);
    if (known !== undefined) return known;
    const creation = creations.get(teamId);
    if (creation === undefined || !isFinal(creation.status)) return undefined;
    const record = recordOf(creation);
    groups.set(teamId, record);
    return record;
  }

  /** The first ones of their groups that may run. */
  function* waiting(): Generator<Entry> {
    for (const [first] of queues.values()) {
      if (first === undefined || first.isClaimed) continue;
      if (first.inMs > 0 && first.acceptedAt > clock.now()) continue;
      if (groupOf(first.operation.teamId) !== undefined) yield first;
    }
  }

  function end(entry: Entry, operation: Operation): void {
    openCount -= 1;
    queues.get(operation.teamId)?.shift();
    const { record } = changedRecord(operation);
    const { visibility, ...names } = record;
    const { kind, group } = operation;
    const hasSucceeded = operation.status === 'succeeded';
    rostersOf?.(operation.teamId)?.end(operation);
    groups.set(operation.teamId, {
      ...group,
      ...names,
      policy: { ...group.policy, visibility },
      ...(hasSucceeded && stateAfter(kind, group, operation.change)),
      ...(hasSucceeded && kind === 'delete' && { deletedAt: new Date(clock.now()) }),
      ...(hasSucceeded && kind === 'restore' && { deletedAt: undefined }),
    });
    entry.isClaimed = false;
  }

  const isDue = (entry: Entry): boolean =>
    entry.dueAt <= clock.now() || isFromTheFuture(entry, clock.now());

  return {
    get operations() {
      return new Map([...entries].map(([id, { operation }]) => [id, operation]));
    },
    add({ operationId, teamId, kind, change = {}, settings, rosters, priority = 0, inMs = 0 }) {
      const acceptedAt = clock.now() + inMs;
      const creation = creations.get(teamId);
      if (creation === undefined) throw new Error(`There is no group ${teamId}.`);
      const entry: Entry = {
        operation: {
          tenantId,
          teamId,
          operationId,
          kind,
          change,
          ...(rosters && { rosters }),
          group: { ...recordOf(creation), ...(settings && { settings }) },
          actor: { kind: 'api_key', id: 'key' },
          reason: null,
          createdAt: new Date(acceptedAt),
          requestId: '',
          status: 'accepted',
          steps: newOperationLedger(kind, change),
          facts: {},
          warnings: [],
        },
        number: entries.size,
        priority,
        acceptedAt,
        inMs,
        dueAt: acceptedAt,
        isClaimed: false,
      };
      entries.set(operationId, entry);
      const queue = queues.get(teamId) ?? [];
      queue.push(entry);
      queues.set(teamId, queue);
      openCount += 1;
    },
    cancel(operationId) {
      const entry = entries.get(operationId);
      if (entry?.operation.status !== 'accepted') return false;
      entry.operation = { ...entry.operation, status: 'cancelled' };
      const queue = queues.get(entry.operation.teamId) ?? [];
      queue.splice(queue.indexOf(entry), 1);
      openCount -= 1;
      return true;
    },
    group: groupOf,
    open: () => openCount,
    takeOver(lease) {
      epoch = lease.epoch;
      for (const entry of entries.values()) {
        if (entry.isClaimed) entry.dueAt = Math.min(entry.dueAt, clock.now());
        entry.isClaimed = false;
      }
    },
    ledger: {
      isDue: async () => [...waiting()].some(isDue),
      async claimDue(lease, atMost, maxPriority, minPriority = 0) {
        if (lease.epoch !== epoch) return [];
        const due = [...waiting()].filter(
          (entry) => entry.priority >= minPriority && entry.priority <= maxPriority && isDue(entry),
        );
        due.sort(
          (one, other) =>
            one.priority - other.priority ||
            begunFirst(one) - begunFirst(other) ||
            one.dueAt - other.dueAt ||
            one.number - other.number,
        );
        return due.slice(0, atMost).map((entry) => {
          const { settings } = entry.operation.group;
          const group = {
            ...(groupOf(entry.operation.teamId) ?? entry.operation.group),
            ...(settings && { settings }),
          };
          entry.isClaimed = true;
          const { teamId, kind, change } = entry.operation;
          const rosters = readsRosters(kind)
            ? rostersOf?.(teamId)?.read(change.roster?.source)
            : undefined;
          entry.operation = {
            ...entry.operation,
            ...(rosters && { rosters }),
            status: 'running',
            group,
          };
          return entry.operation;
        });
      },
      async nextDueInMs() {
        const now = clock.now();
        let next: number | undefined;
        for (const entry of waiting()) {
          const dueAt = isFromTheFuture(entry, now) ? now : entry.dueAt;
          next = Math.min(next ?? dueAt, dueAt);
        }
        return next === undefined ? undefined : next - now;
      },
      async write(lease, record) {
        const { entry: operation, dueInMs } = record;
        const entry = entries.get(operation.operationId);
        if (lease.epoch !== epoch) return 'lost';
        if (entry?.operation.status !== 'running') return 'ended';
        if (onWrite?.(record) === false) return 'lost';
        entry.operation = operation;
        if (isFinal(operation.status)) end(entry, operation);
        else if (dueInMs !== undefined) {
          entry.isClaimed = false;
          entry.dueAt = clock.now() + dueInMs;
        }
        return (afterWrite?.() ?? true) ? 'written' : 'lost';
      },
    },
  };
}

const begunFirst = ({ operation }: Entry): number => (operation.status === 'running' ? 0 : 1);

const readsRosters = (kind: OperationKind): boolean =>
  kind === 'roster' || kind === 'change' || kind === 'handover';

/** The clock was set back since. */
const isFromTheFuture = ({ operation, dueAt }: Entry, now: number): boolean =>
  operation.status === 'accepted' && dueAt > now + 15_000;

function recordOf(creation: Creation): GroupRecord {
  const { tenantId, teamId, organisationId, displayName, description, mailNickname } = creation;
  const { people, policy, status, createdAt, facts, resolvedPeople } = creation;
  return {
    tenantId,
    teamId,
    organisationId,
    templateId: organisationId,
    displayName,
    description,
    mailNickname,
    people,
    properties: {},
    policy,
    state: status === 'succeeded' ? 'active' : isFinal(status) ? 'failed' : 'being_created',
    isArchived: false,
    requestedBy: null,
    requestedExpiry: null,
    createdAt,
    deletedAt: undefined,
    version: 0,
    groupId: facts.groupId,
    marker: facts.adoptedMarker ?? teamId,
    resolvedPeople: resolvedPeople ?? undefined,
  };
}
