// The list of groups in PostgreSQL.
import { createConditions } from '../../postgres/conditions.ts';
import type { Database } from '../../postgres/database.ts';
import { joinByKey } from '../../postgres/found-row.ts';
import { bytesBefore, isWithinBatch } from '../../postgres/within-bytes.ts';
import { unique } from '../../directory/person-reference.ts';
import type { RequestedPeople } from '../../engine/creation.ts';
import { supersededBySql } from '../../engine/group-state.ts';
import { isComparedSql, type ObservedState, shownDriftSql } from '../../engine/observed-state.ts';
import { matchOf, type SearchedTeam } from '../search/match.ts';
import { ranks } from '../search/search-text.postgres.ts';
import type { Part } from '../search/search-conditions.postgres.ts';
import {
  isNewestFirst,
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

interface ListedRow
  extends
    Omit<ListedTeam, 'observed' | 'drift' | 'findings' | 'match'>,
    Partial<Pick<SearchedTeam, 'description'>> {
  readonly place: string | null;
  /** Null, as the others: the present record was not compared yet. */
  readonly observed?: ObservedState | null;
  readonly drift?: ListedTeam['drift'] | null;
  readonly findings?: ListedTeam['findings'] | null;
  readonly seenAt?: Date | null;
  readonly detailsSeenAt?: Date | null;
}

export function createTeamBrowser(database: Database): TeamBrowser {
  return {
    async list(tenantId, search, { order, after, offset, limit }) {
      const selection = selectTeams(tenantId, search, { order, after });
      const values = [...selection.values, offset + limit, offset, limit];
      const rows = await database.query<ListedRow>(pageOf(selection, order, search), values);
      return rows.map((row) => placedTeam(row, search));
    },

    count: (tenantId, search) => countOf(database, tenantId, search),

    async readContents(tenantId, teamIds) {
      const rows = await database.query<Pick<TeamContents, 'teamId'> & { people: RequestedPeople }>(
        `select team_id, people from (
           select t.team_id, t.people, wanted.n, ${bytesBefore('t.people', 'wanted.n')} as bytes_before
           from unnest($2::uuid[]) with ordinality as wanted (team_id, n)
           join teams t on t.tenant_id = $1 and t.team_id = wanted.team_id
         ) one where ${isWithinBatch('bytes_before')} order by n`,
        [tenantId, teamIds],
      );
      return rows.map(({ teamId, people }) => ({
        teamId,
        owners: unique(people.owners),
        members: unique(people.members),
      }));
    },

    async namesIn(tenantId, { organisationIds, templateIds }) {
      const { add, text, values } = createConditions(tenantId);
      add((n) => `organisation_id = any (${n}::uuid[])`, organisationIds);
      add((n) => `template_id = any (${n}::uuid[])`, templateIds);
      const [properties, sources] = await Promise.all(
        [
          `select distinct jsonb_object_keys(properties) as name from teams where ${text()} order by 1`,
          `select distinct source as name from external_ids where tenant_id = $1
             and team_id in (select team_id from teams where ${text()}) order by 1`,
        ].map(async (query) => {
          const rows = await database.query<{ name: string }>(query, values);
          return rows.map(({ name }) => name);
        }),
      );
      return { properties: properties ?? [], sources: sources ?? [] };
    },
  };
}

/**
 * The page is found by ids alone; only its rows are read in full. The last parameters are the end, the beginning and the
 * length of the page.
 */
function pageOf({ parts, values, keyed }: Selection, order: TeamOrder, search: TeamSearch): string {
  const { finding, responsibility, toDo } = search;
  const withResponsibility = responsibility !== undefined || toDo?.area === 'ownership';
  const withFindings = finding !== undefined || toDo !== undefined;
  const direction = order.isDescending ? 'desc' : 'asc';
  const isRanked = order.by === 'relevance';
  const max = `$${values.length + 1}::integer`;
  const inOrder = (table: string, hasPosition = order.by !== 'createdAt') =>
    [
      ...(isRanked && table !== '' ? [`${table}rank`] : []),
      ...(hasPosition ? [`${table}position ${direction}`] : []),
      `${table || 't.'}team_id ${isNewestFirst(order) ? 'desc' : 'asc'}`,
    ].join(', ');
  const found = (some: readonly Part[], condition = '') =>
    some
      .map((part) => {
        const position = sortedBy(order, part);
        return `(select t.team_id ${isRanked ? `, ${part.rank} as rank, ${position ?? 'null::text'} collate "C" as position` : position === undefined ? '' : `, ${position} as position`}
      ${part.sql} ${condition} order by ${inOrder('', position !== undefined)} limit ${max})`;
      })
      .join(' union ');
  const best = parts.filter(({ rank }) => rank !== ranks.words);
  const others = parts.filter(({ rank }) => rank === ranks.words);
  // Words find many groups. They are sought if the better ranks do not fill the page.
  const ranked =
    best.length === 0
      ? found(others)
      : `select * from best union (${found(others, `and (select count(*) from best) < ${max}`)})`;
  const tables = [
    ...(keyed === undefined ? [] : [keyed]),
    ...(isRanked && best.length > 0 ? [`best as materialized (${found(best)})`] : []),
  ];
  return `${tables.length === 0 ? '' : `with ${tables.join(', ')}`}
    select ${listedColumns}, ${placeSql(order, 'page')} as place
      ${search.text === undefined ? '' : searchedColumns}
      ${withResponsibility ? `, ${responsibilitySql} as responsibility` : ''}
      ${withFindings ? `, ${shownDriftSql} as drift, o.findings, o.observed, o.seen_at, o.details_seen_at` : ''}
    from (
      select * from (${isRanked ? ranked : found(parts)}) found
      order by ${inOrder('found.')} offset $${values.length + 2} limit $${values.length + 3}
    ) page
    join teams t on t.tenant_id = $1 and t.team_id = page.team_id
    join provisionings p on p.tenant_id = $1 and p.team_id = page.team_id
    ${joinByKey('team_search s', 's.tenant_id = $1 and s.team_id = page.team_id')}
    ${joinByKey('watched_people responsible', 'responsible.tenant_id = $1 and responsible.person_id = s.responsible_id')}
    ${joinByKey('watched_people deputy', 'deputy.tenant_id = $1 and deputy.person_id = s.deputy_id')}
    ${joinByKey('group_lifecycles l', 'l.tenant_id = $1 and l.team_id = page.team_id')}
    ${joinByKey('group_holds h', 'h.tenant_id = $1 and h.team_id = page.team_id')}
    ${joinByKey('group_usage u', 'u.tenant_id = $1 and u.group_id = lower(p.directory_group_id)')}
    ${withResponsibility ? joinByKey('group_responsibility r', 'r.tenant_id = $1 and r.team_id = page.team_id') : ''}
    ${withFindings ? joinByKey('team_observations o', `o.tenant_id = $1 and o.team_id = page.team_id and ${isComparedSql}`) : ''}
    order by ${inOrder('page.')}`;
}

function placedTeam(row: ListedRow, search: TeamSearch): PlacedTeam {
  const {
    place,
    observed,
    seenAt,
    detailsSeenAt,
    drift,
    findings,
    responsibility,
    description = null,
    ...team
  } = row;
  return {
    ...team,
    place: place === null ? [team.teamId] : [place, team.teamId],
    ...(search.text !== undefined && {
      match: matchOf({ ...team, description }, search),
    }),
    ...(responsibility !== undefined && {
      responsibility: responsibility && responsibilityOf(responsibility),
    }),
    ...(observed &&
      drift &&
      findings &&
      seenAt &&
      detailsSeenAt && { drift, findings, observed: { ...observed, seenAt, detailsSeenAt } }),
  };
}

/** The person is as found in the directory; before that, and without an entry there, as requested. */
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
  ${attemptSql} as attempt, l.expires_at, t.archived_at, l.deletes_at, h.team_id is not null as is_on_hold,
  u.last_on::text as last_activity_on`;

const searchedColumns = ', t.description';

async function countOf(
  database: Database,
  tenantId: string,
  search: TeamSearch,
): Promise<TeamCount> {
  // There are no earlier attempts among those that succeeded.
  const { status, state, organisationIds, isNewestAttempt: _, within: __, ...others } = search;
  const { parts, keyed, values, isCapped } = selectTeams(tenantId, search);
  const isAlone = Object.values(others).every((one) => one === undefined);
  if (state === 'existing' && status === undefined && isAlone) {
    const within = { organisationIds: organisationIds ?? null, templateIds: null };
    const total = await countExisting(database, tenantId, within);
    return { total, isExact: true };
  }
  const isStatusAlone = isAlone && state === undefined && organisationIds === undefined;
  const most = isCapped ? `limit ${countsTo + 1}` : '';
  const all = parts.map(({ sql }) => `(select t.team_id ${sql} ${most})`).join(' union ');
  const [row] =
    status === 'succeeded' && isStatusAlone
      ? await database.query<{ total: number }>(countSucceeded, [tenantId])
      : await database.query<{ total: number }>(
          `${keyed === undefined ? '' : `with ${keyed}`} select count(*) as total from (select from (${all}) found ${most}) counted`,
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
