// Operations in PostgreSQL, as callers read and cancel them.
import type { Approval } from '../../settings/organisations/approval-policy.ts';
import type { Actor } from '../../audit/activity.ts';
import type { Database, Query, Queryable } from '../../postgres/database.ts';
import { createReadByKey, createReadVersions, forWantedKeys } from '../../postgres/read-by-key.ts';
import {
  approvalStateOf,
  type ApprovalTaskRow,
  approvalTaskSql,
} from '../../messages/tasks/approval-task.postgres.ts';
import { type By, withdrawTasks } from '../../messages/tasks/tasks.postgres.ts';
import { lockGroups } from './read-group.postgres.ts';
import type { OperationState } from './operation.ts';
import type { OperationStore } from './operation-store.ts';
import { approvalTaskKind } from './needed-approval.ts';
import { newOperationLedger } from './operation-steps.ts';

interface StateRow extends Omit<OperationState, 'error' | 'requestedBy' | 'approval'> {
  readonly tenantId: string;
  readonly error: OperationState['error'] | null;
  readonly actorKind: Actor['kind'];
  readonly actorId: string;
  readonly approval: Approval | null;
  readonly approvalTask: ApprovalTaskRow | null;
}

/** A list of operations may hold hundreds, and each may name 25,000 people. */
const shortChange = `case when pg_column_size(o.change) < 20000 then o.change else o.change || (
    select coalesce(jsonb_object_agg(list, jsonb_build_object(
      'add', jsonb_path_query_array(o.change -> list, '$.add[0 to 999]'),
      'remove', jsonb_path_query_array(o.change -> list, '$.remove[0 to 999]')
    )), '{}') from unnest(array['owners', 'members']) list where o.change ? list
  ) end`;

/** Earlier operations of the group come before that of `table`. */
const isBehindSql = (table: 'o' | 'c') => `exists (
          select from operations earlier
          where earlier.tenant_id = ${table}.tenant_id and earlier.team_id = ${table}.team_id
            and earlier.number < ${table}.number and earlier.status in ('accepted', 'running')
          -- As a look-up by the key instead of a join, which may read all unfinished operations.
          offset 0
        )`;

const waitsForSql = `case o.status
    when 'awaiting_approval' then 'approval'
    when 'accepted' then (
      select case
        when p.status not in ('succeeded', 'failed', 'cancelled') then 'creation'
        when ${isBehindSql('o')} then 'operations'
      end
      from provisionings p where p.tenant_id = o.tenant_id and p.team_id = o.team_id
    )
  end`;

const stateColumns = `
  o.tenant_id, o.operation_id, o.team_id, o.kind, o.status, o.actor_kind, o.actor_id, o.reason, o.batch_id, o.before,
  ${shortChange} as change,
  o.after, o.created_at, o.updated_at, o.completed_at, o.steps, o.error, o.warnings, o.version,
  ${waitsForSql} as waits_for,
  o.facts -> 'approval' as approval, o.facts -> 'roster' as roster,
  case when o.status = 'awaiting_approval'
    then ${approvalTaskSql('o', "case o.kind when 'delete' then 'approve_delete' else 'approve_change' end", 'o.operation_id')} end as approval_task`;

const readOperation: Query = {
  name: 'operations_read',
  text: forWantedKeys(`
    select ${stateColumns} from operations o
    where o.tenant_id = wanted.tenant_id and o.operation_id = wanted.id`),
};

/** @param lists for lists, which may take long */
export function createOperationStore(
  database: Database,
  lists: Database = database,
): OperationStore {
  const read = createReadByKey<StateRow>(database, readOperation);

  return {
    async read(tenantId, operationId) {
      const row = await read(tenantId, operationId);
      return row && stateOf(row);
    },

    readVersions: createReadVersions(
      database,
      { name: 'operations_read_versions', table: 'operations', idColumn: 'operation_id' },
      ({ operationId }) => operationId,
    ),

    async list(tenantId, teamId, { afterOperationId, limit }) {
      const rows = await lists.query<StateRow>(
        {
          name: 'operations_list',
          text: `
            select ${stateColumns} from operations o
            where o.tenant_id = $1 and o.team_id = $2 and ($3::uuid is null or o.number < (
              select number from operations where tenant_id = $1 and operation_id = $3
            ))
            order by o.number desc
            limit $4`,
        },
        [tenantId, teamId, afterOperationId ?? null, limit],
      );
      return rows.map(stateOf);
    },

    cancel: (tenantId, operationId, at, actor) =>
      database.transaction(async (transaction) => {
        const [key] = await transaction.query<{ teamId: string }>(
          'select team_id from operations where tenant_id = $1 and operation_id = $2',
          [tenantId, operationId],
        );
        if (key === undefined) return undefined;
        // Operations of the group are accepted, ended and cancelled one after another.
        await transaction.query(lockGroups, [[tenantId], [key.teamId]]);
        const [cancelled] = await transaction.query<StateRow & { wasAwaiting: boolean }>(
          cancelOperation,
          [
            tenantId,
            operationId,
            at,
            actor.kind,
            actor.id,
            actor.address ?? null,
            actor.requestId ?? null,
          ],
        );
        if (cancelled !== undefined) {
          const { wasAwaiting, ...row } = cancelled;
          if (wasAwaiting) await withdrawApproval(transaction, row, { actor, at: at.getTime() });
          return { cancelled: true, state: stateOf(row) };
        }
        const [present] = await transaction.query<StateRow>(
          `select ${stateColumns} from operations o where o.tenant_id = $1 and o.operation_id = $2`,
          [tenantId, operationId],
        );
        return present && { cancelled: false, state: stateOf(present) };
      }),
  };
}

/** Only the task of this operation: another one of the group may await its own. */
async function withdrawApproval(
  transaction: Queryable,
  { tenantId, teamId, operationId, kind }: StateRow,
  by: By,
): Promise<void> {
  const reason = 'The request was cancelled.';
  await withdrawTasks(
    transaction,
    { tenantId, teamId },
    { kinds: [approvalTaskKind(kind)], operationId, reason, ...by },
  );
}

function stateOf({
  error,
  actorKind,
  actorId,
  approval,
  approvalTask,
  ...row
}: StateRow): OperationState {
  return {
    ...row,
    approval: approvalStateOf(approval, approvalTask),
    steps: row.steps.length > 0 ? row.steps : newOperationLedger(row.kind, row.change),
    requestedBy: { kind: actorKind, id: actorId },
    error: error ?? undefined,
  };
}

const cancelOperation = {
  name: 'operations_cancel',
  text: `
    with present as materialized (
      select status from operations
      where tenant_id = $1 and operation_id = $2 and status in ('accepted', 'awaiting_approval')
      for update
    ), cancelled as (
      update operations o
      set status = 'cancelled', waiting = false, version = o.version + 1, updated_at = $3, completed_at = $3
      from present
      where o.tenant_id = $1 and o.operation_id = $2
      returning o.*, present.status = 'awaiting_approval' as was_awaiting
    ), bumped as (
      update teams t
      set version = t.version + 1,
        -- A group that still exists, or that another restore brings back, keeps its alias.
        alias_key = case
          when c.kind = 'restore' and (t.deleted_at is not null or p.gone_since is not null)
            and not exists (
              select from operations other
              where other.tenant_id = c.tenant_id and other.team_id = c.team_id and other.number <> c.number
                and other.kind = 'restore' and other.status in ('accepted', 'running')
              -- As a look-up by the key, for the reason below.
              offset 0
            ) then null
          else t.alias_key
        end
      from cancelled c join provisionings p on p.tenant_id = c.tenant_id and p.team_id = c.team_id
      where t.tenant_id = c.tenant_id and t.team_id = c.team_id
    ), next as (
      update operations o set waiting = true
      from cancelled c
      where o.tenant_id = c.tenant_id and o.team_id = c.team_id and o.number = (
          select min(following.number) from operations following
          where following.tenant_id = c.tenant_id and following.team_id = c.team_id
            and following.number > c.number and following.status = 'accepted'
        )
        -- One that awaited an approval was in no queue.
        and not c.was_awaiting
        -- One that waits behind a running operation begins when that one ends.
        and not ${isBehindSql('c')}
    ), activities as (
      insert into activity
        (tenant_id, occurred_at, actor_kind, actor_id, address, request_id, action, subject_kind, subject_id, data)
      select tenant_id, $3, $4, $5, $6, $7, 'group.operation_cancelled', 'group', team_id::text,
        jsonb_build_object('operationId', operation_id, 'kind', kind)
      from cancelled
    )
    select ${stateColumns}, o.was_awaiting from cancelled o`,
};
