// Batches in PostgreSQL. A turn of a worker locks the batch, so that no two turns begin the same group.
import { recordActivity } from '../../audit/activity.postgres.ts';
import type { Actor } from '../../audit/activity.ts';
import type { GroupLimit } from '../../ground/group-limit.ts';
import { creationStatusSql } from '../../engine/group-state.ts';
import { isOpen } from '../../postgres/lock-tenant.ts';
import { askWhether, type Question } from '../../postgres/jobs/shared-poll.postgres.ts';
import type { Database, Queryable } from '../../postgres/database.ts';
import {
  type Batch,
  type BatchCounts,
  type BatchGroup,
  type BatchGroupState,
  batchGroupStatuses,
  type BatchKind,
  type BatchResult,
  type BatchState,
  preparedBatchKinds,
  type Remaining,
} from './batch.ts';
import type { CancellableWork } from './run-batches.ts';
import {
  isDoneSql,
  listDoneByBatch,
  listDoneInSpan,
  operationsOfGroup,
  selectedGroups,
  selectedValues,
} from './done.postgres.ts';
import type { DoneToGroup } from './undo.ts';
import type { SelectedGroups } from './undo-selection.ts';

/** The batches that a caller may see. */
export interface BatchReader {
  readonly tenantId: string;
  /** Null: all; else the batches of this actor. */
  readonly own: Pick<Actor, 'kind' | 'id'> | null;
}

interface BatchRow extends Omit<Batch, 'actor'> {
  readonly actorKind: Actor['kind'];
  readonly actorId: string;
  readonly address: string | null;
  readonly requestId: string | null;
}

const finalStatuses = ['succeeded', 'unchanged', 'refused', 'failed', 'cancelled'] as const;

const batchColumns = `b.tenant_id, b.batch_id, b.kind, b.undo_of, b.undo_selection, b.change, b.until, b.reason, b.actor_kind, b.actor_id, b.address,
  b.request_id, b.within, b.size, b.created_at, b.cancelled_by`;

/** It belongs to a group of a batch, \`g\`, and its operation, \`o\`, or its adoption, \`p\`. */
const statusSql = `coalesce(case g.outcome when 'accepted' then coalesce(o.status, ${creationStatusSql})
    when 'done' then 'succeeded' else g.outcome end, 'waiting')`;
const workOfGroup = `left join operations o on o.tenant_id = g.tenant_id and o.operation_id = g.operation_id
  left join provisionings p on p.tenant_id = g.tenant_id and p.team_id = g.team_id
    and g.outcome = 'accepted' and g.operation_id is null`;

/** An adoption was accepted for the group; as the index of these has it. */
const isAdoptedSql = "(g.outcome = 'accepted' and g.operation_id is null)";

const countsSql = `coalesce(b.counts, (
    select jsonb_object_agg(status, number) from (
      select ${statusSql} as status, count(*) as number
      from batch_groups g ${workOfGroup}
      where g.tenant_id = b.tenant_id and g.batch_id = b.batch_id
      group by 1
    ) counted
  ))`;

const ofReader = `from batches b
  where b.tenant_id = $1 and b.batch_id = $2 and ($3::text is null or b.actor_kind = $3 and b.actor_id = $4)`;
const batchOfReader = ({ tenantId, own }: BatchReader, batchId: string) => [
  tenantId,
  batchId.toLowerCase(),
  own?.kind ?? null,
  own?.id ?? null,
];

export function askForDueBatches(onFound: () => void): Question {
  return askWhether(
    'batches',
    'select exists (select from batches where due_at <= now())',
    onFound,
  );
}

export type BatchStore = ReturnType<typeof createBatchStore>;

/** @param lists for lists, which may take long */
export function createBatchStore(database: Database, lists: Queryable = database) {
  return {
    start: (batch: Batch, groups: readonly BatchGroup[]): Promise<void> =>
      database.transaction(async (transaction) => {
        const { tenantId, batchId, kind, change, until, reason, actor, within, createdAt } = batch;
        await transaction.query(
          `with started as (
          insert into batches (tenant_id, batch_id, kind, change, until, reason, actor_kind, actor_id, address, request_id,
            within, size, created_at, due_at)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now())
        )
        insert into batch_groups (tenant_id, batch_id, position, team_id, given)
        select $1, $2, position, team_id, given
        from jsonb_to_recordset($14::jsonb) as x (position integer, team_id uuid, given jsonb)`,
          [
            tenantId,
            batchId,
            kind,
            JSON.stringify(change),
            until,
            reason,
            actor.kind,
            actor.id,
            actor.address ?? null,
            actor.requestId ?? null,
            JSON.stringify(within),
            groups.length,
            createdAt,
            JSON.stringify(
              groups.map(({ position, teamId, version, change: own, adoption }) => ({
                position,
                team_id: teamId,
                given: { version, change: own, adoption },
              })),
            ),
          ],
        );
        await recordStart(transaction, { ...batch, size: groups.length });
      }),

    /**
     * Starts an undo with the groups to which the other batch, or its selection, did something. Answers their number: with 0, or
     * with more than `atMost`, it did not start.
     */
    startUndo: (batch: Batch, atMost: number): Promise<number> =>
      database.transaction(async (transaction) => {
        const { tenantId, batchId, undoOf, undoSelection, reason, actor, within, createdAt } =
          batch;
        const selected =
          undoSelection === null ? null : { tenantId, selection: undoSelection, within };
        const found = await transaction.query<{ size: number }>(
          selected === null
            ? `with added as (
              insert into batch_groups (tenant_id, batch_id, position, team_id)
              select $1, $2, g.position, g.team_id from batch_groups g ${operationsOfGroup}
              where g.tenant_id = $1 and g.batch_id = $3 and ${isDoneSql}
              returning position
            )
            select count(*)::integer as size from added`
            : `with ${selectedGroups}, counted as (select count(*)::integer as size from selected), added as (
              insert into batch_groups (tenant_id, batch_id, position, team_id)
              select $1, $11, row_number() over (order by s.team_id) - 1, s.team_id
              from selected s, counted where counted.size <= $12
            )
            select size from counted`,
          selected === null
            ? [tenantId, batchId, undoOf]
            : [...selectedValues(selected), batchId, atMost],
        );
        const size = found[0]?.size ?? 0;
        if (size === 0 || size > atMost) return size;
        await transaction.query(
          `insert into batches (tenant_id, batch_id, kind, undo_of, undo_selection, change, reason, actor_kind, actor_id,
            address, request_id, within, size, created_at, due_at)
          values ($1, $2, 'undo', $3, $4, '{}', $5, $6, $7, $8, $9, $10, $11, $12, now())`,
          [
            tenantId,
            batchId,
            undoOf,
            undoSelection === null ? null : JSON.stringify(undoSelection),
            reason,
            actor.kind,
            actor.id,
            actor.address ?? null,
            actor.requestId ?? null,
            JSON.stringify(within),
            size,
            createdAt,
          ],
        );
        await recordStart(transaction, { ...batch, size });
        return size;
      }),

    /** The groups to which a batch did something, in the order of the request. */
    listDone: (
      batch: Pick<Batch, 'tenantId' | 'batchId'>,
      page: Parameters<typeof listDoneByBatch>[2],
    ): Promise<readonly DoneToGroup[]> => listDoneByBatch(database, batch, page),

    /** The groups to which a selection did something, in the order of their ids. */
    listSelected: (
      selected: SelectedGroups,
      page: Parameters<typeof listDoneInSpan>[2],
    ): Promise<readonly DoneToGroup[]> => listDoneInSpan(lists, selected, page),

    async countSelected(selected: SelectedGroups): Promise<number> {
      const [row] = await lists.query<{ size: number }>(
        `with ${selectedGroups} select count(*)::integer as size from selected`,
        selectedValues(selected),
      );
      return row?.size ?? 0;
    },

    /** The audit log has no entry of the time before; null: it has all. */
    async loggedSince(tenantId: string): Promise<Date | null> {
      const [row] = await database.query<{ archivedUntil: Date }>(
        'select archived_until from activity_archives where tenant_id = $1',
        [tenantId],
      );
      return row?.archivedUntil ?? null;
    },

    /** The acts that an undo takes back, for some of its groups. */
    doneOf(batch: Batch, teamIds: readonly string[]): Promise<readonly DoneToGroup[]> {
      const { tenantId, undoOf, undoSelection, within } = batch;
      if (undoOf !== null) {
        const page = { teamIds, afterPosition: undefined, limit: teamIds.length };
        return listDoneByBatch(database, { tenantId, batchId: undoOf }, page);
      }
      if (undoSelection === null) throw new TypeError('A batch that is no undo');
      const selected = { tenantId, selection: undoSelection, within };
      const page = { teamIds, afterTeamId: undefined, limit: teamIds.length };
      return listDoneInSpan(database, selected, page);
    },

    /** Reserves the batch that is due for the longest time, if its groups are prepared. */
    async reserveDue(ms: number): Promise<Batch | undefined> {
      const [row] = await database.query<BatchRow>(
        `update batches b set due_at = clock_timestamp() + $2 * interval '1 millisecond'
        from (
          select first.tenant_id, first.batch_id, first.kind from batches first
          where first.due_at <= now() and ${isOpen('first.tenant_id')}
          order by first.due_at limit 1 for update skip locked
        ) due
        where b.tenant_id = due.tenant_id and b.batch_id = due.batch_id and due.kind = any ($1)
        returning ${batchColumns}`,
        [preparedBatchKinds, ms],
      );
      return row && batchOf(row);
    },

    /** Locks the batch that is due for the longest time, of those whose groups need no preparation, for the transaction. */
    async claimDue(): Promise<Batch | undefined> {
      const [row] = await database.query<BatchRow>(
        `select ${batchColumns} from batches b
        where b.due_at <= now() and b.kind <> all ($1) and ${isOpen('b.tenant_id')}
        order by b.due_at limit 1 for update skip locked`,
        [preparedBatchKinds],
      );
      return row && batchOf(row);
    },

    /** Locks a batch that was reserved, for the transaction. */
    async claim({ tenantId, batchId }: Batch): Promise<Batch | undefined> {
      const [row] = await database.query<BatchRow>(
        `select ${batchColumns} from batches b
        where b.tenant_id = $1 and b.batch_id = $2 and b.due_at is not null and ${isOpen('b.tenant_id')}
        for update`,
        [tenantId, batchId],
      );
      return row && batchOf(row);
    },

    async waitingGroups(
      { tenantId, batchId }: Batch,
      limit: number,
    ): Promise<readonly BatchGroup[]> {
      const rows = await database.query<BatchGroup & { given: Partial<BatchGroup> }>(
        `select position, team_id, given from batch_groups
        where tenant_id = $1 and batch_id = $2 and outcome is null
        order by position limit $3`,
        [tenantId, batchId, limit],
      );
      return rows.map(({ position, teamId, given: { version, change, adoption } }) => ({
        position,
        teamId,
        version,
        change,
        adoption,
      }));
    },

    async record(
      { tenantId, batchId }: Batch,
      groups: readonly BatchGroup[],
      results: readonly BatchResult[],
    ): Promise<void> {
      const given = groups.map(({ position }, at) => ({ position, ...recordedOf(results[at]) }));
      await database.query(
        `update batch_groups g set outcome = x.outcome, operation_id = x.operation_id, error = x.error
        from jsonb_to_recordset($3::jsonb) as x (position integer, outcome text, operation_id uuid, error jsonb)
        where g.tenant_id = $1 and g.batch_id = $2 and g.position = x.position`,
        [tenantId, batchId, JSON.stringify(given)],
      );
    },

    async remaining({ tenantId, batchId }: Batch): Promise<Remaining> {
      const [row] = await database.query<Remaining>(
        `select exists (
            select from batch_groups where tenant_id = $1 and batch_id = $2 and outcome is null
          ) as is_waiting,
          count(*) filter (where status <> 'awaiting_approval')::integer as unfinished,
          count(*) filter (where status = 'awaiting_approval')::integer as awaiting_approval
        from (
          select status from operations
          where tenant_id = $1 and batch_id = $2 and status in ('accepted', 'running', 'awaiting_approval')
          union all
          select ${creationStatusSql} from batch_groups g
          join provisionings p on p.tenant_id = g.tenant_id and p.team_id = g.team_id
          where g.tenant_id = $1 and g.batch_id = $2 and ${isAdoptedSql} and p.status in ('accepted', 'running')
        ) unended`,
        [tenantId, batchId],
      );
      return row ?? { isWaiting: false, unfinished: 0, awaitingApproval: 0 };
    },

    /** Its operations and adoptions that have not begun. */
    cancellable({ tenantId, batchId }: Batch, limit: number): Promise<readonly CancellableWork[]> {
      return database.query<CancellableWork>(
        `select operation_id, team_id from operations
        where tenant_id = $1 and batch_id = $2 and status in ('accepted', 'awaiting_approval')
        union all
        select null, g.team_id from batch_groups g
        join provisionings p on p.tenant_id = g.tenant_id and p.team_id = g.team_id
        where g.tenant_id = $1 and g.batch_id = $2 and ${isAdoptedSql} and p.status = 'accepted'
        order by 1, 2 limit $3`,
        [tenantId, batchId, limit],
      );
    },

    async deferFor({ tenantId, batchId }: Batch, ms: number): Promise<void> {
      await database.query(
        `update batches set due_at = clock_timestamp() + $3 * interval '1 millisecond'
        where tenant_id = $1 and batch_id = $2`,
        [tenantId, batchId, ms],
      );
    },

    /** All groups are final. */
    async complete({ tenantId, batchId, kind, size, actor }: Batch, at: number): Promise<void> {
      const [ended] = await database.query<{ counts: Partial<BatchCounts> }>(
        `update batches b set completed_at = $3, due_at = null, counts = ${countsSql}
        where b.tenant_id = $1 and b.batch_id = $2
        returning b.counts`,
        [tenantId, batchId, new Date(at)],
      );
      const all = countsOf(ended?.counts);
      const counts = Object.fromEntries(finalStatuses.map((status) => [status, all[status]]));
      const ofBatch = { tenantId, batchId, actor, at };
      await recordBatch(database, 'batch.completed', ofBatch, { kind, size, counts });
    },

    /** Groups that it has not come to are never begun. Answers false if it is complete. */
    cancel: (
      { tenantId, batchId }: Pick<Batch, 'tenantId' | 'batchId'>,
      at: Date,
      actor: Actor,
    ): Promise<boolean> =>
      database.transaction(async (transaction) => {
        const [cancelled] = await transaction.query<{
          kind: BatchKind;
          size: number;
          isNew: boolean;
        }>(
          `with present as materialized (
          select kind, size, cancelled_at is null as is_new from batches
          where tenant_id = $1 and batch_id = $2 and completed_at is null
          for update
        ), ended as (
          update batch_groups g set outcome = 'cancelled'
          from present where g.tenant_id = $1 and g.batch_id = $2 and g.outcome is null
        )
        update batches b set due_at = now(), cancelled_at = coalesce(b.cancelled_at, $3),
          cancelled_by = coalesce(b.cancelled_by, $4::jsonb)
        from present where b.tenant_id = $1 and b.batch_id = $2
        returning present.kind, present.size, present.is_new`,
          [tenantId, batchId, at, JSON.stringify(actor)],
        );
        if (cancelled?.isNew === true) {
          const { kind, size } = cancelled;
          const ofBatch = { tenantId, batchId, actor, at: at.getTime() };
          await recordBatch(transaction, 'batch.cancelled', ofBatch, { kind, size });
        }
        return cancelled !== undefined;
      }),

    async read(reader: BatchReader, batchId: string): Promise<BatchState | undefined> {
      const [row] = await database.query<StateRow>(
        `select ${batchColumns}, b.cancelled_at, b.completed_at, ${countsSql} as counts ${ofReader}`,
        batchOfReader(reader, batchId),
      );
      return row && stateOf(row);
    },

    /** The answer has no counts, which read each of its groups while it runs. */
    async find(reader: BatchReader, batchId: string): Promise<Pick<Batch, 'kind'> | undefined> {
      const values = batchOfReader(reader, batchId);
      const [row] = await database.query<Pick<Batch, 'kind'>>(`select b.kind ${ofReader}`, values);
      return row;
    },

    /** Newest first. */
    async list(
      { tenantId, own }: BatchReader,
      page: {
        readonly isComplete: boolean | undefined;
        readonly afterBatchId: string | undefined;
        readonly limit: number;
      },
    ): Promise<readonly BatchState[]> {
      const rows = await lists.query<StateRow>(
        `select ${batchColumns}, b.cancelled_at, b.completed_at, ${countsSql} as counts
        from batches b
        where b.tenant_id = $1 and ($2::text is null or b.actor_kind = $2 and b.actor_id = $3)
          and ($4::boolean is null or (b.completed_at is not null) = $4)
          and ($5::uuid is null or b.batch_id < $5)
        order by b.batch_id desc limit $6`,
        [
          tenantId,
          own?.kind ?? null,
          own?.id ?? null,
          page.isComplete ?? null,
          page.afterBatchId ?? null,
          page.limit,
        ],
      );
      return rows.map(stateOf);
    },

    /** They are in the order of the request. */
    listGroups(
      { tenantId, batchId }: Pick<Batch, 'tenantId' | 'batchId'>,
      page: {
        readonly within: GroupLimit;
        /** Whether the reader may know groups that have no record. */
        readonly mayFind: boolean;
        readonly statuses: readonly string[] | undefined;
        readonly afterPosition: number | undefined;
        readonly limit: number;
      },
    ): Promise<readonly BatchGroupState[]> {
      return lists.query<BatchGroupState>(
        `select g.position, case when g.given ? 'adoption' and t.team_id is null then null else g.team_id end as team_id,
          case when $8 then g.given #>> '{adoption,groupId}' end as group_id,
          coalesce(t.display_name, case when $8 then d.display_name end) as display_name,
          ${statusSql} as status, g.operation_id, coalesce(g.error, o.error, p.error) as error,
          coalesce(o.completed_at, p.completed_at) as completed_at
        from batch_groups g ${workOfGroup}
        left join directory_groups d
          on d.tenant_id = g.tenant_id and d.group_id = lower(g.given #>> '{adoption,groupId}')
        left join teams t on t.tenant_id = g.tenant_id and t.team_id = g.team_id
          and ($3::uuid[] is null or t.organisation_id = any ($3))
          and ($4::uuid[] is null or t.template_id = any ($4))
        where g.tenant_id = $1 and g.batch_id = $2 and ($5::integer is null or g.position > $5)
          and ($6::text[] is null or ${statusSql} = any ($6))
        order by g.position limit $7`,
        [
          tenantId,
          batchId,
          page.within.organisationIds,
          page.within.templateIds,
          page.afterPosition ?? null,
          page.statuses ?? null,
          page.limit,
          page.mayFind,
        ],
      );
    },
  };
}

function recordStart(
  database: Queryable,
  { tenantId, batchId, kind, undoOf, undoSelection, size, reason, actor, createdAt }: Batch,
): Promise<void> {
  const ofBatch = { tenantId, batchId, actor, at: createdAt.getTime() };
  return recordBatch(database, 'batch.started', ofBatch, {
    kind,
    size,
    ...(undoOf !== null && { undoOf }),
    ...(undoSelection !== null && { undoSelection }),
    ...(reason !== null && { reason }),
  });
}

function recordBatch(
  database: Queryable,
  action: 'batch.started' | 'batch.cancelled' | 'batch.completed',
  { tenantId, batchId, actor, at }: Pick<Batch, 'tenantId' | 'batchId' | 'actor'> & { at: number },
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const subject = { kind: 'batch', id: batchId } as const;
  return recordActivity(database, [{ tenantId, occurredAt: at, actor, action, subject, data }]);
}

interface StateRow extends BatchRow {
  readonly cancelledAt: Date | null;
  readonly completedAt: Date | null;
  readonly counts: Partial<BatchCounts> | null;
}

function stateOf({ counts, cancelledAt, completedAt, ...row }: StateRow): BatchState {
  const { within: _, cancelledBy: __, ...batch } = batchOf(row);
  return { ...batch, cancelledAt, completedAt, counts: countsOf(counts) };
}

function batchOf({ actorKind, actorId, address, requestId, ...row }: BatchRow): Batch {
  const actor = {
    kind: actorKind,
    id: actorId,
    ...(address !== null && { address }),
    ...(requestId !== null && { requestId }),
  };
  return { ...row, actor };
}

function countsOf(counts: Partial<BatchCounts> | null | undefined): BatchCounts {
  const all = batchGroupStatuses.map((status) => [status, counts?.[status] ?? 0]);
  return Object.fromEntries(all) as BatchCounts;
}

function recordedOf(result: BatchResult | undefined) {
  if (result === undefined) return {};
  if (result.outcome === 'accepted')
    return { outcome: 'accepted', operation_id: result.operationId };
  if (result.outcome !== 'refused') return { outcome: result.outcome };
  const { code, message: detail, faults } = result.error;
  return { outcome: 'refused', error: { code, detail, faults } };
}
