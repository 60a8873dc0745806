// A creation that is in progress and never advances, regardless of the time.
import { randomUUID } from 'node:crypto';
import type { Queryable } from '../src/postgres/database.ts';

/** @returns its teamId */
export async function addStuckCreation(database: Queryable, tenantId: string): Promise<string> {
  const teamId = randomUUID();
  await database.query(
    `with made as (
       insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname,
         people, properties, policy, created_at, created_by, request_id)
       values ($1, $2, $2, $2, 'Endless', 'endless', '{}', '{}', '{}', now(), 'test', 'test')
       returning tenant_id, team_id, created_at
     )
     insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at)
     select tenant_id, team_id, 'running', true, 'infinity', created_at from made`,
    [tenantId, teamId],
  );
  return teamId;
}
