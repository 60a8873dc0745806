import { aliasKey } from '../organisations/mail-nickname.ts';
import type { Database } from '../postgres/database.ts';
import { isFoundSql } from '../provisioning/observed-state.ts';
import type { CreationStatus } from '../provisioning/creation.ts';
import {
  creationStatusSql,
  groupStateSql,
  hasStatusSql,
  stateConditions,
} from '../provisioning/group-state.ts';
import type { Incident, TeamBrowser, TeamHistory, TeamSearch } from './browse-teams.ts';
import type { TeamSummary } from './team.ts';
import { expiresBeforeSql, isInResponsibility, summaryColumns } from './teams.postgres.ts';

const maxIncidents = 200;
const countsTo = 10_000;

export function createTeamBrowser(database: Database): TeamBrowser {
  return {
    async search(tenantId, search, { offset, limit }) {
      const selection = createSelection(tenantId, search);
      const { parts, values, isCapped } = selection;
      const max = `$${values.length + 1}::integer`;
      const newestOf = (part: string) =>
        `(select t.team_id ${part} order by t.team_id desc limit ${max})`;
      const [count, rows] = await Promise.all([
        countOf(database, selection, search),
        // The page is found by ids alone; only its rows are read in full.
        database.query<TeamSummary>(
          `select ${summaryColumns}
           from (
             select team_id from (${parts.map(newestOf).join(' union all ')}) found
             order by team_id desc offset $${values.length + 2} limit $${values.length + 3}
           ) page
           join teams t on t.tenant_id = $1 and t.team_id = page.team_id
           join provisionings p on p.tenant_id = $1 and p.team_id = page.team_id
           order by t.team_id desc`,
          [...values, offset + limit, offset, limit],
        ),
      ]);
      return {
        items: rows,
        total: isCapped ? Math.min(count, countsTo) : count,
        isExact: !isCapped || count <= countsTo,
      };
    },

    async history(tenantId, teamId) {
      const [team] = await database.query<
        Pick<TeamHistory, 'createdBy' | 'requestId' | 'retryOf'> & { mailNickname: string }
      >(
        'select created_by, request_id, retry_of, mail_nickname from teams where tenant_id = $1 and team_id = $2',
        [tenantId, teamId],
      );
      if (team === undefined) return undefined;
      const { mailNickname, ...origin } = team;
      const [incidents, retries, [aliasHolder]] = await Promise.all([
        database.query<Incident>(
          `select step, attempt, occurred_at, code, detail, directory_request_id, retry_at
           from provisioning_incidents where tenant_id = $1 and team_id = $2
           order by incident_id desc limit $3`,
          [tenantId, teamId, maxIncidents],
        ),
        database.query<TeamHistory['retries'][number]>(
          `select t.team_id, ${creationStatusSql} as status from teams t ${ledger}
           where t.tenant_id = $1 and t.retry_of = $2 order by t.team_id`,
          [tenantId, teamId],
        ),
        database.query<NonNullable<TeamHistory['aliasHolder']>>(
          `select t.team_id, t.display_name, ${creationStatusSql} as status from teams t ${ledger}
           where t.tenant_id = $1 and t.alias_key = $3 and t.team_id <> $2`,
          [tenantId, teamId, aliasKey(mailNickname)],
        ),
      ]);
      return { ...origin, incidents, retries, aliasHolder };
    },
  };
}

/** FROM/WHERE fragments of the search; they are disjoint. */
interface Selection {
  readonly parts: readonly string[];
  readonly values: readonly unknown[];
  /** Counted up to `countsTo` only: every group that is meant would have to be looked at. */
  readonly isCapped: boolean;
}

function createSelection(tenantId: string, search: TeamSearch): Selection {
  const { text, status, organisationId, templateId, state, personId, finding } = search;
  const { responsibility, expiresBefore } = search;
  const values: unknown[] = [tenantId];
  const parameter = (value: unknown): string => `$${values.push(value)}`;
  const ofTeam = [
    ...(organisationId === undefined ? [] : [`t.organisation_id = ${parameter(organisationId)}`]),
    ...(templateId === undefined ? [] : [`t.template_id = ${parameter(templateId)}`]),
  ];
  const ofStatus = status === undefined ? [] : [hasStatusSql(`${parameter(status)}::text`)];
  // Of both tables.
  const ofGroup = [
    ...(state === undefined
      ? []
      : [`${groupStateSql} = ${parameter(state)}`, stateConditions[state]]),
    ...(personId === undefined ? [] : [hasPerson(parameter(personId))]),
    ...(finding === undefined ? [] : [isFoundSql(finding)]),
    ...(responsibility === undefined
      ? []
      : [isInResponsibility(responsibility, parameter(responsibility))]),
    ...(expiresBefore === undefined ? [] : [expiresBeforeSql(parameter(expiresBefore))]),
  ];
  if (text !== undefined) {
    const parts = searched({ text, status, ofTeam, ofStatus, ofGroup }, parameter);
    return { parts, values, isCapped: true };
  }
  const ofLedger = [...ofStatus, ...ofGroup];
  const where = ['t.tenant_id = $1', ...ofTeam, ...ofLedger].join(' and ');
  const part = `from teams t ${ofLedger.length === 0 ? '' : ledger} where ${where}`;
  const isCapped = ofGroup.length > 0 || (status !== undefined && ofTeam.length > 0);
  return { parts: [part], values, isCapped };
}

/** The hashes find candidates by their index. */
function hasPerson(id: string): string {
  return `t.team_id in (
    select team_id from team_search where tenant_id = $1 and people @> array[hashtext($1::text || ${id}::text)]
  ) and (p.resolved_people -> 'ownerIds' ? ${id} or p.resolved_people -> 'memberIds' ? ${id})`;
}

const ledger = 'join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id';

/**
 * The index of names finds completed creations (0060_team_search.sql). Creations in progress, failed or cancelled are
 * few and have separate indexes by status: they are scanned.
 */
function searched(
  search: {
    readonly text: string;
    readonly status: CreationStatus | undefined;
    readonly ofTeam: readonly string[];
    readonly ofStatus: readonly string[];
    readonly ofGroup: readonly string[];
  },
  parameter: (value: unknown) => string,
): string[] {
  const { text, status, ofTeam, ofStatus, ofGroup } = search;
  const ofLedger = [...ofStatus, ...ofGroup];
  const pattern = `'%' || lower(${parameter(escapeLike(text))}::text) || '%'`;
  const lookedThrough = [
    't.tenant_id = $1',
    ...(status === undefined ? ["p.status in ('accepted', 'running')"] : ofStatus),
    ...ofGroup,
    `lower(t.display_name || E'\\n' || t.mail_nickname) like ${pattern}`,
    ...ofTeam,
  ];
  const lookingThrough = `from teams t ${ledger} where ${lookedThrough.join(' and ')}`;
  if (status !== undefined && status !== 'succeeded') return [lookingThrough];
  const found = [
    'n.tenant_id = $1',
    // Shorter texts have no three characters by which they could be found.
    ...(/^.{0,2}$/su.test(text)
      ? []
      : [`n.terms @> search_terms($1::uuid, lower(${parameter(text)}::text))`]),
    `n.names like ${pattern}`,
    ...ofTeam,
    ...ofLedger,
  ];
  const finding = [
    'from team_search n',
    ofTeam.length + ofLedger.length === 0
      ? 'cross join lateral (select n.team_id) t'
      : 'join teams t on t.tenant_id = n.tenant_id and t.team_id = n.team_id',
    ofLedger.length === 0 ? '' : ledger,
    `where ${found.join(' and ')}`,
  ].join(' ');
  return status === undefined ? [finding, lookingThrough] : [finding];
}

async function countOf(
  database: Database,
  { parts, values, isCapped }: Selection,
  { status, ...others }: TeamSearch,
): Promise<number> {
  const isStatusAlone = Object.values(others).every((one) => one === undefined);
  const all = parts.map((part) => `select ${part}`).join(' union all ');
  const counting = `select count(*) as total from (
    ${isCapped ? `select from (${all}) found limit ${countsTo + 1}` : all}) counted`;
  const [row] =
    status === 'succeeded' && isStatusAlone
      ? await database.query<{ total: number }>(countSucceeded, [values[0]])
      : await database.query<{ total: number }>(counting, [...values]);
  return row?.total ?? 0;
}

/** Most groups have succeeded; the others have separate indexes. */
const countSucceeded = `
  select (select count(*) from teams where tenant_id = $1)
    - (select count(*) from provisionings where tenant_id = $1 and status in ('accepted', 'running'))
    - (select count(*) from provisionings where tenant_id = $1 and status in ('failed', 'cancelled')) as total`;

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
