// The numbers that lists and reports read instead of counting: they are those that a count would find, whatever happened to
// the groups.
import assert from 'node:assert/strict';
import type { Queryable } from '../src/postgres/database.ts';

/** Each group that exists is noted as not compared, unless its last observation is about its present record. */
export async function checkComparisons(database: Queryable): Promise<void> {
  const wrong = await database.query(
    `with uncompared as (
       select g.tenant_id, g.team_id from organisation_groups g
       where not exists (
         select from team_observations o join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id
         where o.tenant_id = g.tenant_id and o.team_id = g.team_id and o.record_version = t.version
       )
     ), listed as (
       select tenant_id, count(*) as groups from organisation_groups group by tenant_id
     )
     select 'not noted' as fault, tenant_id, team_id from (table uncompared except table uncompared_groups) missing
     union all
     select 'noted in vain', tenant_id, team_id from (table uncompared_groups except table uncompared) left_over
     union all
     select 'counted wrong', l.tenant_id, null from lanes l left join listed using (tenant_id)
     where l.groups_listed - l.groups_unlisted <> coalesce(listed.groups, 0)`,
  );
  assert.deepEqual(wrong, []);
}
