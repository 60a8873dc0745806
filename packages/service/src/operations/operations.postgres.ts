// Operations in PostgreSQL: as a lane claims and records them, and as callers read them. The last record of an operation
// changes the group's record, its places in lists and searches, and the activity log in the same statement, and lets the
// next operation of the group begin.
import { createBatcher } from '../foundation/batcher.ts';
import type { Actor } from '../activity/activity.ts';
import type { Clock } from '../foundation/clock.ts';
import type { Database } from '../postgres/database.ts';
import type { LedgerEntry } from '../provisioning/creation.ts';
import { isFinal } from '../provisioning/creation.ts';
import type { LedgerRecord } from '../provisioning/execute.ts';
import type { Lease } from '../provisioning/lane.ts';
import {
  changeLists,
  type Columns,
  readRecords,
  storableJson,
} from '../provisioning/group-records.postgres.ts';
import type { Incident } from '../provisioning/failed-attempt.ts';
import { timeOf } from '../provisioning/write-records.postgres.ts';
import { recordColumns, recordOf } from './group-record.postgres.ts';
import type {
  GroupRecord,
  Operation,
  OperationKind,
  OperationState,
  OperationStatus,
} from './operation.ts';
import type { OperationLedger } from './lane-store.ts';
import type { OperationStore } from './operation-store.ts';
import { newOperationLedger } from './operation-steps.ts';
import { changedRecord } from './record.ts';

/** The change of an operation in a commit, for those who follow it. */
export interface OperationChange {
  readonly tenantId: string;
  readonly teamId: string;
  readonly operationId: string;
  readonly status: OperationStatus;
  /** With the last record: whether the group entered its organisation's list, or left it. */
  readonly list?: 'entered' | 'left' | undefined;
}

type ClaimedRow = Parameters<typeof recordOf>[0] & {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly change: Operation['change'];
  readonly status: OperationStatus;
  readonly steps: LedgerEntry['steps'];
  readonly facts: LedgerEntry['facts'];
  readonly warnings: LedgerEntry['warnings'];
  readonly reason: string | null;
  readonly actor: Actor;
  readonly requestId: string | null;
  readonly requestedAt: Date;
};

const recordsPerWrite = 200;

export function createOperationLedger(deps: {
  database: Database;
  clock: Clock;
  /** Due times go by this clock instead of the database's: for runs in virtual time. */
  dueBy?: Clock;
  onChange: (changes: readonly OperationChange[]) => void;
}): OperationLedger {
  const { database, clock, dueBy, onChange } = deps;

  const write = createBatcher<WrittenRecord, boolean>({
    maxItems: recordsPerWrite,
    maxConcurrent: 1,
    // A statement changes a group once.
    separate: ({ teamId }) => teamId,
    async flush(records) {
      const values = [
        storableJson(records.map((record, n) => ({ ...record, n }))),
        new Date(clock.now()),
        timeOf(dueBy),
      ];
      const ending = records.filter(({ outcome }) => outcome !== null);
      const rows =
        ending.length === 0
          ? await database.query<{ n: number }>(writeOperations, values)
          : await database.transaction(async (transaction) => {
              // With its groups locked, the statement sees every operation that was accepted before it, and lets the
              // next one begin.
              await transaction.query(lockGroups, [
                ending.map(({ tenantId }) => tenantId),
                ending.map(({ teamId }) => teamId),
              ]);
              return transaction.query<{ n: number }>(writeOperations, values);
            });
      const written = new Set(rows.map(({ n }) => n));
      onChange(
        records
          .filter((_, n) => written.has(n))
          .map(({ tenantId, teamId, operationId, status, outcome }) => ({
            tenantId,
            teamId,
            operationId,
            status,
            list: listChanges[outcome?.effect ?? ''],
          })),
      );
      return records.map((_, n) => written.has(n));
    },
  });

  return {
    async claimDue(lane, atMost, maxPriority) {
      const rows = await database.query<ClaimedRow>(claimDue, [
        lane.tenantId,
        lane.epoch,
        atMost,
        timeOf(dueBy),
        maxPriority,
      ]);
      const operations = rows.map(operationOf);
      onChange(operations);
      return operations;
    },
    async nextDueInMs(tenantId) {
      const [row] = await database.query<{ dueInMs: number | null }>(
        {
          name: 'operations_next_due',
          text: `
            select ceil(extract(epoch from min(due_at) - coalesce($2, now())) * 1000)::double precision as due_in_ms
            from operations where tenant_id = $1 and waiting`,
        },
        [tenantId, timeOf(dueBy)],
      );
      return row?.dueInMs ?? undefined;
    },
    write: (lane, record) => write(writtenRecord(lane, record)),
  };
}

function operationOf(row: ClaimedRow): Operation {
  const { operationId, kind, change, status, steps, facts, warnings, reason, actor } = row;
  const group: GroupRecord = recordOf(row);
  return {
    tenantId: row.tenantId,
    teamId: row.teamId,
    operationId,
    kind,
    change,
    group,
    actor,
    reason,
    status,
    steps: steps.length > 0 ? steps : newOperationLedger(kind, change),
    facts,
    warnings,
    createdAt: row.requestedAt,
    requestId: row.requestId ?? '',
  };
}

// The group's creation has to be final first; until then the operation is looked at once a second.
const claimDue = {
  name: 'operations_claim_due',
  text: `
    with held as materialized (
      select tenant_id from lanes where tenant_id = $1 and epoch = $2 for share
    ), due as materialized (
      select o.operation_id, p.status in ('succeeded', 'failed', 'cancelled') as is_ready
      from operations o join provisionings p on p.tenant_id = o.tenant_id and p.team_id = o.team_id
      where o.tenant_id = $1 and o.waiting and o.priority <= $5 and o.due_at <= coalesce($4::timestamptz, now())
        and exists (select from held)
      order by o.priority, o.due_at, o.operation_id
      limit $3
      for update of o skip locked
    ), deferred as (
      update operations o set due_at = coalesce($4::timestamptz, now()) + interval '1 second'
      from due where o.tenant_id = $1 and o.operation_id = due.operation_id and not due.is_ready
    ), claimed as (
      update operations o
      set waiting = false, status = 'running', version = o.version + 1,
        updated_at = coalesce($4::timestamptz, now())
      from due
      where o.tenant_id = $1 and o.operation_id = due.operation_id and due.is_ready
      returning o.*
    )
    select ${recordColumns}, c.operation_id, c.kind, c.change, c.status, c.steps, c.facts, c.warnings, c.reason,
      jsonb_strip_nulls(jsonb_build_object('kind', c.actor_kind, 'id', c.actor_id, 'address', c.address,
        'requestId', c.request_id)) as actor,
      c.request_id, c.created_at as requested_at
    from claimed c
    join teams t on t.tenant_id = $1 and t.team_id = c.team_id
    join provisionings p on p.tenant_id = $1 and p.team_id = c.team_id
    order by c.priority, c.due_at, c.operation_id`,
};

/** A record as the statement reads it. */
interface WrittenRecord extends Pick<
  Operation,
  'tenantId' | 'teamId' | 'operationId' | 'status' | 'steps' | 'facts' | 'warnings'
> {
  readonly epoch: number;
  readonly dueInMs: number | undefined;
  readonly incident: Incident | undefined;
  /** Of a final record. */
  readonly outcome: Outcome | null;
}

/** The group's record after an operation. */
interface Outcome extends Pick<GroupRecord, 'displayName' | 'description' | 'people'> {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly visibility: string;
  readonly resolvedPeople: GroupRecord['resolvedPeople'];
  /** The effect on the group as a whole; null if there is none. */
  readonly effect: (typeof effects)[OperationKind] | 'not_restored';
}

const recordMembers: Columns<WrittenRecord & { n: number }> = {
  n: 'integer',
  tenantId: 'uuid',
  teamId: 'uuid',
  operationId: 'uuid',
  epoch: 'bigint',
  status: 'text',
  dueInMs: 'double precision',
  steps: 'jsonb',
  facts: 'jsonb',
  warnings: 'jsonb',
  incident: 'jsonb',
  outcome: 'jsonb',
};

const actions: Readonly<Record<OperationKind, string>> = {
  change: 'group.changed',
  handover: 'group.handed_over',
  archive: 'group.archived',
  unarchive: 'group.unarchived',
  delete: 'group.deleted',
  restore: 'group.restored',
};

const listChanges: Readonly<Record<string, OperationChange['list']>> = {
  deleted: 'left',
  restored: 'entered',
};

const effects = {
  change: null,
  handover: null,
  archive: 'archived',
  unarchive: 'unarchived',
  delete: 'deleted',
  restore: 'restored',
} as const satisfies Record<OperationKind, string | null>;

function writtenRecord(
  { epoch }: Lease,
  { entry, dueInMs, incident }: LedgerRecord<Operation>,
): WrittenRecord {
  const { tenantId, teamId, operationId, status, steps, facts, warnings } = entry;
  const ledger = { tenantId, teamId, operationId, status, steps, facts, warnings };
  return {
    ...ledger,
    epoch,
    dueInMs,
    incident,
    outcome: isFinal(status) ? outcomeOf(entry) : null,
  };
}

function outcomeOf(operation: Operation): Outcome {
  const { kind, status } = operation;
  const { record, before, after } = changedRecord(operation);
  const hasFailed = status !== 'succeeded';
  const failedEffect = kind === 'restore' ? 'not_restored' : null;
  return {
    ...record,
    before,
    after,
    action: hasFailed ? 'group.change_failed' : actions[kind],
    effect: hasFailed ? failedEffect : effects[kind],
  };
}

/** The lanes first, as every record of provisioning locks them. */
const lockGroups = {
  name: 'operations_lock_groups',
  text: `
    with held as materialized (
      select tenant_id from lanes where tenant_id = any ($1::uuid[]) order by tenant_id for no key update
    )
    select t.team_id from teams t
    join (select distinct * from unnest($1::uuid[], $2::uuid[]) as ending (tenant_id, team_id)) ending
      on ending.tenant_id = t.tenant_id and ending.team_id = t.team_id
    where (select count(*) from held) > 0
    order by t.tenant_id, t.team_id
    for update of t`,
};

const writeOperations = {
  name: 'operations_write_records',
  text: `
    with input as materialized (
      ${readRecords(recordMembers)}
    ), held as materialized (
      select tenant_id, epoch from lanes
      where tenant_id in (select tenant_id from input)
      order by tenant_id
      for no key update
    ), current as materialized (
      select input.* from input join held using (tenant_id, epoch)
    ), written as (
      update operations o
      set status = c.status,
        waiting = c.due_in_ms is not null,
        due_at = coalesce(coalesce($3, now()) + c.due_in_ms * interval '1 millisecond', o.due_at),
        version = o.version + 1,
        steps = c.steps,
        facts = c.facts,
        warnings = c.warnings,
        error = case when c.status = 'failed' then c.facts -> 'failure' end,
        before = c.outcome -> 'before',
        after = c.outcome -> 'after',
        updated_at = coalesce($3::timestamptz, now()),
        completed_at = case when jsonb_typeof(c.outcome) = 'object' then $2::timestamptz end
      from current c
      where o.tenant_id = c.tenant_id and o.operation_id = c.operation_id and o.status = 'running'
      returning c.n, c.incident, c.outcome, o.*
    ), ended as materialized (
      select w.*, x.action, x."displayName" as display_name, x.people, x.visibility,
        x."resolvedPeople" as resolved_people, x.effect, x.description, t.organisation_id, t.mail_nickname
      from written w
      cross join lateral jsonb_to_record(w.outcome) as x (
        action text, "displayName" text, description text, people jsonb, visibility text, "resolvedPeople" jsonb,
        effect text
      )
      join teams t on t.tenant_id = w.tenant_id and t.team_id = w.team_id
      where jsonb_typeof(w.outcome) = 'object'
    ), recorded as (
      update teams t
      set version = t.version + 1, display_name = e.display_name, description = e.description, people = e.people,
        requested_display_name = coalesce(t.requested_display_name, t.display_name),
        policy = t.policy || jsonb_build_object('visibility', e.visibility),
        archived_at = case e.effect
          when 'archived' then coalesce(t.archived_at, $2) when 'unarchived' then null else t.archived_at end,
        deleted_at = case e.effect
          when 'deleted' then $2 when 'restored' then null else t.deleted_at end,
        alias_key = case when e.effect in ('deleted', 'not_restored') then null else t.alias_key end
      from ended e
      where t.tenant_id = e.tenant_id and t.team_id = e.team_id
    ), resolved as (
      update provisionings p
      set resolved_people = coalesce(e.resolved_people, p.resolved_people),
        gone_since = case when e.effect = 'restored' then null else p.gone_since end
      from ended e
      where p.tenant_id = e.tenant_id and p.team_id = e.team_id
        and (e.kind in ('change', 'handover') or p.gone_since is not null)
    ), searched as (
      update team_search s
      set names = lower(e.display_name || E'\\n' || e.mail_nickname),
        responsible_id = e.resolved_people -> 'ownerIds' ->> 0,
        deputy_id = case when e.people ->> 'deputy' is not null then e.resolved_people -> 'ownerIds' ->> 1 end,
        people = person_terms(e.tenant_id, e.resolved_people)
      from ended e
      where s.tenant_id = e.tenant_id and s.team_id = e.team_id and e.kind in ('change', 'handover')
        and e.resolved_people is not null
    ), ${changeLists({
      added: "(select * from ended where effect = 'restored')",
      removed: "(select * from ended where effect = 'deleted')",
    })}, next as (
      update operations o set waiting = true
      from (
        select e.tenant_id, (
            select following.operation_id from operations following
            where following.tenant_id = e.tenant_id and following.team_id = e.team_id
              and following.number > e.number and following.status = 'accepted'
            order by following.number
            limit 1
          ) as operation_id
        from ended e
      ) first
      where o.tenant_id = first.tenant_id and o.operation_id = first.operation_id
    ), incidents as (
      insert into provisioning_incidents
        (tenant_id, team_id, step, attempt, occurred_at, code, detail, directory_request_id, retry_at)
      select w.tenant_id, w.team_id, i.step, i.attempt, $2, i.code, i.detail, i."directoryRequestId",
        $2::timestamptz + i."retryInMs" * interval '1 millisecond'
      from written w
      cross join lateral jsonb_to_record(w.incident) as i (
        step text, attempt integer, code text, detail text, "directoryRequestId" text,
        "retryInMs" double precision
      )
      where jsonb_typeof(w.incident) = 'object'
    ), activities as (
      insert into activity
        (tenant_id, occurred_at, actor_kind, actor_id, address, request_id, action, subject_kind, subject_id, data)
      select e.tenant_id, $2, e.actor_kind, e.actor_id, e.address, e.request_id, e.action, 'group', e.team_id::text,
        jsonb_strip_nulls(jsonb_build_object('operationId', e.operation_id, 'kind', e.kind, 'reason', e.reason,
          'error', e.error)) || jsonb_build_object('before', e.before, 'after', e.after)
      from ended e
      order by e.n
    )
    select n from written`,
};

interface StateRow extends Omit<OperationState, 'error' | 'requestedBy'> {
  readonly tenantId: string;
  readonly error: OperationState['error'] | null;
  readonly actorKind: Actor['kind'];
  readonly actorId: string;
}

const stateColumns = `
  o.tenant_id, o.operation_id, o.team_id, o.kind, o.status, o.actor_kind, o.actor_id, o.reason, o.change, o.before,
  o.after, o.created_at, o.updated_at, o.completed_at, o.steps, o.error, o.warnings, o.version`;

/** @param lists for lists, which may take long */
export function createOperationStore(
  database: Database,
  lists: Database = database,
): OperationStore {
  const read = createBatcher<{ tenantId: string; operationId: string }, StateRow | undefined>({
    maxItems: 200,
    maxConcurrent: 2,
    async flush(keys) {
      const rows = await database.query<StateRow>(
        {
          name: 'operations_read',
          text: `
            select ${stateColumns}
            from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, operation_id)
            join operations o on o.tenant_id = wanted.tenant_id and o.operation_id = wanted.operation_id`,
        },
        [keys.map(({ tenantId }) => tenantId), keys.map(({ operationId }) => operationId)],
      );
      const found = new Map(rows.map((row) => [`${row.tenantId}/${row.operationId}`, row]));
      return keys.map(({ tenantId, operationId }) => found.get(`${tenantId}/${operationId}`));
    },
  });

  return {
    async read(tenantId, operationId) {
      const row = await read({ tenantId, operationId });
      return row && stateOf(row);
    },

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
        const [cancelled] = await transaction.query<StateRow>(cancelOperation, [
          tenantId,
          operationId,
          at,
          actor.kind,
          actor.id,
          actor.address ?? null,
          actor.requestId ?? null,
        ]);
        if (cancelled !== undefined) return { cancelled: true, state: stateOf(cancelled) };
        const [present] = await transaction.query<StateRow>(
          `select ${stateColumns} from operations o where o.tenant_id = $1 and o.operation_id = $2`,
          [tenantId, operationId],
        );
        return present && { cancelled: false, state: stateOf(present) };
      }),
  };
}

function stateOf({ error, actorKind, actorId, ...row }: StateRow): OperationState {
  return {
    ...row,
    steps: row.steps.length > 0 ? row.steps : newOperationLedger(row.kind, row.change),
    requestedBy: { kind: actorKind, id: actorId },
    error: error ?? undefined,
  };
}

const cancelOperation = {
  name: 'operations_cancel',
  text: `
    with cancelled as (
      update operations o
      set status = 'cancelled', waiting = false, version = o.version + 1, updated_at = $3, completed_at = $3
      where o.tenant_id = $1 and o.operation_id = $2 and o.status = 'accepted'
      returning o.*
    ), bumped as (
      update teams t
      set version = t.version + 1, alias_key = case when c.kind = 'restore' then null else t.alias_key end
      from cancelled c where t.tenant_id = c.tenant_id and t.team_id = c.team_id
    ), next as (
      update operations o set waiting = true
      from cancelled c
      where o.tenant_id = c.tenant_id and o.team_id = c.team_id and o.number = (
          select min(following.number) from operations following
          where following.tenant_id = c.tenant_id and following.team_id = c.team_id
            and following.number > c.number and following.status = 'accepted'
        )
        -- One that waits behind a running operation begins when that one ends.
        and not exists (
          select from operations earlier
          where earlier.tenant_id = c.tenant_id and earlier.team_id = c.team_id
            and earlier.number < c.number and earlier.status in ('accepted', 'running')
        )
    ), activities as (
      insert into activity
        (tenant_id, occurred_at, actor_kind, actor_id, address, request_id, action, subject_kind, subject_id, data)
      select tenant_id, $3, $4, $5, $6, $7, 'group.operation_cancelled', 'group', team_id::text,
        jsonb_build_object('operationId', operation_id, 'kind', kind)
      from cancelled
    )
    select ${stateColumns} from cancelled o`,
};
