import type { Database } from '../postgres/database.ts';
import type { GroupListStore } from './organisation-cache.ts';

export function createGroupListStore(database: Database): GroupListStore {
  return {
    async readGroups(tenantId, organisationId, afterNumber) {
      const rows = await database.query<{ number: number; teamId: string }>(
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
      return rows.map(({ number, teamId }) => ({ number, teamId }));
    },
    async readGroupsListed(tenantIds) {
      const rows = await database.query<{
        history: string;
        tenantId: string;
        groupsListed: number | null;
        groupsUnlisted: number | null;
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
            row.tenantId,
            { listed: row.groupsListed ?? 0, unlisted: row.groupsUnlisted ?? 0 },
          ]),
        ),
      };
    },
  };
}
