import type { Queryable } from '../../postgres/database.ts';
import type { AdoptionRules } from './check-adoption.ts';

/** Reads which record governs a group of the directory. One in progress holds the alias; the others have a search document. */
export function createReadGoverning(database: Queryable): AdoptionRules['governing'] {
  return async (tenantId, { groupId, alias }) => {
    const [row] = await database.query<{ teamId: string }>(readGoverning, [
      tenantId,
      groupId,
      alias,
    ]);
    return row?.teamId;
  };
}

const readGoverning = {
  name: 'adoption_read_governing',
  text: `
    select p.team_id from (
      select team_id from team_search where tenant_id = $1 and group_id = $2
      union all
      select team_id from teams where tenant_id = $1 and alias_key = $3
    ) known
    join provisionings p on p.tenant_id = $1 and p.team_id = known.team_id
    where p.directory_group_id = $2 and p.status not in ('failed', 'cancelled')
    limit 1`,
};
