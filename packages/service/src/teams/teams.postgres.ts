// Reading of teams and of how far they are in PostgreSQL. Readings of a status that arrive together are one.
import { createBatcher } from '../foundation/batcher.ts';
import { unique } from '../directory/person-reference.ts';
import type { Database } from '../postgres/database.ts';
import type {
  CreationFailure,
  CreationStatus,
  Facts,
  RequestedPeople,
  StepRecord,
  Warning,
} from '../provisioning/creation.ts';
import { newLedger } from '../provisioning/steps.ts';
import { readStoredPolicy, type StoredPolicy } from '../organisations/template.ts';
import type { TeamStore } from './team.ts';

// Two conditions, each with an index: groups that hold their alias, and those that gave it back.
const byAlias = 'and (t.alias_key = $5 or (t.alias_key is null and lower(t.mail_nickname) = $5))';

interface StatusRow {
  teamId: string;
  status: CreationStatus;
  createdAt: Date;
  updatedAt: Date;
  completedAt: Date | null;
  steps: StepRecord[];
  policy: StoredPolicy;
  error: CreationFailure | null;
  warnings: Warning[];
  version: number;
}
interface TeamRow {
  teamId: string;
  status: CreationStatus;
  organisationId: string;
  templateId: string;
  displayName: string;
  description: string | null;
  mailNickname: string;
  people: RequestedPeople;
  properties: Record<string, string>;
  createdAt: Date;
  completedAt: Date | null;
  facts: Facts;
  goneSince: Date | null;
}

/** @param lists for lists, which may take long */
export function createTeamStore(database: Database, lists: Database = database): TeamStore {
  const readStatus = createBatcher<{ tenantId: string; teamId: string }, StatusRow | undefined>({
    maxItems: 200,
    maxConcurrent: 2,
    async flush(keys) {
      const rows = await database.query<StatusRow & { tenantId: string }>(
        {
          name: 'teams_read_status',
          plannedOnce: true,
          text: `
            select wanted.tenant_id, wanted.team_id, p.status, t.created_at, p.updated_at, p.completed_at, p.steps,
              t.policy, p.error, p.warnings, p.version
            from unnest($1::uuid[], $2::uuid[]) as wanted (tenant_id, team_id)
            cross join lateral (
              select created_at, policy from teams
              where tenant_id = wanted.tenant_id and team_id = wanted.team_id
              limit 1
            ) t
            cross join lateral (
              select status, updated_at, completed_at, steps, error, warnings, version from provisionings
              where tenant_id = wanted.tenant_id and team_id = wanted.team_id
              limit 1
            ) p`,
        },
        [keys.map(({ tenantId }) => tenantId), keys.map(({ teamId }) => teamId)],
      );
      const found = new Map(rows.map((row) => [`${row.tenantId}/${row.teamId}`, row]));
      return keys.map(({ tenantId, teamId }) => found.get(`${tenantId}/${teamId}`));
    },
  });

  return {
    async readStatus(tenantId, teamId) {
      const row = await readStatus({ tenantId, teamId });
      return (
        row && {
          teamId: row.teamId,
          status: row.status,
          createdAt: row.createdAt,
          updatedAt: row.updatedAt,
          completedAt: row.completedAt ?? undefined,
          steps: row.steps.length > 0 ? row.steps : newLedger(readStoredPolicy(row.policy)),
          error: row.error ?? undefined,
          warnings: row.warnings,
          version: row.version,
        }
      );
    },

    async readTeam(tenantId, teamId) {
      const [row] = await database.query<TeamRow>(
        {
          name: 'teams_read',
          text: `
            select t.team_id, p.status, t.organisation_id, t.template_id, t.display_name, t.description,
              t.mail_nickname, t.people, t.properties, t.created_at, p.completed_at, p.facts,
              p.gone_since
            from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
            where t.tenant_id = $1 and t.team_id = $2`,
        },
        [tenantId, teamId],
      );
      return (
        row && {
          ...summaryOf(row),
          description: row.description,
          people: {
            ...row.people,
            owners: unique(row.people.owners),
            members: unique(row.people.members),
          },
          properties: row.properties,
          directory:
            row.facts.groupId === undefined || row.status === 'failed'
              ? undefined
              : {
                  groupId: row.facts.groupId,
                  mail: row.facts.mail,
                  webUrl: row.facts.webUrl,
                  goneSince: row.goneSince ?? undefined,
                },
        }
      );
    },

    async listTeams(
      tenantId,
      { organisationId, templateIds, status, mailNickname },
      { afterTeamId, limit },
    ) {
      const rows = await lists.query<TeamRow>(
        `select t.team_id, p.status, t.organisation_id, t.template_id, t.display_name, t.mail_nickname,
           t.created_at, p.completed_at
         from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
         where t.tenant_id = $1
           ${organisationId === undefined ? 'and $2::uuid is null' : 'and t.organisation_id = $2'}
           ${templateIds === undefined ? 'and $3::uuid[] is null' : 'and t.template_id = any ($3)'}
           ${status === undefined ? 'and $4::text is null' : 'and p.status = $4'}
           ${mailNickname === undefined ? 'and $5::text is null' : byAlias}
           ${afterTeamId === undefined ? 'and $6::uuid is null' : 'and t.team_id < $6'}
         order by t.team_id desc
         limit $7`,
        [
          tenantId,
          organisationId ?? null,
          templateIds ?? null,
          status ?? null,
          mailNickname?.toLowerCase() ?? null,
          afterTeamId ?? null,
          limit,
        ],
      );
      return rows.map(summaryOf);
    },
  };
}

function summaryOf(row: TeamRow) {
  return {
    teamId: row.teamId,
    status: row.status,
    organisationId: row.organisationId,
    templateId: row.templateId,
    displayName: row.displayName,
    mailNickname: row.mailNickname,
    createdAt: row.createdAt,
    completedAt: row.completedAt ?? undefined,
  };
}
