// Reconciliation in PostgreSQL. Each resolution is one statement, with its activity, and changes nothing if it was done
// before. A tenant's report and the next due time are one row.
import type { Actor } from '../activity/activity.ts';
import type { Database } from '../postgres/database.ts';
import { createReadMarkedRecords } from '../provisioning/marked-records.postgres.ts';
import { fromEarlierReport, toEarlierReport, type EarlierReport } from './earlier-names.ts';
import type { ReconciliationReport } from './report.ts';
import type { DriftStore } from './resolve.ts';
import type { ReconciliationStore } from './schedule.ts';
import { toStoredPolicy } from '../organisations/template.ts';

const recordsPerPage = 1_000;

export function createDriftStore(database: Database, actor: Actor): DriftStore {
  const recordsOf = createReadMarkedRecords(database);

  async function record(
    statement: { name: string; text: string },
    tenantId: string,
    teamId: string,
    at: Date,
  ): Promise<void> {
    await database.query(statement, [tenantId, teamId, at, actor.kind, actor.id]);
  }

  return {
    recordsOf,
    async provisionedGroups(tenantId, before, afterTeamId) {
      return database.query<{ teamId: string; mailNickname: string; groupId: string }>(
        `select p.team_id, t.mail_nickname, p.directory_group_id as group_id
         from provisionings p join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
         where p.tenant_id = $1 and ($2::uuid is null or p.team_id > $2) and p.status = 'succeeded'
           and p.gone_since is null and p.completed_at < $3 and p.directory_group_id is not null
         order by p.team_id limit $4`,
        [tenantId, afterTeamId ?? null, before, recordsPerPage],
      );
    },
    recordMissing: (tenantId, teamId, at) => record(missingGroup, tenantId, teamId, at),
    recordRestored: (tenantId, teamId, at) => record(restoredGroup, tenantId, teamId, at),
    recordRemoved: (tenantId, { marker }, at) => record(removedGroup, tenantId, marker, at),
    async adopt(adoption) {
      const { group, adoptedAt } = adoption;
      const rows = await database.query(adoptGroup, [
        adoption.tenantId,
        adoption.teamId,
        adoption.organisationId,
        adoption.templateId,
        group.displayName,
        group.description,
        group.mailNickname,
        group.mailNickname.toLowerCase(),
        JSON.stringify(adoption.people),
        JSON.stringify(adoption.properties),
        JSON.stringify(toStoredPolicy(adoption.policy)),
        adoptedAt,
        actor.id,
        JSON.stringify(adoption.steps),
        JSON.stringify(adoption.facts),
        JSON.stringify(adoption.resolvedPeople),
        group.groupId,
        actor.kind,
      ]);
      if (rows.length > 0) return 'adopted';
      const records = await recordsOf(adoption.tenantId, [adoption.teamId]);
      return records.size > 0 ? 'known' : 'alias_held';
    },
  };
}

export function createReconciliationStore(database: Database): ReconciliationStore {
  return {
    async due({ now, before, latestDue, beforeInOtherHistory }, limit) {
      return database.query<{ tenantId: string; history: string }>(
        {
          name: 'reconciliations_due',
          boundary: false,
          text: `
            select t.tenant_id, present.history
            from tenants t left join reconciliations r on r.tenant_id = t.tenant_id
            cross join (select database_history() as history) present
            where t.directory ->> 'kind' <> 'sandbox'
              and (
                r.tenant_id is null or r.due_at <= $1 or r.due_at > $4 or r.attempted_at < $2
                or r.history is distinct from present.history and r.attempted_at not between $5 and $1
              )
            order by r.due_at nulls first, t.tenant_id
            limit $3`,
        },
        [now, before, limit, latestDue, beforeInOtherHistory],
      );
    },
    async finish(tenantId, at, dueAt, report, history) {
      await database.query(
        {
          name: 'reconciliations_finish',
          text: `
            insert into reconciliations (tenant_id, attempted_at, due_at, finished_at, report, history)
            values ($1, $2, $3, $2, $4, coalesce($5, database_history()))
            on conflict (tenant_id) do update
            set attempted_at = $2, due_at = $3, error = null, finished_at = $2, report = $4,
              history = excluded.history`,
        },
        [tenantId, at, dueAt, JSON.stringify(storedReport(report)), history ?? null],
      );
    },
    async fail(tenantId, at, dueAt, detail) {
      await database.query(
        `insert into reconciliations (tenant_id, attempted_at, due_at, error, history)
         values ($1, $2, $3, $4, database_history())
         on conflict (tenant_id) do update
         set attempted_at = $2, due_at = $3, error = $4, history = excluded.history`,
        [tenantId, at, dueAt, detail],
      );
    },
    async read(tenantId) {
      const [row] = await database.query<StoredState>(
        `select attempted_at, due_at, error as detail, finished_at, report
         from reconciliations where tenant_id = $1`,
        [tenantId],
      );
      if (row === undefined) return undefined;
      const { attemptedAt, dueAt, detail, finishedAt, report } = row;
      return {
        last:
          finishedAt === null || report === null
            ? undefined
            : { finishedAt, report: report.present ?? fromEarlierReport(report) },
        error: detail === null ? undefined : { attemptedAt, detail },
        dueAt,
      };
    },
  };
}

interface StoredState {
  readonly attemptedAt: Date;
  readonly dueAt: Date;
  readonly detail: string | null;
  readonly finishedAt: Date | null;
  readonly report: StoredReport | null;
}

/** An earlier release that runs beside this one reads and writes its own names only. */
type StoredReport = EarlierReport & { readonly present?: ReconciliationReport };

function storedReport(report: ReconciliationReport): StoredReport {
  return { ...toEarlierReport(report), present: report };
}

const adoptGroup = {
  name: 'reconcile_adopt_group',
  text: `
    with team as (
      insert into teams
        (tenant_id, team_id, organisation_id, template_id, display_name, description, mail_nickname, alias_key,
         people, properties, policy, created_at, created_by, request_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'sweep')
      on conflict do nothing
      returning tenant_id, team_id
    ), ledger as (
      insert into provisionings
        (tenant_id, team_id, status, waiting, due_at, steps, facts, resolved_people, directory_group_id, updated_at)
      select tenant_id, team_id, 'accepted', true, $12, $14::jsonb, $15::jsonb, $16::jsonb, $17, $12 from team
    ), activity_entry as (
      insert into activity
        (tenant_id, occurred_at, actor_kind, actor_id, request_id, action, subject_kind, subject_id, data)
      select tenant_id, $12, $18, $13, 'sweep', 'group.accepted', 'group', team_id::text,
        jsonb_build_object('displayName', $5::text, 'mailNickName', $7::text, 'organisationId', $3::text,
          'templateId', $4::text, 'adopted', true)
      from team
    )
    select team_id from team`,
};

/** The lane's row first, as every record of provisioning locks it. */
const lane = `
  lane as materialized (
    select tenant_id from lanes where tenant_id = $1 for no key update
  )`;

const activityEntry = (action: string) => `
  activity_entry as (
    insert into activity
      (tenant_id, occurred_at, actor_kind, actor_id, request_id, action, subject_kind, subject_id, data)
    select c.tenant_id, $3, $4, $5, 'sweep', '${action}', 'group', c.team_id::text,
      jsonb_build_object('displayName', t.display_name, 'mailNickName', t.mail_nickname)
    from changed c join teams t on t.tenant_id = c.tenant_id and t.team_id = c.team_id
  )`;

const missingGroup = {
  name: 'reconcile_record_missing',
  text: `
    with ${lane}, changed as (
      update provisionings p set gone_since = $3, updated_at = $3
      from lane
      where p.tenant_id = lane.tenant_id and p.team_id = $2 and p.status = 'succeeded' and p.gone_since is null
      returning p.tenant_id, p.team_id
    ), released as (
      update teams t set alias_key = null
      from changed c where t.tenant_id = c.tenant_id and t.team_id = c.team_id
    ), unlisted as (
      delete from organisation_groups g
      using changed c, teams t
      where t.tenant_id = c.tenant_id and t.team_id = c.team_id
        and g.tenant_id = t.tenant_id and g.organisation_id = t.organisation_id and g.team_id = t.team_id
      returning g.tenant_id
    ), counted as (
      update lanes l set groups_unlisted = l.groups_unlisted + 1
      from unlisted where l.tenant_id = unlisted.tenant_id
    ), ${activityEntry('group.gone')}
    select team_id from changed`,
};

const restoredGroup = {
  name: 'reconcile_record_restored',
  text: `
    with ${lane}, changed as (
      update provisionings p set gone_since = null, updated_at = $3
      from lane
      where p.tenant_id = lane.tenant_id and p.team_id = $2 and p.gone_since is not null
      returning p.tenant_id, p.team_id
    ), taken as (
      update teams t set alias_key = lower(t.mail_nickname)
      from changed c
      where t.tenant_id = c.tenant_id and t.team_id = c.team_id and not exists (
        select from teams other
        where other.tenant_id = t.tenant_id and other.alias_key = lower(t.mail_nickname)
      )
    ), counted as (
      update lanes l set groups_listed = l.groups_listed + 1
      from changed c where l.tenant_id = c.tenant_id
      returning l.tenant_id, l.groups_listed
    ), listed as (
      insert into organisation_groups (tenant_id, organisation_id, number, team_id)
      select t.tenant_id, t.organisation_id, counted.groups_listed, t.team_id
      from changed c join teams t on t.tenant_id = c.tenant_id and t.team_id = c.team_id
      join counted on counted.tenant_id = c.tenant_id
    ), ${activityEntry('group.returned')}
    select team_id from changed`,
};

const removedGroup = {
  name: 'reconcile_record_removed',
  text: `
    with changed as (
      update provisionings p
      set facts = p.facts || jsonb_build_object('leftoverRemovedAt', $3::timestamptz), updated_at = $3
      where p.tenant_id = $1 and p.team_id = $2 and p.status in ('failed', 'cancelled')
        and not p.facts ? 'leftoverRemovedAt'
      returning p.tenant_id, p.team_id
    ), ${activityEntry('group.removed')}
    select team_id from changed`,
};
