// Reconciliation in PostgreSQL. Each resolution is one statement, with its activity, and changes nothing if it was done
// before. A tenant's report and the next due time are one row.
import type { Actor } from '../audit/activity.ts';
import type { Database, Query, Queryable } from '../postgres/database.ts';
import type { Question } from '../postgres/jobs/shared-poll.postgres.ts';
import {
  changeLists,
  adoptGroups,
  changeGroup,
  changeOfGroup,
  lockLane,
  noteChangedStates,
  releaseAliases,
  returnGroups,
  storableJson,
} from '../engine/accept-group.postgres.ts';
import { encodeSteps } from '../engine/stored-steps.ts';
import { createReadMarkedRecords } from '../engine/marked-records.postgres.ts';
import { noOperation, createObservationStore } from './observations.postgres.ts';
import { createDirectoryGroupStore } from './directory-groups.postgres.ts';
import type { ReconciliationReport } from './report.ts';
import type { DriftStore } from './resolve.ts';
import type { DueTenant, ReconciliationStore } from './schedule.ts';

const recordsPerPage = 1_000;
/** Instead of the id of a request: none asked for it. */
const withoutRequest = 'reconciliation';

export function createDriftStore(
  database: Database,
  actor: Actor,
  requestId = withoutRequest,
): DriftStore {
  const recordsOf = createReadMarkedRecords(database);

  async function record(
    statement: Query,
    tenantId: string,
    teamId: string,
    at: Date,
    more: readonly unknown[] = [],
  ) {
    await changeGroup(database, statement, { tenantId, teamId, at }, { ...actor, requestId }, more);
  }

  return {
    ...createObservationStore(database, actor, requestId),
    ...createDirectoryGroupStore(database, actor, requestId),
    recordsOf,
    async provisionedGroups(tenantId, before, afterTeamId) {
      return database.query<{ teamId: string; mailNickname: string; groupId: string }>(
        // Each row is found by its key: a merge join would begin at the first group for each page.
        `select p.team_id, t.mail_nickname, p.directory_group_id as group_id
         from provisionings p cross join lateral (
           select * from teams where tenant_id = p.tenant_id and team_id = p.team_id limit 1
         ) t
         where p.tenant_id = $1 and ($2::uuid is null or p.team_id > $2) and p.status = 'succeeded'
           and p.gone_since is null and p.completed_at < $3 and p.directory_group_id is not null
           and t.deleted_at is null and ${noOperation('p', '$3')}
         order by p.team_id limit $4`,
        [tenantId, afterTeamId ?? null, before, recordsPerPage],
      );
    },
    recordMissing: (tenantId, teamId, at, by) =>
      record(missingGroup, tenantId, teamId, at, [by ?? null]),
    missingWithoutAuthor: (tenantId, since) =>
      database.query(
        `select team_id, directory_group_id as group_id from provisionings
         where tenant_id = $1 and gone_since > $2 and not facts ? 'goneBy' and directory_group_id is not null`,
        [tenantId, since],
      ),
    async recordRemover(tenantId, teamId, by) {
      await database.query(
        `update provisionings set facts = facts || jsonb_build_object('goneBy', $3::text), updated_at = now()
         where tenant_id = $1 and team_id = $2 and gone_since is not null`,
        [tenantId, teamId, by],
      );
    },
    recordRestored: (tenantId, teamId, at) => record(restoredGroup, tenantId, teamId, at),
    recordRemoved: (tenantId, { marker }, at) => record(removedGroup, tenantId, marker, at),
    async adopt({ steps, ...adoption }) {
      const { kind: actorKind, id: actorId } = actor;
      const progress = encodeSteps(steps);
      const group = { ...adoption, progress, createdBy: actorId, requestId, actorKind, actorId };
      const rows = await database.query(adoptGroups, [storableJson([group])]);
      if (rows.length > 0) return 'adopted';
      const records = await recordsOf(adoption.tenantId, [adoption.teamId]);
      return records.size > 0 ? 'known' : 'alias_held';
    },
  };
}

/**
 * A condition over `tenants t`. Only the groups of the sandbox are in the database. Another directory has to be asked: it
 * may have groups that a restored database does not know.
 */
const mayHaveGroups = `(
    t.directory ->> 'kind' <> 'sandbox'
    or exists (select from teams g where g.tenant_id = t.tenant_id)
    or exists (select from sandbox_groups s where s.tenant_id = t.tenant_id)
  )`;

export function createReconciliationStore(database: Database): ReconciliationStore {
  return {
    async due({ isAutomatic, now, before, latestDue, beforeInOtherHistory }, limit) {
      return database.query<DueTenant>(
        {
          name: 'reconciliations_due',
          boundary: false,
          // Materialised: it would be read again for each tenant.
          text: `
            with present as materialized (select database_history() as history)
            select t.tenant_id, t.history, t.asked_at, ${mayHaveGroups} as may_have_groups
            from (
              select t.*, r.due_at, r.asked_at, present.history
              from tenants t left join reconciliations r on r.tenant_id = t.tenant_id
              cross join present
              where t.closed is null and (
                  r.asked_at is not null
                  or $6 and (
                    r.tenant_id is null or r.due_at <= $1 or r.due_at > $4 or r.attempted_at < $2
                    or r.history is distinct from present.history and r.attempted_at not between $5 and $1
                  )
                )
              order by r.asked_at, r.due_at nulls first, t.tenant_id
              limit $3
            ) t
            order by t.asked_at, t.due_at nulls first, t.tenant_id`,
        },
        [now, before, limit, latestDue, beforeInOtherHistory, isAutomatic],
      );
    },
    async finish(tenantId, at, dueAt, report, as) {
      await database.query(
        {
          name: 'reconciliations_finish',
          text: `
            insert into reconciliations (tenant_id, attempted_at, due_at, finished_at, report, history)
            values ($1, $2, $3, $2, $4, coalesce($5, database_history()))
            on conflict (tenant_id) do update
            set attempted_at = $2, due_at = $3, error = null, finished_at = $2, report = $4,
              history = excluded.history, ${askedAfter('$6')}`,
        },
        [tenantId, at, dueAt, JSON.stringify(report), as?.history ?? null, as?.askedAt ?? null],
      );
    },
    async finishWithoutGroups(tenants, at, report, history) {
      const rows = await database.query<{ tenantId: string }>(
        {
          name: 'reconciliations_finish_without_groups',
          text: `
            insert into reconciliations (tenant_id, attempted_at, due_at, finished_at, report, history)
            select t.tenant_id, $3, finished.due_at, $3, $4, $5
            from unnest($1::uuid[], $2::timestamptz[]) as finished (tenant_id, due_at)
            join tenants t on t.tenant_id = finished.tenant_id
            where not ${mayHaveGroups}
            order by t.tenant_id
            on conflict (tenant_id) do update
            set attempted_at = excluded.attempted_at, due_at = excluded.due_at, error = null,
              finished_at = excluded.finished_at, report = excluded.report, history = excluded.history, asked_at = null
            returning tenant_id`,
        },
        [
          tenants.map(({ tenantId }) => tenantId),
          tenants.map(({ dueAt }) => dueAt),
          at,
          JSON.stringify(report),
          history,
        ],
      );
      return rows.map(({ tenantId }) => tenantId);
    },
    async fail(tenantId, at, dueAt, { detail, askedAt }) {
      await database.query(
        `insert into reconciliations (tenant_id, attempted_at, due_at, error, history)
         values ($1, $2, $3, $4, database_history())
         on conflict (tenant_id) do update
         set attempted_at = $2, due_at = $3, error = $4, history = excluded.history, ${askedAfter('$5')}`,
        [tenantId, at, dueAt, detail, askedAt],
      );
    },
    ask: (tenantId) => askForReconciliation(database, tenantId),
    async read(tenantId) {
      const [row] = await database.query<StoredState>(
        `select attempted_at, due_at, error as detail, finished_at, report, asked_at
         from reconciliations where tenant_id = $1`,
        [tenantId],
      );
      if (row === undefined) return undefined;
      const { attemptedAt, dueAt, detail, finishedAt, report, askedAt } = row;
      return {
        last: finishedAt === null || report === null ? undefined : { finishedAt, report: report },
        error: detail === null ? undefined : { attemptedAt, detail },
        dueAt,
        askedAt,
      };
    },
  };
}

/** A later request stays open. */
const askedAfter = (askedAt: string) =>
  `asked_at = case when reconciliations.asked_at > ${askedAt} then reconciliations.asked_at
    when ${askedAt} is null then reconciliations.asked_at end`;

/** Makes the comparison of the tenant's groups due now. */
export async function askForReconciliation(database: Queryable, tenantId: string): Promise<void> {
  await database.query(
    {
      name: 'reconciliations_ask',
      // The time has the milliseconds that the process reads which does it.
      text: `
        insert into reconciliations (tenant_id, attempted_at, due_at, asked_at)
        values ($1, 'epoch', now(), date_trunc('milliseconds', now()))
        on conflict (tenant_id) do update set asked_at = excluded.asked_at`,
    },
    [tenantId],
  );
}

/** The shared poll gets the time at which a comparison was last asked for, whenever that changes. */
export function askForComparisons(onAsked: () => void): Question {
  let known: string | null = null;
  return {
    name: 'comparisons',
    sql: 'select max(asked_at)::text from reconciliations where asked_at is not null',
    onAnswer(askedAt) {
      if (askedAt === known) return;
      known = askedAt as string | null;
      if (known !== null) onAsked();
    },
  };
}

interface StoredState {
  readonly attemptedAt: Date;
  readonly dueAt: Date;
  readonly detail: string | null;
  readonly finishedAt: Date | null;
  readonly report: ReconciliationReport | null;
  readonly askedAt: Date | null;
}

const missingGroup: Query = {
  name: 'reconcile_record_missing',
  text: changeOfGroup('group.gone', {
    before: [lockLane],
    change: `
      update provisionings p
      set gone_since = $3, updated_at = $3, facts = p.facts || jsonb_strip_nulls(jsonb_build_object('goneBy', $8::text))
      from lane, teams t
      where p.tenant_id = lane.tenant_id and p.team_id = $2 and p.status = 'succeeded' and p.gone_since is null
        and t.tenant_id = p.tenant_id and t.team_id = p.team_id and t.deleted_at is null
        and ${noOperation('p')}
      returning p.tenant_id, p.team_id`,
    after: [
      releaseAliases('changed'),
      changeLists({ removed: 'changed' }),
      noteChangedStates('changed'),
    ],
    details: "jsonb_strip_nulls(jsonb_build_object('by', $8::text))",
  }),
};

const restoredGroup: Query = {
  name: 'reconcile_record_restored',
  text: changeOfGroup('group.returned', {
    before: [lockLane],
    change: `
      update provisionings p set gone_since = null, updated_at = $3, facts = p.facts - 'goneBy'
      from lane, teams t
      where p.tenant_id = lane.tenant_id and p.team_id = $2 and p.status = 'succeeded'
        and t.tenant_id = p.tenant_id and t.team_id = p.team_id
        and (p.gone_since is not null or t.deleted_at is not null) and t.ended_at is null and ${noOperation('p')}
      returning p.tenant_id, p.team_id, t.organisation_id, 1 as n`,
    after: [
      returnGroups('changed'),
      changeLists({ added: 'changed' }),
      noteChangedStates('changed'),
    ],
  }),
};

const removedGroup: Query = {
  name: 'reconcile_record_removed',
  text: changeOfGroup('group.removed', {
    change: `
      update provisionings p
      set facts = p.facts || jsonb_build_object('leftoverRemovedAt', $3::timestamptz), updated_at = $3
      where p.tenant_id = $1 and p.team_id = $2 and p.status in ('failed', 'cancelled')
        and not p.facts ? 'leftoverRemovedAt'
      returning p.tenant_id, p.team_id`,
  }),
};
