// The creations that have not begun, by the database's clock. One look into an index for each tenant.
import type { Query, Queryable } from '../../postgres/database.ts';
import type { ReadOldestWaiting } from './admission.ts';

// One that waits is accepted or running. Asking for those that are not running leaves only the index in the order of the
// due times, as for a claim (docs/decisions/0043-every-row-is-found-by-its-key.md).
const oldestOf = (tenant: string) => `
  select p.due_at from provisionings p
  where p.tenant_id = ${tenant}.tenant_id and p.waiting and p.status <> 'running'
  order by p.due_at, p.team_id limit 1`;

const ageMs = 'greatest(0, extract(epoch from now() - oldest.due_at) * 1000)::double precision';

const ofTenants: Query = {
  name: 'provisionings_oldest_waiting',
  kind: 'hot',
  boundary: false,
  text: `
    select asked.tenant_id, ${ageMs} as age_ms
    from unnest($1::uuid[]) as asked (tenant_id) cross join lateral (${oldestOf('asked')}) oldest`,
};

const ofAll: Query = {
  name: 'provisionings_oldest_waiting_of_all',
  kind: 'hot',
  boundary: false,
  text: `
    select max(${ageMs}) as age_ms
    from lanes cross join lateral (${oldestOf('lanes')}) oldest`,
};

export function createReadOldestWaiting(database: Queryable): ReadOldestWaiting {
  return async (tenantIds) => {
    const rows = await database.query<{ tenantId: string; ageMs: number }>(ofTenants, [tenantIds]);
    return new Map(rows.map(({ tenantId, ageMs }) => [tenantId, ageMs]));
  };
}

/** It counts all tenants; 0 where none waits. */
export async function readOldestWaitingOfAll(database: Queryable): Promise<number> {
  const [row] = await database.query<{ ageMs: number | null }>(ofAll);
  return row?.ageMs ?? 0;
}
