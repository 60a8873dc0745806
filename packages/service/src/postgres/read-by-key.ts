// Reads of single rows by tenant and id. Those that arrive together are one statement, so that their number and a busy
// event loop keep none of them waiting for a connection.
import { createBatcher } from '../ground/batcher.ts';
import type { Query, Queryable } from './database.ts';

const keysPerStatement = 200;

export type ReadByKey<Row> = (tenantId: string, id: string) => Promise<Row | undefined>;

/** @param query its text is made by `forWantedKeys` */
export function createReadByKey<Row extends object>(
  database: Queryable,
  query: Query,
): ReadByKey<Row> {
  const read = createBatcher<readonly [tenantId: string, id: string], Row | undefined>({
    tenantOf: ([tenantId]) => tenantId,
    maxItems: keysPerStatement,
    maxConcurrent: 1,
    async flush(keys) {
      const rows = await database.query<Row & { n: number }>(query, [
        keys.map(([tenantId]) => tenantId),
        keys.map(([, id]) => id),
      ]);
      const found: (Row | undefined)[] = keys.map(() => undefined);
      for (const { n, ...row } of rows) found[n - 1] = row as unknown as Row;
      return found;
    },
  });
  return (tenantId, id) => read([tenantId, id]);
}

/** @param row selects the one row of `wanted.tenant_id` and `wanted.id`, with a separate plan */
export const forWantedKeys = (row: string) => `
    select one.*, wanted.n
    from unnest($1::uuid[], $2::uuid[]) with ordinality as wanted (tenant_id, id, n)
    cross join lateral (${row}
      limit 1
    ) one`;

/** The versions of rows in the order of their keys; undefined: there is no such row. */
export function createReadVersions<Key extends { readonly tenantId: string }>(
  database: Queryable,
  { name, table, idColumn }: { name: string; table: string; idColumn: string },
  idOf: (key: Key) => string,
): (keys: readonly Key[]) => Promise<readonly (number | undefined)[]> {
  const query: Query = {
    name,
    kind: 'hot',
    boundary: false,
    text: `
      select (
        select version from ${table} where tenant_id = wanted.tenant_id and ${idColumn} = wanted.id
      )
      from unnest($1::uuid[], $2::uuid[]) with ordinality as wanted (tenant_id, id, n)
      order by wanted.n`,
  };
  return async (keys) => {
    const tenantIds = keys.map(({ tenantId }) => tenantId);
    const values = [tenantIds, keys.map(idOf)];
    const rows = await database.query<{ version: number | null }>(query, values);
    return rows.map(({ version }) => version ?? undefined);
  };
}
