// The ids that the callers' own systems have for groups, in PostgreSQL.
import { recordActivity } from '../../audit/activity.postgres.ts';
import { creationStatusSql, groupStateSql } from '../../engine/group-state.ts';
import { createBatcher } from '../../ground/batcher.ts';
import type { ExternalKey } from '../../ground/schema/external-key.schema.ts';
import type { Database, Query } from '../../postgres/database.ts';
import type { ExternalIds, FoundGroup, SourceGroup } from './desired-groups.ts';

export function createExternalIds(database: Database): ExternalIds {
  const find = createBatcher<ExternalKey & { readonly tenantId: string }, FoundGroup | undefined>({
    tenantOf: ({ tenantId }) => tenantId,
    maxItems: 500,
    maxConcurrent: 2,
    async flush(keys) {
      const rows = await database.query<FoundGroup & { readonly n: number }>(findGroups, [
        keys.map(({ tenantId }) => tenantId),
        keys.map(({ source }) => source),
        keys.map(({ externalId }) => externalId),
      ]);
      const found = new Map(rows.map(({ n, ...group }) => [n, group]));
      return keys.map((_, index) => found.get(index + 1));
    },
  });

  return {
    find: (tenantId, key) => find({ tenantId, ...key }),
    list: (tenantId, source) => database.query<SourceGroup>(listGroups, [tenantId, source]),
    hasOther: async ({ tenantId, teamId }, { source, externalId }) => {
      const rows = await database.query(findOther, [tenantId, teamId, source, externalId]);
      return rows.length > 0;
    },
    set: ({ tenantId, teamId }, { source, externalId }, entry) =>
      database.transaction(async (transaction) => {
        const rows = await transaction.query(setId, [tenantId, teamId, source, externalId]);
        if (rows.length === 0) return false;
        const data = { source, externalId };
        const subject = { kind: 'group', id: teamId } as const;
        const action = 'group.external_id_set';
        await recordActivity(transaction, [{ tenantId, ...entry, action, subject, data }]);
        return true;
      }),
    manage: async (tenantId, { source, externalId }, managed) => {
      await database.query(setManaged, [tenantId, source, externalId, managed]);
    },
    release: (tenantId, { source, externalId }, entry) =>
      database.transaction(async (transaction) => {
        const [row] = await transaction.query<{ teamId: string }>(releaseId, [
          tenantId,
          source,
          externalId,
        ]);
        if (row === undefined) return;
        const data = { source, externalId };
        const subject = { kind: 'group', id: row.teamId } as const;
        const action = 'group.external_id_released';
        await recordActivity(transaction, [{ tenantId, ...entry, action, subject, data }]);
      }),
  };
}

const findGroups: Query = {
  name: 'external_ids_find',
  text: `
    select wanted.n, e.team_id, e.managed, t.organisation_id, t.template_id, ${creationStatusSql} as status
    from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as wanted (tenant_id, source, external_id, n)
    cross join lateral (
      select tenant_id, team_id, managed from external_ids
      where tenant_id = wanted.tenant_id and source = wanted.source and external_id = wanted.external_id and is_held
      limit 1
    ) e
    join teams t on t.tenant_id = e.tenant_id and t.team_id = e.team_id
    join provisionings p on p.tenant_id = e.tenant_id and p.team_id = e.team_id`,
};

const listGroups: Query = {
  name: 'external_ids_list',
  text: `
    select e.external_id, e.team_id, t.organisation_id, t.template_id, t.display_name, ${groupStateSql} as state
    from external_ids e
    join teams t on t.tenant_id = e.tenant_id and t.team_id = e.team_id
    join provisionings p on p.tenant_id = e.tenant_id and p.team_id = e.team_id
    where e.tenant_id = $1 and e.source = $2 and e.is_held
    order by e.external_id`,
};

const findOther: Query = {
  name: 'external_ids_find_other',
  text: `
    select external_id from external_ids
    where tenant_id = $1 and team_id = $2 and source = $3 and external_id <> $4`,
};

const setId: Query = {
  name: 'external_ids_set',
  text: `
    insert into external_ids (tenant_id, team_id, source, external_id) values ($1, $2, $3, $4)
    on conflict do nothing returning team_id`,
};

const setManaged: Query = {
  name: 'external_ids_set_managed',
  text: `
    update external_ids set managed = $4::text[]
    where tenant_id = $1 and source = $2 and external_id = $3 and is_held and managed <> $4::text[]`,
};

const releaseId: Query = {
  name: 'external_ids_release',
  text: `
    delete from external_ids where tenant_id = $1 and source = $2 and external_id = $3 and is_held
    returning team_id`,
};
