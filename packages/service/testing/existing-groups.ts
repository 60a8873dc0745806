// Groups that exist in the records without having been provisioned, for tests of what happens to many of them. The
// directory does not have them.
import { randomBytes } from 'node:crypto';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import { systemClock } from '../src/ground/clock.ts';
import { readStoredPolicy } from '../src/settings/organisations/template.ts';
import type { Queryable } from '../src/postgres/database.ts';
import type { AddedTenant } from './tenant.ts';

const newId = createIdGenerator({ clock: systemClock, randomBytes });

/** Few enough for the time limit of a statement on a machine that does much else. */
const groupsPerStatement = 250;

/** Answers their ids in the order of their aliases, `<prefix>-1` and so on. */
export async function addExistingGroups(
  database: Queryable,
  tenant: AddedTenant,
  {
    prefix,
    count,
    template = 'any',
  }: { prefix: string; count: number; template?: 'any' | 'project' },
): Promise<readonly string[]> {
  const teamIds = Array.from({ length: count }, newId);
  for (let before = 0; before < count; before += groupsPerStatement) {
    const part = teamIds.slice(before, before + groupsPerStatement);
    await addPart(database, tenant, { prefix, template, before, teamIds: part });
  }
  return teamIds;
}

/** @param part.before groups of earlier parts */
async function addPart(
  database: Queryable,
  { tenantId, organisationId, templateIds }: AddedTenant,
  {
    prefix,
    template,
    before,
    teamIds,
  }: {
    readonly prefix: string;
    readonly template: 'any' | 'project';
    readonly before: number;
    readonly teamIds: readonly string[];
  },
): Promise<void> {
  await database.query(
    `insert into teams
      (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, alias_key, people, properties,
       policy, created_at, created_by, request_id)
    select $1, id, $2, $3, 'Group ' || alias, alias, lower(alias),
      '{"responsible":"mara@aare.example","deputy":"tomas@aare.example","owners":[],"members":[]}', '{}', $6, now(),
      'test', 'test'
    from (
      select id, $4 || '-' || (n + $7) as alias from unnest($5::uuid[]) with ordinality as given (id, n)
    ) named`,
    [
      tenantId,
      organisationId,
      templateIds[template],
      prefix,
      teamIds,
      JSON.stringify(readStoredPolicy({})),
      before,
    ],
  );
  await database.query(
    `insert into provisionings
      (tenant_id, team_id, status, waiting, due_at, updated_at, completed_at, resolved_people)
    select $1, unnest($2::uuid[]), 'succeeded', false, now(), now(), now(),
      '{"ownerIds":["mara","tomas"],"memberIds":[]}'`,
    [tenantId, teamIds],
  );
  await database.query(
    `insert into team_search (tenant_id, team_id, names, responsible_id, deputy_id)
    select tenant_id, team_id, lower(display_name), 'mara', 'tomas' from teams
    where tenant_id = $1 and team_id = any ($2::uuid[])`,
    [tenantId, teamIds],
  );
}

const addToSandboxStep = `
  with people as materialized (
    select array_agg(person_id order by email) as ids from sandbox_people
    where tenant_id = $1 and email in ('mara@aare.example', 'tomas@aare.example')
  ), added as (
    insert into sandbox_groups (tenant_id, group_id, marker, display_name, mail_nickname, visibility, owner_ids,
      member_ids, team_requested_at, team_ready_at, created_at, visible_at)
    select t.tenant_id, gen_random_uuid(), t.team_id, t.display_name, t.mail_nickname, 'private', people.ids, people.ids,
      now(), now(), now(), now()
    from teams t, people where t.tenant_id = $1 and t.team_id = any ($2::uuid[])
    returning group_id, marker, owner_ids
  ), known as (
    update provisionings p
    set directory_group_id = a.group_id, facts = jsonb_build_object('groupId', a.group_id),
      resolved_people = jsonb_build_object('ownerIds', a.owner_ids, 'memberIds', '[]'::jsonb)
    from added a where p.tenant_id = $1 and p.team_id = a.marker
  )
  update team_search s set responsible_id = a.owner_ids[1]::text, deputy_id = a.owner_ids[2]::text
  from added a where s.tenant_id = $1 and s.team_id = a.marker`;

/** Gives such groups a team in the sandbox of the tenant, with its first two people as owners. */
export async function addToSandbox(
  database: Queryable,
  { tenantId }: AddedTenant,
  teamIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < teamIds.length; from += groupsPerStatement) {
    await database.query(addToSandboxStep, [
      tenantId,
      teamIds.slice(from, from + groupsPerStatement),
    ]);
  }
}
