// The ids that the callers' own systems have for groups, in PostgreSQL.
import { creationStatusSql } from '../../engine/group-state.ts';
import type { Query, Queryable } from '../../postgres/database.ts';
import type { ExternalIds } from './desired-groups.ts';

export function createExternalIds(database: Queryable): ExternalIds {
  return {
    async find(tenantId, { source, externalId }) {
      const [row] = await database.query<Awaited<ReturnType<ExternalIds['find']>> & object>(
        findGroup,
        [tenantId, source, externalId],
      );
      return row;
    },
  };
}

const findGroup: Query = {
  name: 'external_ids_find',
  text: `
    select e.team_id, ${creationStatusSql} as status
    from external_ids e
    join provisionings p on p.tenant_id = e.tenant_id and p.team_id = e.team_id
    where e.tenant_id = $1 and e.source = $2 and e.external_id = $3 and e.is_held`,
};
