// The last observation of each group in PostgreSQL. Batches of groups share a statement, with the activity of each change.
import type { Actor } from '../audit/activity.ts';
import type { Database } from '../postgres/database.ts';
import {
  lockGroupRows,
  readRecords,
  storableJson,
  type Columns,
} from '../engine/accept-group.postgres.ts';
import {
  isComparedSql,
  type Finding,
  type ObservedState,
  type PropertyDrift,
} from '../engine/observed-state.ts';
import { unreachableSql } from '../engine/people-findings.postgres.ts';
import { answeringIdSql } from '../engine/recorded-people.ts';
import {
  type AcceptedSettings,
  recordedSettingsOf,
  type SettingsPolicy,
} from '../settings/organisations/settings-policy.ts';
import type { ListedGroup } from './detect.ts';
import type {
  DifferingGroup,
  GroupActivity,
  ObservableGroup,
  Observation,
  ObservationStore,
} from './observe.ts';

/** Reconciliations in short succession do not write again that nothing has changed. */
const freshFor = "interval '1 hour'";

const listedColumns: Columns<ListedGroup> = {
  teamId: 'uuid',
  displayName: 'text',
  description: 'text',
  visibility: 'text',
  hasTeam: 'boolean',
};

interface WrittenObservation {
  readonly teamId: string;
  readonly seenAt: Date;
  readonly observed: ObservedState;
  readonly drift: readonly PropertyDrift[];
  readonly findings: readonly Finding[];
  readonly readDueAt: Date;
  readonly version: number;
  readonly driftBefore: readonly PropertyDrift[];
  readonly findingsBefore: readonly Finding[];
  readonly changes: Observation['changes'];
}

const observationColumns: Columns<WrittenObservation> = {
  teamId: 'uuid',
  seenAt: 'timestamptz',
  observed: 'jsonb',
  drift: 'jsonb',
  findings: 'jsonb',
  readDueAt: 'timestamptz',
  version: 'bigint',
  driftBefore: 'jsonb',
  findingsBefore: 'jsonb',
  changes: 'jsonb',
};

type Row = Omit<ObservableGroup, 'settings'> & {
  readonly templateSettings: SettingsPolicy | null;
  readonly acceptedSettings: AcceptedSettings;
};

/** The settings of a team are compared wherever the directory shows a team. */
function groupOf<R extends Row>({ templateSettings, acceptedSettings, ...group }: R) {
  if (templateSettings === null) return group;
  const policy = { kind: 'team', settings: templateSettings } as const;
  return { ...group, settings: recordedSettingsOf(policy, acceptedSettings) };
}

/** @param requestId instead of that of a request: none asked for it */
export function createObservationStore(
  database: Database,
  actor: Actor,
  requestId: string,
): ObservationStore {
  return {
    async recordListed(tenantId, seenAt, groups) {
      if (groups.length === 0) return;
      await database.query(recordListed, [tenantId, seenAt, storableJson(groups)]);
    },

    async observableGroup(tenantId, teamId) {
      const values = [tenantId, teamId];
      const [row] = await database.query<Row & GroupActivity>(observableGroup, values);
      return row && groupOf(row);
    },

    async observableGroups(tenantId, { quietSince, dueBy }, { afterTeamId, limit }) {
      const values = [tenantId, afterTeamId ?? null, quietSince, dueBy ?? null, limit];
      return (await database.query<Row>(observableGroups, values)).map(groupOf);
    },

    async recordObservations(tenantId, observations) {
      const written = observations.map(
        ({ group, comparison, seenAt, readDueAt, changes }): WrittenObservation => ({
          teamId: group.teamId,
          seenAt,
          observed: comparison.observed,
          drift: comparison.drift,
          findings: comparison.findings,
          readDueAt,
          version: group.version,
          driftBefore: group.drift,
          findingsBefore: group.findings,
          changes,
        }),
      );
      await database.transaction(async (transaction) => {
        // With the groups locked, the statement sees what another reconciliation has written, and each change is
        // one event.
        const teamIds = written.map(({ teamId }) => teamId);
        await transaction.query(lockGroupRows, [tenantId, teamIds]);
        const { kind, id, address } = actor;
        const values = [tenantId, storableJson(written), kind, id, address ?? null, requestId];
        await transaction.query(recordObservations, values);
      });
    },

    differingGroups: (tenantId) => database.query<DifferingGroup>(differingGroups, [tenantId]),
  };
}

const recordListed = {
  name: 'observations_record_listed',
  text: `
    with input as materialized (
      ${readRecords(listedColumns, '$3')}
    ), compared as materialized (
      select o.tenant_id, o.team_id,
        (o.observed ->> 'displayName', o.observed ->> 'description', o.observed ->> 'visibility')
          is distinct from (i.display_name, i.description, i.visibility)
          or i.has_team and o.observed ->> 'kind' = 'group' as is_changed
      from input i join team_observations o on o.tenant_id = $1 and o.team_id = i.team_id
      where o.seen_at < $2
    )
    update team_observations o
    set seen_at = case when c.is_changed then o.seen_at else $2 end,
      read_due_at = case when c.is_changed then least(o.read_due_at, $2) else o.read_due_at end
    from compared c
    where o.tenant_id = c.tenant_id and o.team_id = c.team_id
      and case when c.is_changed then o.read_due_at > $2 else o.seen_at < $2 - ${freshFor} end`,
};

/**
 * Without the lists of people: a group may have 25,000 members. Written so that each row is found by its key: a merge
 * join would begin at the first group for each page.
 */
const observableSql = (more = '') => `
    select t.team_id, t.mail_nickname, p.directory_group_id as group_id, t.version::double precision as version, t.display_name,
      t.description, coalesce(t.policy ->> 'visibility', 'private') as visibility,
      t.archived_at is not null as is_archived,
      t.people ->> 'responsible' as responsible, ${answeringIdSql('responsible')} as responsible_id,
      t.people ->> 'deputy' as deputy, ${answeringIdSql('deputy')} as deputy_id,
      coalesce((t.policy ->> 'minimumOwners')::integer, 1) as minimum_owners,
      ${unreachableSql(answeringIdSql('responsible'), answeringIdSql('deputy'))} as unreachable,
      m.policy -> 'settings' as template_settings, t.policy ->> 'kind' as kind, t.accepted_settings,
      coalesce(o.drift, '[]') as drift, coalesce(o.findings, '{}') as findings,
      array(
        select rule.key from jsonb_each_text(m.policy -> 'enforce') rule where rule.value = 'ignore'
      ) as ignored,
      exists (
        select from idle_groups i where i.tenant_id = p.tenant_id and i.team_id = p.team_id and i.is_finding
      ) as is_idle${more}
    from provisionings p
    cross join lateral (
      select * from teams where tenant_id = p.tenant_id and team_id = p.team_id limit 1
    ) t
    left join lateral (
      select * from team_observations where tenant_id = p.tenant_id and team_id = p.team_id limit 1
    ) o on true
    left join lateral (
      select * from templates
      where tenant_id = p.tenant_id and template_id = t.template_id and deleted_at is null limit 1
    ) m on true
    where p.tenant_id = $1 and p.status = 'succeeded'
      and p.gone_since is null and t.deleted_at is null and p.directory_group_id is not null
      and p.resolved_people is not null`;

const observableGroups = {
  name: 'observations_due',
  text: `${observableSql()}
      and ($2::uuid is null or p.team_id > $2) and p.completed_at < $3 and ${noOperation('p', '$3')}
      and ($4::timestamptz is null or o.team_id is null or o.read_due_at <= $4 or o.record_version <> t.version)
    order by p.team_id
    limit $5`,
};

const observableGroup = {
  name: 'observation_of_group',
  text: `${observableSql(`,
      not ${noOperation('p')} as is_changing,
      greatest(p.completed_at, (
        select max(x.completed_at) from operations x where x.tenant_id = p.tenant_id and x.team_id = p.team_id
      )) as changed_at`)}
      and p.team_id = $2`,
};

const recordObservations = {
  name: 'observations_record',
  text: `
    with input as materialized (
      ${readRecords(observationColumns, '$2')}
    ), present as materialized (
      select i.*, i.observed ->> 'kind' = 'team' and t.policy ->> 'kind' = 'group' as is_team_since,
        array(select jsonb_array_elements_text(i.findings)) as finding_names, t.display_name, t.mail_nickname
      from input i
      join teams t on t.tenant_id = $1 and t.team_id = i.team_id and t.version = i.version and t.deleted_at is null
      left join team_observations o on o.tenant_id = $1 and o.team_id = i.team_id
      where coalesce(o.drift, '[]') = i.drift_before
        and to_jsonb(coalesce(o.findings, '{}')) = i.findings_before
    ), written as (
      insert into team_observations
        (tenant_id, team_id, seen_at, details_seen_at, observed, drift, findings, record_version, read_due_at)
      select $1, team_id, seen_at, seen_at, observed, drift, finding_names, version + is_team_since::integer, read_due_at
      from present
      on conflict (tenant_id, team_id) do update
      set seen_at = excluded.seen_at, details_seen_at = excluded.details_seen_at, observed = excluded.observed,
        drift = excluded.drift, findings = excluded.findings, record_version = excluded.record_version,
        read_due_at = excluded.read_due_at
    ), became_team as (
      -- No call takes the team off a group, so the record follows.
      update teams t set policy = t.policy || '{"kind": "team"}', version = t.version + 1
      from present p where p.is_team_since and t.tenant_id = $1 and t.team_id = p.team_id
    ), asked as (
      -- Whether the group has enough owners is a fact for the rules of responsibility, and each difference one for those
      -- that restore the record. By the queue, so that the record of a comparison waits for no assessment.
      insert into changed_responsibilities (tenant_id, team_id)
      select $1, team_id from present
      where finding_names || array(select jsonb_array_elements_text(findings_before)) && array['ownerless', 'too_few_owners']
        or drift <> '[]' or drift_before <> '[]' or is_team_since
    )
    insert into activity
      (tenant_id, occurred_at, actor_kind, actor_id, address, request_id, action, subject_kind, subject_id, data)
    select $1, p.seen_at, $3, $4, $5, $6, change ->> 'action', 'group', p.team_id::text,
      jsonb_build_object('displayName', p.display_name, 'mailNickName', p.mail_nickname) || (change -> 'data')
    from present p cross join lateral jsonb_array_elements(p.changes) change`,
};

const differingGroups = {
  name: 'observations_differing',
  text: `
    select o.team_id, t.mail_nickname, o.drift, o.findings
    from team_observations o
    join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id
    join provisionings p on p.tenant_id = o.tenant_id and p.team_id = o.team_id
    where o.tenant_id = $1 and (o.drift <> '[]' or o.findings <> '{}') and ${isComparedSql}
    order by o.team_id`,
};

/**
 * The group has no operation in progress, and none that ended at the time or later: reads of the directory may still
 * show the group as it was before.
 * Looked up for each group: a join, which `offset 0` prevents, would read all operations for each page of groups.
 * @param group a row with tenant_id and team_id, as SQL
 */
export function noOperation(group: string, since?: string): string {
  const ended = since === undefined ? '' : `or o.completed_at >= ${since}`;
  return `not exists (
    select from operations o
    where o.tenant_id = ${group}.tenant_id and o.team_id = ${group}.team_id
      and (o.status in ('accepted', 'running') ${ended})
    offset 0
  )`;
}
