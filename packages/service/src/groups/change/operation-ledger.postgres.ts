// Operations in PostgreSQL, as a lane claims and records them. Due times use the database's clock, which all workers
// share.
import type { Actor } from '../../audit/activity.ts';
import { createBatcher } from '../../ground/batcher.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Database, Query } from '../../postgres/database.ts';
import type { ApprovalPolicy } from '../../settings/organisations/approval-policy.ts';
import type { ChangedPeople, LedgerEntry } from '../../engine/creation.ts';
import { timeOf } from '../../engine/write-ledger.postgres.ts';
import { recordColumns, recordOf } from './read-group.postgres.ts';
import type { OperationLedger } from './lane-store.ts';
import type { GroupRosters } from '../rosters/roster.ts';
import { groupRostersSql } from '../rosters/rosters.postgres.ts';
import type { Operation, OperationKind, OperationStatus } from './operation.ts';
import { newOperationLedger } from './operation-steps.ts';
import { createOperationWriter, type OperationChange } from './write-operations.postgres.ts';

type ClaimedRow = Parameters<typeof recordOf>[0] & {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly change: Operation['change'];
  readonly status: OperationStatus;
  readonly steps: LedgerEntry['steps'];
  readonly facts: LedgerEntry['facts'];
  readonly changedPeople: ChangedPeople | null;
  readonly warnings: LedgerEntry['warnings'];
  readonly reason: string | null;
  readonly actor: Actor;
  readonly requestId: string | null;
  readonly requestedAt: Date;
  readonly holdReason: string | null;
  readonly approvalPolicy: ApprovalPolicy | null;
  readonly rosters: GroupRosters | null;
};

export function createOperationLedger(deps: {
  database: Database;
  clock: Clock;
  /** Due times go by this clock instead of the database's: for runs in virtual time. */
  dueBy?: Clock;
  onChange: (changes: readonly OperationChange[]) => void;
}): OperationLedger {
  const { database, dueBy, onChange } = deps;
  const writer = createOperationWriter(deps);
  const areDue = createBatcher<string, boolean>({
    tenantOf: (tenantId) => tenantId,
    maxItems: lanesPerRead,
    maxConcurrent: 1,
    async flush(tenantIds) {
      const rows = await database.query<{ tenantId: string }>(dueLanes, [tenantIds, timeOf(dueBy)]);
      const due = new Set(rows.map(({ tenantId }) => tenantId));
      return tenantIds.map((tenantId) => due.has(tenantId));
    },
  });

  return {
    isDue: areDue,
    async claimDue(lane, atMost, maxPriority, minPriority = 0) {
      const rows = await database.query<ClaimedRow>(claimDue, [
        lane.tenantId,
        lane.epoch,
        atMost,
        timeOf(dueBy),
        maxPriority,
        minPriority,
      ]);
      const operations = rows.map(operationOf);
      for (const { changedPeople } of rows) {
        if (changedPeople !== null) writer.addStored(changedPeople);
      }
      onChange(operations);
      return operations;
    },
    async nextDueInMs(tenantId) {
      const [row] = await database.query<{ dueInMs: number | null }>(nextDue, [
        tenantId,
        timeOf(dueBy),
      ]);
      return row?.dueInMs ?? undefined;
    },
    write: (lane, record) => writer.write(lane, record),
  };
}

function operationOf({
  operationId,
  kind,
  change,
  status,
  steps,
  facts,
  changedPeople,
  warnings,
  reason,
  actor,
  requestId,
  requestedAt,
  holdReason,
  approvalPolicy,
  rosters,
  ...group
}: ClaimedRow): Operation {
  return {
    tenantId: group.tenantId,
    teamId: group.teamId,
    operationId,
    kind,
    change,
    group: recordOf(group),
    holdReason,
    approvalPolicy: approvalPolicy ?? undefined,
    ...(rosters !== null && { rosters }),
    actor,
    reason,
    status,
    steps: steps.length > 0 ? steps : newOperationLedger(kind, change),
    facts: changedPeople === null ? facts : { ...facts, changedPeople },
    warnings,
    createdAt: requestedAt,
    requestId: requestId ?? '',
  };
}

const lanesPerRead = 200;

/** How long an operation is deferred at most while the creation of its group is unfinished. */
const deferredFor = `interval '10 seconds'`;
/** An accepted operation that is due later was accepted before the database's clock was set back. */
const isFromTheFuture = (now: string) => `o.due_at > ${now} + interval '15 seconds'`;
const now = (parameter: string) => `coalesce(${parameter}::timestamptz, now())`;

/**
 * Lanes that claim at the same time share a statement. The order and the condition on the priority, which all fulfil, are
 * those of the indexes of rows that wait: otherwise, PostgreSQL may read all unfinished operations.
 */
export const dueLanes: Query = {
  name: 'operations_due_lanes',
  kind: 'hot',
  boundary: false,
  text: `
    select lane.tenant_id from unnest($1::uuid[]) as lane (tenant_id)
    cross join lateral (
      (
        select from operations o
        where o.tenant_id = lane.tenant_id and o.waiting and o.status = 'running' and o.priority between 0 and 2
          and o.due_at <= ${now('$2')}
        order by o.priority, o.due_at
        limit 1
      ) union all (
        select from operations o
        where o.tenant_id = lane.tenant_id and o.waiting and o.status = 'accepted' and o.priority between 0 and 2
          and (o.due_at <= ${now('$2')} or ${isFromTheFuture(now('$2'))})
        order by o.priority, o.due_at
        limit 1
      )
    ) due`,
};

// Operations that have begun precede the others of their priority. The end of a group's creation makes its waiting
// operation due (`begin_operations` in 0001_schema.sql); until then the operation is deferred.
//
// The claimed rows bring their tenant, so that each row is found by both columns of its key. With the tenant as a value, the
// planner takes any index that begins with it while a table has no statistics: each claim read all operations and groups of the
// tenant.
export const claimDue: Query = {
  name: 'operations_claim_due',
  text: `
    with held as materialized (
      select tenant_id from lanes where tenant_id = $1 and epoch = $2 for share
    ), begun as materialized (
      select o.tenant_id, o.operation_id from operations o
      where o.tenant_id = $1 and o.waiting and o.status = 'running' and o.priority between $6 and $5 and o.due_at <= ${now('$4')}
        and exists (select from held)
      order by o.priority, o.due_at, o.operation_id
      limit $3
      for update skip locked
    ), fresh as materialized (
      select o.tenant_id, o.operation_id, (
        select status in ('succeeded', 'failed', 'cancelled') from provisionings
        where tenant_id = o.tenant_id and team_id = o.team_id
      ) as is_ready
      from operations o
      where o.tenant_id = $1 and o.waiting and o.status = 'accepted' and o.priority between $6 and $5
        and (o.due_at <= ${now('$4')} or ${isFromTheFuture(now('$4'))})
        and exists (select from held)
      order by o.priority, o.due_at, o.operation_id
      limit greatest(0, $3 - (select count(*) from begun))
      for update of o skip locked
    ), deferred as (
      update operations o set due_at = ${now('$4')} + ${deferredFor}
      from fresh where o.tenant_id = fresh.tenant_id and o.operation_id = fresh.operation_id and not fresh.is_ready
    ), due as (
      select tenant_id, operation_id from begun union all select tenant_id, operation_id from fresh where is_ready
    ), claimed as (
      update operations o
      set waiting = false, status = 'running', version = o.version + 1, updated_at = ${now('$4')}
      from due
      where o.tenant_id = due.tenant_id and o.operation_id = due.operation_id
      returning o.*
    )
    select ${recordColumns}, c.operation_id, c.kind, c.change, c.status, c.steps, c.facts, c.changed_people, c.warnings,
      c.approval_policy, c.reason, jsonb_strip_nulls(jsonb_build_object('kind', c.actor_kind, 'id', c.actor_id, 'address', c.address,
        'requestId', c.request_id)) as actor,
      c.request_id, c.created_at as requested_at, h.reason as hold_reason,
      case when c.kind in ('roster', 'change', 'handover') or c.change #> '{repair,properties}' ? 'rosters' then ${groupRostersSql("c.change #>> '{roster,source}'")} end as rosters
    from claimed c
    join teams t on t.tenant_id = c.tenant_id and t.team_id = c.team_id
    join provisionings p on p.tenant_id = c.tenant_id and p.team_id = c.team_id
    left join group_holds h on h.tenant_id = c.tenant_id and h.team_id = c.team_id
    order by c.priority, c.due_at, c.operation_id`,
};

/** It reads each status, because those are the indexes: operations that ended or await an approval are not read. */
export const nextDue: Query = {
  name: 'operations_next_due',
  boundary: false,
  text: `
    select ceil(extract(epoch from min(due.at) - ${now('$2')}) * 1000)::double precision as due_in_ms
    from (
      select o.due_at as at from operations o
      where o.tenant_id = $1 and o.waiting and o.status = 'running'
      union all
      select case when ${isFromTheFuture(now('$2'))} then ${now('$2')} else o.due_at end from operations o
      where o.tenant_id = $1 and o.waiting and o.status = 'accepted'
    ) due`,
};
