import type { Database } from '../postgres/database.ts';
import type { MarkedRecord, ReadMarkedRecords } from './marked-records.ts';

export function createReadMarkedRecords(database: Database): ReadMarkedRecords {
  return async (tenantId, markers) => {
    const rows = await database.query<MarkedRecord & { marker: string }>(readMarkedRecords, [
      tenantId,
      markers,
    ]);
    return new Map(rows.map(({ marker, ...record }) => [marker, record]));
  };
}

// The last row of a marker counts. A creation that took a group over and failed no longer has a claim to it.
const readMarkedRecords = {
  name: 'provisionings_marked_records',
  text: `
    with marked as (
      select 1 as rank, adopted_marker as marker, p.* from provisionings p
      where tenant_id = $1 and adopted_marker = any ($2::uuid[]) and status not in ('failed', 'cancelled')
      union all
      select 2 as rank, team_id as marker, p.* from provisionings p where tenant_id = $1 and team_id = any ($2::uuid[])
    )
    select marker, team_id, status, gone_since is not null as is_missing,
      team.deleted_at, team.ended_at is not null as is_ended, facts ? 'adoption' as is_adoption,
      exists (
        select from operations o
        where o.tenant_id = $1 and o.team_id = marked.team_id and o.status in ('accepted', 'running')
        -- Each group by its key. Without it, all unfinished operations of the tenant may be read and hashed.
        offset 0
      ) as is_changing,
      status in ('failed', 'cancelled') and (
        -- The form is that of stored-steps.ts.
        coalesce(progress ~ '(^|;)create_group [a-z][1-9]', false)
      ) as began_group, directory_group_id as group_id
    from marked
    left join lateral (
      select deleted_at, ended_at from teams where tenant_id = $1 and team_id = marked.team_id limit 1
    ) team on true
    -- A record without a claim comes first: another one may have adopted its group since.
    order by not (team.ended_at is not null or status in ('failed', 'cancelled') and facts ? 'adoption'), rank`,
};
