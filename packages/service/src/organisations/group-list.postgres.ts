import type { Database } from '../postgres/database.ts';
import type { GroupListStore } from './organisation-cache.ts';

export function createGroupListStore(database: Database): GroupListStore {
  return {
    async readGroups(tenantId, organisationId, afterNumber) {
      const rows = await database.query<{ number: number; team_id: string }>(
        {
          name: 'organisation_groups_read',
          boundary: false,
          text: `
            select number, team_id from organisation_groups
            where tenant_id = $1 and organisation_id = $2 and number > $3
            order by number`,
        },
        [tenantId, organisationId, afterNumber],
      );
      return rows.map(({ number, team_id: teamId }) => ({ number, teamId }));
    },
    async readGroupsListed(tenantIds) {
      const rows = await database.query<{
        history: string;
        tenant_id: string;
        groups_listed: number | null;
        groups_unlisted: number | null;
      }>(
        {
          name: 'lanes_groups_listed',
          boundary: false,
          text: `
            select (select database_history()) as history, tenant_id, groups_listed, groups_unlisted
            from unnest($1::uuid[]) as wanted (tenant_id) left join lanes using (tenant_id)`,
        },
        [tenantIds],
      );
      return {
        history: rows[0]?.history ?? '',
        byTenant: new Map(
          rows.map((row) => [
            row.tenant_id,
            { listed: row.groups_listed ?? 0, unlisted: row.groups_unlisted ?? 0 },
          ]),
        ),
      };
    },
  };
}
