// The list of groups in PostgreSQL.
import { createConditions } from '../../postgres/conditions.ts';
import type { Database } from '../../postgres/database.ts';
import { bytesBefore, isWithinBatch } from '../../postgres/within-bytes.ts';
import { unique } from '../../directory/person-reference.ts';
import type { RequestedPeople } from '../../engine/creation.ts';
import { supersededBySql } from '../../engine/group-state.ts';
import { type ObservedState, shownDriftSql } from '../../engine/observed-state.ts';
import {
  placeSql,
  type Selection,
  selectTeams,
  sortedBy,
} from '../search/select-teams.postgres.ts';
import type { TeamOrder, TeamSearch } from '../search/team-search.ts';
import type {
  ListedTeam,
  PlacedTeam,
  TeamBrowser,
  TeamContents,
  TeamCount,
} from './browse-teams.ts';
import { countExisting } from './existing-groups.postgres.ts';
import { attemptSql } from './team-details.postgres.ts';
import { responsibilityOf, responsibilitySql, summaryColumns } from './teams.postgres.ts';

const countsTo = 10_000;

interface ListedRow extends Omit<ListedTeam, 'observed'> {
  readonly place: string | null;
  readonly observed?: ObservedState;
  readonly seenAt?: Date;
  readonly detailsSeenAt?: Date;
}

export function createTeamBrowser(database: Database): TeamBrowser {
  return {
    async list(tenantId, search, { order, after, offset, limit }) {
      const selection = selectTeams(tenantId, search, { order, after });
      const values = [...selection.values, offset + limit, offset, limit];
      const rows = await database.query<ListedRow>(pageOf(selection, order, search), values);
      return rows.map(placedTeam);
    },

    count: (tenantId, search) => countOf(database, tenantId, search),

    async readContents(tenantId, teamIds) {
      const rows = await database.query<
        Pick<TeamContents, 'teamId' | 'properties'> & { people: RequestedPeople }
      >(
        `select team_id, properties, people from (
           select t.team_id, t.properties, t.people, wanted.n, ${bytesBefore('t.people', 'wanted.n')} as bytes_before
           from unnest($2::uuid[]) with ordinality as wanted (team_id, n)
           join teams t on t.tenant_id = $1 and t.team_id = wanted.team_id
         ) one where ${isWithinBatch('bytes_before')} order by n`,
        [tenantId, teamIds],
      );
      return rows.map(({ teamId, properties, people }) => ({
        teamId,
        properties,
        owners: unique(people.owners),
        members: unique(people.members),
      }));
    },

    async propertyNames(tenantId, { organisationIds, templateIds }) {
      const { add, text, values } = createConditions(tenantId);
      add((n) => `organisation_id = any (${n}::uuid[])`, organisationIds);
      add((n) => `template_id = any (${n}::uuid[])`, templateIds);
      const rows = await database.query<{ name: string }>(
        `select distinct jsonb_object_keys(properties) as name from teams where ${text()} order by 1`,
        values,
      );
      return rows.map(({ name }) => name);
    },
  };
}

/**
 * The page is found by ids alone; only its rows are read in full. The last parameters are the end, the beginning and the
 * length of the page.
 */
function pageOf(
  { parts, values }: Selection,
  order: TeamOrder,
  { finding, responsibility }: TeamSearch,
): string {
  const direction = order.isDescending ? 'desc' : 'asc';
  const isById = order.by === 'createdAt';
  const ordered = (position: string | undefined, teamId: string) =>
    `${position === undefined ? '' : `${position} ${direction}, `}${teamId} ${direction}`;
  const max = `$${values.length + 1}::integer`;
  const found = parts.map((part) => {
    const position = sortedBy(order, part);
    return `(select t.team_id ${position === undefined ? '' : `, ${position} as position`} ${part.sql}
      order by ${ordered(position, 't.team_id')} limit ${max})`;
  });
  const inOrder = (table: string) =>
    ordered(isById ? undefined : `${table}.position`, `${table}.team_id`);
  return `select ${listedColumns}, ${placeSql(order, 'page.position')} as place
      ${responsibility === undefined ? '' : `, ${responsibilitySql} as responsibility`}
      ${finding === undefined ? '' : `, ${shownDriftSql} as drift, o.findings, o.observed, o.seen_at, o.details_seen_at`}
    from (
      select * from (${found.join(' union ')}) found
      order by ${inOrder('found')} offset $${values.length + 2} limit $${values.length + 3}
    ) page
    join teams t on t.tenant_id = $1 and t.team_id = page.team_id
    join provisionings p on p.tenant_id = $1 and p.team_id = page.team_id
    left join team_search s on s.tenant_id = $1 and s.team_id = page.team_id
    left join watched_people responsible
      on responsible.tenant_id = $1 and responsible.person_id = s.responsible_id
    left join watched_people deputy on deputy.tenant_id = $1 and deputy.person_id = s.deputy_id
    left join group_lifecycles l on l.tenant_id = $1 and l.team_id = page.team_id
    left join group_holds h on h.tenant_id = $1 and h.team_id = page.team_id
    ${responsibility === undefined ? '' : 'left join group_responsibility r on r.tenant_id = $1 and r.team_id = page.team_id'}
    ${finding === undefined ? '' : 'left join team_observations o on o.tenant_id = $1 and o.team_id = page.team_id'}
    order by ${inOrder('page')}`;
}

function placedTeam({
  place,
  observed,
  seenAt,
  detailsSeenAt,
  responsibility,
  ...team
}: ListedRow): PlacedTeam {
  return {
    ...team,
    place: place === null ? [team.teamId] : [place, team.teamId],
    ...(responsibility !== undefined && {
      responsibility: responsibility && responsibilityOf(responsibility),
    }),
    ...(observed !== undefined &&
      seenAt !== undefined &&
      detailsSeenAt !== undefined && { observed: { ...observed, seenAt, detailsSeenAt } }),
  };
}

/** As found in the directory; before that, and without an entry there, as requested. */
const listedPerson = (role: 'responsible' | 'deputy') => `
  case when coalesce(s.${role}_id, t.people ->> '${role}') is not null then jsonb_build_object(
    'reference', coalesce(s.${role}_id, t.people ->> '${role}'),
    'displayName', coalesce(${role}.display_name, p.resolved_people -> 'answering' -> '${role}' ->> 'displayName'),
    'email', coalesce(${role}.email, p.resolved_people -> 'answering' -> '${role}' ->> 'email',
      substring(t.people ->> '${role}' from '^.+@.+$'))
  ) end as ${role}`;

const listedColumns = `${summaryColumns}, ${listedPerson('responsible')}, ${listedPerson('deputy')},
  p.facts ->> 'mail' as mail, case when p.status <> 'failed' then p.directory_group_id end as group_id, t.created_by,
  t.request_id, p.error ->> 'code' as error, ${supersededBySql} as superseded_by, t.retry_of,
  ${attemptSql} as attempt, l.expires_at, t.archived_at, l.deletes_at, h.team_id is not null as is_on_hold`;

async function countOf(
  database: Database,
  tenantId: string,
  search: TeamSearch,
): Promise<TeamCount> {
  // Among those that succeeded are no earlier attempts.
  const { status, state, organisationIds, isNewestAttempt: _, within: __, ...others } = search;
  const { parts, values, isCapped } = selectTeams(tenantId, search);
  const isAlone = Object.values(others).every((one) => one === undefined);
  if (state === 'existing' && status === undefined && isAlone) {
    const total = await countExisting(database, tenantId, organisationIds ?? null);
    return { total, isExact: true };
  }
  const isStatusAlone = isAlone && state === undefined && organisationIds === undefined;
  const most = isCapped ? `limit ${countsTo + 1}` : '';
  const all = parts.map(({ sql }) => `(select t.team_id ${sql} ${most})`).join(' union ');
  const [row] =
    status === 'succeeded' && isStatusAlone
      ? await database.query<{ total: number }>(countSucceeded, [tenantId])
      : await database.query<{ total: number }>(
          `select count(*) as total from (select from (${all}) found ${most}) counted`,
          [...values],
        );
  const count = row?.total ?? 0;
  return isCapped
    ? { total: Math.min(count, countsTo), isExact: count <= countsTo }
    : { total: count, isExact: true };
}

/** Most groups have succeeded; the others have separate indexes. */
const countSucceeded = `
  select (select count(*) from teams where tenant_id = $1)
    - (select count(*) from provisionings where tenant_id = $1 and status in ('accepted', 'running'))
    - (select count(*) from provisionings where tenant_id = $1 and status in ('failed', 'cancelled')) as total`;
