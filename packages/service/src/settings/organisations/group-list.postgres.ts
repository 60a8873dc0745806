import type { Database } from '../../postgres/database.ts';
import type { GroupListStore, GroupsListed, ListedGroups } from './organisation-cache.ts';

const none: ListedGroups = { count: 0, lastNumber: null, text: null };
const noneListed: GroupsListed = { history: '', listed: 0, unlisted: 0 };

/** @param lists the same database for what callers read at length */
export function createGroupListStore(database: Database, lists: Database): GroupListStore {
  return {
    async readGroupsListed(tenantIds) {
      const rows = await database.query<GroupsListed & { tenantId: string }>(
        {
          name: 'lanes_groups_listed',
          text: `
            select (select database_history()) as history, tenant_id, coalesce(groups_listed, 0) as listed,
              coalesce(groups_unlisted, 0) as unlisted
            from unnest($1::uuid[]) as wanted (tenant_id) left join lanes using (tenant_id)`,
        },
        [[...new Set(tenantIds)]],
      );
      const ofTenant = new Map(rows.map(({ tenantId, ...listed }) => [tenantId, listed]));
      return tenantIds.map((tenantId) => ofTenant.get(tenantId) ?? noneListed);
    },
    async readGroups({ tenantId, organisationId }, templateIds, afterNumber, limit) {
      const [read = none] = await lists.query<ListedGroups>(
        {
          name: 'organisation_groups_read',
          text: `
            select count(*)::integer as count, max(number) as last_number,
              string_agg('"' || team_id || '"', ',' order by number) as text
            from (
              select g.number, g.team_id from organisation_groups g
              where g.tenant_id = $1 and g.organisation_id = $2 and g.number > $3
                and ($5::uuid[] is null or exists (
                  select from teams t
                  where t.tenant_id = g.tenant_id and t.team_id = g.team_id and t.template_id = any ($5)
                ))
              order by g.number limit $4
            ) part`,
        },
        [tenantId, organisationId, afterNumber, limit, templateIds],
      );
      return read;
    },
  };
}
