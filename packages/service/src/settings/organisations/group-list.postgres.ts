import type { Database } from '../../postgres/database.ts';
import type { GroupListStore } from './organisation-cache.ts';

/** @param lists the same database for what callers read at length */
export function createGroupListStore(database: Database, lists: Database): GroupListStore {
  return {
    readGroups: (tenantId, organisationId, afterNumber, limit) =>
      database.query(
        {
          name: 'organisation_groups_read',
          boundary: false,
          text: `
            select number, team_id from organisation_groups
            where tenant_id = $1 and organisation_id = $2 and number > $3
            order by number limit $4`,
        },
        [tenantId, organisationId, afterNumber, limit],
      ),
    readGroupsOfTemplates: (tenantId, organisationId, templateIds) =>
      lists.query(
        {
          name: 'organisation_groups_of_templates',
          boundary: false,
          text: `
            select g.number, g.team_id from organisation_groups g
            join teams t on t.tenant_id = g.tenant_id and t.team_id = g.team_id
            where g.tenant_id = $1 and g.organisation_id = $2 and t.template_id = any ($3::uuid[])
            order by g.number`,
        },
        [tenantId, organisationId, templateIds],
      ),
    async readGroupsListed(tenantIds) {
      const rows = await database.query<{
        history: string;
        tenantId: string;
        listed: number;
        unlisted: number;
      }>(
        {
          name: 'lanes_groups_listed',
          boundary: false,
          text: `
            select (select database_history()) as history, tenant_id, coalesce(groups_listed, 0) as listed,
              coalesce(groups_unlisted, 0) as unlisted
            from unnest($1::uuid[]) as wanted (tenant_id) left join lanes using (tenant_id)`,
        },
        [tenantIds],
      );
      return {
        history: rows[0]?.history ?? '',
        byTenant: new Map(
          rows.map(({ tenantId, listed, unlisted }) => [tenantId, { listed, unlisted }]),
        ),
      };
    },
  };
}
