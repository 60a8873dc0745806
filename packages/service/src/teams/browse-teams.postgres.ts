import type { Database } from '../postgres/database.ts';
import type { CreationStatus } from '../provisioning/creation.ts';
import type { TeamBrowser, TeamSearch } from './browse-teams.ts';

interface SummaryRow {
  team_id: string;
  status: CreationStatus;
  organisation_id: string;
  template_id: string;
  display_name: string;
  mail_nickname: string;
  created_at: Date;
  completed_at: Date | null;
}

interface IncidentRow {
  step: string;
  attempt: number;
  occurred_at: Date;
  code: string;
  detail: string;
  directory_request_id: string | null;
  retry_at: Date | null;
}

const incidentsAtMost = 200;

export function createTeamBrowser(database: Database): TeamBrowser {
  return {
    async search(tenantId, search, { offset, limit }) {
      const { from, values } = sourceOf(tenantId, search);
      const [[count], rows] = await Promise.all([
        database.query<{ total: number }>(`select count(*) as total ${from}`, values),
        // The page is found by ids alone; only its rows are read in full.
        database.query<SummaryRow>(
          `select t.team_id, p.status, t.organisation_id, t.template_id, t.display_name, t.mail_nickname,
             t.created_at, p.completed_at
           from (
             select t.team_id ${from} order by t.team_id desc
             offset $${values.length + 1} limit $${values.length + 2}
           ) page
           join teams t on t.tenant_id = $1 and t.team_id = page.team_id
           join provisionings p on p.tenant_id = $1 and p.team_id = page.team_id
           order by t.team_id desc`,
          [...values, offset, limit],
        ),
      ]);
      return {
        items: rows.map((row) => ({
          teamId: row.team_id,
          status: row.status,
          organisationId: row.organisation_id,
          templateId: row.template_id,
          displayName: row.display_name,
          mailNickname: row.mail_nickname,
          createdAt: row.created_at,
          completedAt: row.completed_at ?? undefined,
        })),
        total: count?.total ?? 0,
      };
    },

    async history(tenantId, teamId) {
      const [team] = await database.query<{
        created_by: string;
        request_id: string;
        retry_of: string | null;
      }>(
        'select created_by, request_id, retry_of from teams where tenant_id = $1 and team_id = $2',
        [tenantId, teamId],
      );
      if (team === undefined) return undefined;
      const [incidents, retries] = await Promise.all([
        database.query<IncidentRow>(
          `select step, attempt, occurred_at, code, detail, directory_request_id, retry_at
           from provisioning_incidents where tenant_id = $1 and team_id = $2
           order by incident_id desc limit $3`,
          [tenantId, teamId, incidentsAtMost],
        ),
        database.query<{ team_id: string; status: CreationStatus }>(
          `select t.team_id, p.status from teams t
           join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
           where t.tenant_id = $1 and t.retry_of = $2 order by t.team_id`,
          [tenantId, teamId],
        ),
      ]);
      return {
        createdBy: team.created_by,
        requestId: team.request_id,
        incidents: incidents.map((row) => ({
          step: row.step,
          attempt: row.attempt,
          occurredAt: row.occurred_at,
          code: row.code,
          detail: row.detail,
          directoryRequestId: row.directory_request_id ?? undefined,
          retryAt: row.retry_at ?? undefined,
        })),
        retryOf: team.retry_of ?? undefined,
        retries: retries.map(({ team_id: id, status }) => ({ teamId: id, status })),
      };
    },
  };
}

function sourceOf(tenantId: string, search: TeamSearch): { from: string; values: unknown[] } {
  const values: unknown[] = [tenantId];
  const conditions = ['t.tenant_id = $1'];
  const add = (condition: (parameter: string) => string, value: unknown) => {
    if (value === undefined) return;
    values.push(value);
    conditions.push(condition(`$${values.length}`));
  };
  add((n) => `p.status = ${n}`, search.status);
  add((n) => `t.organisation_id = ${n}`, search.organisationId);
  add((n) => `t.template_id = ${n}`, search.templateId);
  add(
    (n) => `(t.display_name ilike ${n} or t.mail_nickname ilike ${n})`,
    search.text === undefined ? undefined : `%${escapeLike(search.text)}%`,
  );
  const ledger =
    search.status === undefined
      ? ''
      : 'join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id';
  return { from: `from teams t ${ledger} where ${conditions.join(' and ')}`, values };
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`);
}
