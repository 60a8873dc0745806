// Which of some groups a caller may know of.
import type { GroupLimit } from '../../ground/group-limit.ts';
import type { Queryable } from '../../postgres/database.ts';

/** The ids of those within the limit. A caller without a limit may know of each. */
export type TeamsWithin = (
  tenantId: string,
  teamIds: readonly string[],
  limit: GroupLimit,
) => Promise<ReadonlySet<string>>;

export function createTeamsWithin(database: Queryable): TeamsWithin {
  return async (tenantId, teamIds, { organisationIds }) => {
    if (organisationIds === null || teamIds.length === 0) return new Set(teamIds);
    const found = await database.query<{ teamId: string }>(
      `select team_id from teams
      where tenant_id = $1 and team_id = any ($2) and organisation_id = any ($3)`,
      [tenantId, teamIds, organisationIds],
    );
    return new Set(found.map(({ teamId }) => teamId));
  };
}
