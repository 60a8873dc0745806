import type { Database } from '../postgres/database.ts';
import type { GroupListStore } from './organisation-cache.ts';

export function createGroupListStore(database: Database): GroupListStore {
  return {
    async readGroups(tenantId, organisationId, afterNumber) {
      const rows = await database.query<{ number: number; team_id: string }>(
        {
          name: 'organisation_groups_read',
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
        tenant_id: string;
        groups_listed: number;
        groups_unlisted: number;
      }>(
        {
          name: 'lanes_groups_listed',
          text: `
            select tenant_id, groups_listed, groups_unlisted from lanes
            where tenant_id = any ($1::uuid[])`,
        },
        [tenantIds],
      );
      return new Map(
        rows.map(({ tenant_id, groups_listed: listed, groups_unlisted: unlisted }) => [
          tenant_id,
          { listed, unlisted },
        ]),
      );
    },
  };
}
