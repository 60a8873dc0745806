// Reading of teams and of how far they are in PostgreSQL. Readings of a status that arrive together are one.
import { unique } from '../../directory/person-reference.ts';
import type { Database, Query } from '../../postgres/database.ts';
import { joinByKey, ofFoundRow } from '../../postgres/found-row.ts';
import { createReadByKey, createReadVersions, forWantedKeys } from '../../postgres/read-by-key.ts';
import type { Facts, RequestedPeople } from '../../engine/creation.ts';
import type { Approval } from '../../settings/organisations/approval-policy.ts';
import { creationStatusSql, existsSql, groupStateSql } from '../../engine/group-state.ts';
import { isComparedSql, type ObservedState, shownDriftSql } from '../../engine/observed-state.ts';
import { readSteps } from '../../engine/stored-steps.ts';
import { readStoredPolicy, type StoredPolicy } from '../../settings/organisations/template.ts';
import {
  approvalStateOf,
  type ApprovalTaskRow,
  approvalTaskSql,
} from '../../messages/tasks/approval-task.postgres.ts';
import { acceptanceTasks } from '../../messages/tasks/task.ts';
import type { NamesConform } from './names-conform.ts';
import { createReadDetails } from './team-details.postgres.ts';
import type {
  AnsweringPerson,
  Team,
  TeamResponsibility,
  TeamStatus,
  TeamStore,
  TeamSummary,
} from './team.ts';

interface StatusRow extends Omit<TeamStatus, 'approval' | 'steps'> {
  readonly progress: string | null;
  readonly approval: Approval | null;
  readonly approvalTask: ApprovalTaskRow | null;
  readonly policy: StoredPolicy;
}
interface TeamRow
  extends
    TeamSummary,
    Pick<
      Team,
      | 'description'
      | 'managed'
      | 'requestedExpiry'
      | 'requestedBy'
      | 'reason'
      | 'visibility'
      | 'classification'
      | 'preferredLanguage'
      | 'version'
      | 'creationVersion'
      | 'deletedAt'
      | 'drift'
      | 'findings'
    > {
  readonly responsibility: TeamResponsibility | null;
  readonly people: RequestedPeople;
  readonly facts: Facts;
  readonly goneSince: Date | null;
  readonly observed: ObservedState | null;
  readonly seenAt: Date;
  readonly detailsSeenAt: Date;
}

/** The time is that from the request to the end of a creation, over the same tables. */
export const durationMsSql = `date_part('epoch', p.completed_at - t.created_at) * 1000`;

/** The columns of a summary, of a team t and its ledger p. */
export const summaryColumns = `t.team_id, ${creationStatusSql} as status, t.organisation_id, t.template_id, t.display_name,
  t.mail_nickname as "mailNickName", t.created_at, p.completed_at, ${groupStateSql} as state, t.properties, (
    select coalesce(jsonb_agg(jsonb_build_object('source', e.source, 'externalId', e.external_id) order by e.source), '[]')
    from external_ids e where e.tenant_id = t.tenant_id and e.team_id = t.team_id
  ) as external_ids`;

/** @param namesConform without it, nothing is known of the patterns */
export function createTeamStore(
  database: Database,
  namesConform: NamesConform = () => null,
): TeamStore {
  const findStatus = createReadByKey<StatusRow>(database, readStatus);
  const findTeam = createReadByKey<TeamRow>(database, readTeam);

  return {
    readStatus: async (tenantId, teamId) => statusOf(await findStatus(tenantId, teamId)),
    readVersions: createReadVersions(
      database,
      { name: 'teams_read_versions', table: 'provisionings', idColumn: 'team_id' },
      ({ teamId }) => teamId,
    ),

    async readTeam(tenantId, teamId) {
      const row = await findTeam(tenantId, teamId);
      if (row === undefined) return undefined;
      const { createdAt: namedAt = row.createdAt } = row.facts.adoption ?? {};
      const group = { ...row, namedAt: new Date(namedAt) };
      return { ...teamOf(row), conforms: namesConform(tenantId, group) };
    },

    readDetails: createReadDetails(database),
  };
}

function statusOf(row: StatusRow | undefined): TeamStatus | undefined {
  if (row === undefined) return undefined;
  const { policy, approval, approvalTask, progress, ...status } = row;
  return {
    ...status,
    steps: readSteps(progress, readStoredPolicy(policy)),
    approval: approvalStateOf(approval, approvalTask),
  };
}

function teamOf(row: TeamRow): Omit<Team, 'conforms'> {
  const { people, facts, goneSince, seenAt, detailsSeenAt, ...team } = row;
  const { groupId, mail, webUrl, adoption, goneBy } = facts;
  return {
    ...team,
    origin: adoption === undefined ? 'created' : 'adopted',
    ...people,
    owners: unique(people.owners),
    members: unique(people.members),
    responsibility: team.responsibility && responsibilityOf(team.responsibility),
    observed: team.observed && { ...team.observed, seenAt, detailsSeenAt },
    directory:
      groupId === undefined || team.status === 'failed'
        ? undefined
        : {
            groupId,
            mail,
            webUrl,
            ...(team.state === 'ended'
              ? { goneSince: undefined, goneBy: undefined }
              : { goneSince: goneSince ?? undefined, goneBy }),
          },
  };
}

/** It reads JSON, which has dates as text. */
export function responsibilityOf(stored: TeamResponsibility): TeamResponsibility {
  const personOf = ({ acceptance, ...person }: AnsweringPerson): AnsweringPerson => ({
    ...person,
    acceptance: acceptance && {
      ...acceptance,
      since: dateOf(acceptance.since),
      dueAt: dateOf(acceptance.dueAt),
    },
  });
  const { since, responsible, deputy } = stored;
  return {
    ...stored,
    since: dateOf(since),
    responsible: responsible && personOf(responsible),
    deputy: deputy && personOf(deputy),
  };
}

const dateOf = (text: Date | null) => text && new Date(text);

const readStatus: Query = {
  name: 'teams_read_status',
  kind: 'hot',
  text: forWantedKeys(`
      select t.team_id, t.organisation_id, t.template_id, ${creationStatusSql} as status, p.approval,
        case when p.approval ->> 'state' = 'waiting' and p.status = 'accepted'
          then ${approvalTaskSql('t', "case when p.facts ? 'adoption' then 'approve_adoption' else 'approve' end")} end as approval_task, t.created_at, p.updated_at, p.completed_at,
        p.progress, t.policy, p.error, p.warnings, p.version, t.version::double precision as record_version
      from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
      where t.tenant_id = wanted.tenant_id and t.team_id = wanted.id`),
};

/** The people are as the record found them, until they are followed. A plain group needs no licence: governance/responsibility/watched-person.ts. */
const answeringSql = (
  role: 'responsible' | 'deputy',
) => `case when s.${role}_id is not null then jsonb_build_object(
          'id', s.${role}_id,
          'email', coalesce(${role}.email, p.resolved_people -> 'answering' -> '${role}' ->> 'email',
            substring(t.people ->> '${role}' from '^.+@.+$')),
          'displayName', coalesce(${role}.display_name, p.resolved_people -> 'answering' -> '${role}' ->> 'displayName'),
          'available', ${role}.unavailable_reason is null
            or (${role}.unavailable_reason = 'unlicensed' and t.policy ->> 'kind' = 'group'),
          'acceptance', (
            select jsonb_build_object('state', case a.state when 'asked' then 'awaited' else a.state end,
              'since', a.since, 'dueAt', k.due_at, 'taskId', k.task_id)
            from acceptances a
            left join tasks k on a.state = 'asked' and k.tenant_id = a.tenant_id and k.team_id = a.team_id
              and ${ofFoundRow(`k.state = 'open' and k.kind = '${acceptanceTasks[role]}'`)}
            where a.tenant_id = t.tenant_id and a.team_id = t.team_id and a.role = '${role}'
              and a.person_id = lower(s.${role}_id) and a.state <> 'in_place'
          )
        ) end`;

/** The responsibility of teams t with their ledgers p; with `responsibilityJoins`. Null unless the group exists. */
export const responsibilitySql = `case when ${existsSql} then jsonb_build_object(
        'state', coalesce(r.state, 'held'), 'since', r.since,
        'responsible', ${answeringSql('responsible')},
        'deputy', ${answeringSql('deputy')},
        'taskId', (
          select k.task_id from tasks k
          where k.tenant_id = t.tenant_id and k.team_id = t.team_id
            and ${ofFoundRow("k.state = 'open' and k.kind in ('name_deputy', 'take_over')")}
          limit 1
        )
      ) end`;
export const responsibilityJoins = [
  joinByKey('team_search s', 's.tenant_id = t.tenant_id and s.team_id = t.team_id'),
  joinByKey('group_responsibility r', 'r.tenant_id = t.tenant_id and r.team_id = t.team_id'),
  ...(['responsible', 'deputy'] as const).map((role) =>
    joinByKey(
      `watched_people ${role}`,
      `${role}.tenant_id = t.tenant_id and ${role}.person_id = s.${role}_id`,
    ),
  ),
].join('\n    ');

/** Finding a plan for so many joins takes far longer than reading the rows, one of each table. */
const readTeam: Query = {
  name: 'teams_read',
  kind: 'hot',
  text: forWantedKeys(`
    select ${summaryColumns}, t.description, t.people, t.requested_expiry, t.requested_by, t.reason, t.deleted_at, p.facts, p.gone_since,
      t.policy ->> 'visibility' as visibility, t.policy ->> 'classification' as classification,
      t.policy ->> 'preferredLanguage' as preferred_language, t.version::double precision as version, p.version as creation_version, o.observed, o.seen_at,
      o.details_seen_at, case when ${isComparedSql} then ${shownDriftSql} end as drift,
      case when ${isComparedSql} then o.findings end as findings,
      ${responsibilitySql} as responsibility, (
        select coalesce(jsonb_agg(jsonb_build_object('source', e.source, 'members', to_jsonb(e.managed)) order by e.source), '[]')
        from external_ids e
        where e.tenant_id = t.tenant_id and e.team_id = t.team_id and e.is_held and e.managed <> '{}'
      ) as managed
    from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
    ${joinByKey('team_observations o', 'o.tenant_id = t.tenant_id and o.team_id = t.team_id')}
    ${responsibilityJoins}
    where t.tenant_id = wanted.tenant_id and t.team_id = wanted.id`),
};
