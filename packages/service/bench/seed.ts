// Fills a database with existing groups, as creations leave them.
import { openDatabase } from '../src/postgres/pool.ts';
import type { ConnectionSettings } from '../src/postgres/connection-settings.ts';
import type { Log } from '../src/ground/log.ts';

const groupsPerStatement = 20_000;

/** Adds groups of ten people to the organisation, in every table that a creation writes. */
export async function addExistingGroups(
  settings: ConnectionSettings,
  log: Log,
  { tenantId, organisation, groups }: { tenantId: string; organisation: string; groups: number },
): Promise<void> {
  const database = openDatabase(settings, { log, maxConnections: 1 });
  try {
    for (let added = 0; added < groups; added += groupsPerStatement) {
      await database.query(addGroups, [
        tenantId,
        organisation,
        Math.min(groupsPerStatement, groups - added),
      ]);
    }
    await database.query('select 1');
  } finally {
    await database.close();
  }
}

const addGroups = `
  with place as (
    select o.tenant_id, o.organisation_id, t.template_id, t.policy, l.groups_listed
    from organisations o
    join lanes l using (tenant_id)
    cross join lateral (
      select template_id, policy from templates t
      where t.tenant_id = o.tenant_id and t.organisation_id = o.organisation_id limit 1
    ) t
    where o.tenant_id = $1::uuid and o.identifier = $2
  ), fresh as materialized (
    select uuidv7() as team_id, n, 'seeded-' || (place.groups_listed + n) as alias, place.*
    from place, generate_series(1, $3::int) as n
  ), team as (
    insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, alias_key,
      people, properties, policy, created_at, created_by, request_id)
    select tenant_id, team_id, organisation_id, template_id, alias, alias, md5(alias) || alias,
      '{"responsible": "a@example.com", "deputy": null, "owners": ["b@example.com"], "members": ["c@example.com"]}',
      '{}', policy, now(), 'bench', 'bench'
    from fresh
  ), ledger as (
    insert into provisionings (tenant_id, team_id, status, waiting, due_at, facts, updated_at, completed_at)
    select tenant_id, team_id, 'succeeded', false, now(), '{}', now(), now() from fresh
  ), suite as (
    insert into sandbox_groups (tenant_id, group_id, marker, display_name, mail_nickname, visibility,
      owner_ids, member_ids, created_at, visible_at)
    select tenant_id, gen_random_uuid(), team_id, alias, md5(alias) || alias, 'private', array[team_id],
      array(select team_id from generate_series(1, 10)), now(), now()
    from fresh
  ), listed as (
    insert into organisation_groups (tenant_id, organisation_id, number, team_id)
    select tenant_id, organisation_id, groups_listed + n, team_id from fresh
  ), activity_entry as (
    insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
    select tenant_id, now(), 'service', 'bench', 'group.accepted', 'group', team_id::text, '{}' from fresh
  )
  update lanes set groups_listed = lanes.groups_listed + $3::int where tenant_id = $1::uuid`;
