// Groups that exist in the records without having been provisioned, for tests of what happens to many of them. The
// directory does not have them.
import { randomBytes } from 'node:crypto';
import { createIdGenerator } from '../src/foundation/identifiers.ts';
import { systemClock } from '../src/foundation/clock.ts';
import { readStoredPolicy, toStoredPolicy } from '../src/organisations/template.ts';
import type { Queryable } from '../src/postgres/database.ts';
import type { AddedTenant } from './tenant.ts';

const newId = createIdGenerator({ clock: systemClock, randomBytes });

/** Answers their ids in the order of their aliases, `<prefix>-1` and so on. */
export async function addExistingGroups(
  database: Queryable,
  { tenantId, organisationId, templateIds }: AddedTenant,
  {
    prefix,
    count,
    template = 'any',
  }: { prefix: string; count: number; template?: 'any' | 'project' },
): Promise<readonly string[]> {
  const teamIds = Array.from({ length: count }, newId);
  await database.query(
    `insert into teams
      (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, alias_key, people, properties,
       policy, created_at, created_by, request_id)
    select $1, id, $2, $3, 'Group ' || $4 || '-' || n, $4 || '-' || n, lower($4 || '-' || n),
      '{"responsible":"mara@aare.example","deputy":"tomas@aare.example","owners":[],"members":[]}', '{}', $6, now(),
      'test', 'test'
    from unnest($5::uuid[]) with ordinality as given (id, n)`,
    [
      tenantId,
      organisationId,
      templateIds[template],
      prefix,
      teamIds,
      JSON.stringify(toStoredPolicy(readStoredPolicy({}))),
    ],
  );
  await database.query(
    `insert into provisionings
      (tenant_id, team_id, status, waiting, due_at, steps, updated_at, completed_at, resolved_people)
    select $1, unnest($2::uuid[]), 'succeeded', false, now(), '[]', now(), now(),
      '{"ownerIds":["mara","tomas"],"memberIds":[]}'`,
    [tenantId, teamIds],
  );
  await database.query(
    `insert into team_search (tenant_id, team_id, names, responsible_id, deputy_id)
    select tenant_id, team_id, lower(display_name), 'mara', 'tomas' from teams
    where tenant_id = $1 and team_id = any ($2::uuid[])`,
    [tenantId, teamIds],
  );
  return teamIds;
}
