// Which of some groups a caller may know of.
import { isLimited } from '../../ground/group-limit.ts';
import type { Queryable } from '../../postgres/database.ts';
import type { TeamsWithin } from './known-groups.ts';

export function createTeamsWithin(database: Queryable): TeamsWithin {
  return async (tenantId, teamIds, limit) => {
    if (!isLimited(limit) || teamIds.length === 0) return new Set(teamIds);
    const found = await database.query<{ teamId: string }>(
      `select team_id from teams
      where tenant_id = $1 and team_id = any ($2) and ($3::uuid[] is null or organisation_id = any ($3))
        and ($4::uuid[] is null or template_id = any ($4))`,
      [tenantId, teamIds, limit.organisationIds, limit.templateIds],
    );
    return new Set(found.map(({ teamId }) => teamId));
  };
}
