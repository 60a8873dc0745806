// Reads chain and entries for verification. It only needs the right to read.
import type { Queryable } from '../postgres/database.ts';
import { bytesBefore, isWithinBatch } from '../postgres/within-bytes.ts';
import { hasArchiving, readArchived } from './archive.postgres.ts';
import { type ChainEntry, emptyChain, type Seal } from './chain.ts';
import { chainEntryColumns } from './chain-entry.postgres.ts';
import type { ChainReader } from './verify-chain.ts';

const sealsPerRead = 50;

export function createChainReader({ database }: { database: Queryable }): ChainReader {
  return {
    async tenants() {
      const rows = await database.query<{ tenantId: string }>(
        'select tenant_id from tenants order by created_at, tenant_id',
      );
      return rows.map(({ tenantId }) => tenantId);
    },
    start: async (tenantId) => (await readArchived(database, tenantId)) ?? emptyChain,
    hasArchiving: (tenantId, start) => hasArchiving(database, tenantId, start),
    async seals(tenantId, fromPosition) {
      const rows = await database.query<Omit<Seal, 'sealedAt'> & { sealedAt: Date }>(
        `select tenant_id, first_position, entry_ids, entry_hashes, previous_hash, hash, sealed_at
        from activity_seals where tenant_id = $1 and first_position >= $2
        order by first_position limit $3`,
        [tenantId, fromPosition, sealsPerRead],
      );
      return rows.map((row) => Object.assign(row, { sealedAt: row.sealedAt.toISOString() }));
    },
    async entries(tenantId, activityIds) {
      const entries: ChainEntry[] = [];
      let left = activityIds;
      for (;;) {
        const rows = await database.query<ChainEntry & { n: number; bytesBefore: number }>(
          readEntries,
          [tenantId, left],
        );
        const last = rows.at(-1);
        if (last === undefined) return entries;
        for (const { n: _, bytesBefore: __, ...entry } of rows) entries.push(entry);
        left = left.slice(last.n);
        if (left.length === 0) return entries;
      }
    },
    async findOutside(tenantId) {
      // Every entry of the chain is known to be there, so counting tells whether there are others.
      const [counted] = await database.query<{ outside: number }>(
        `select (select count(*) from activity where tenant_id = $1)
          - (select count(*) from activity_unsealed where tenant_id = $1)
          - (select coalesce(sum(cardinality(entry_ids)), 0) from activity_seals where tenant_id = $1) as outside`,
        [tenantId],
      );
      if ((counted?.outside ?? 0) <= 0) return undefined;
      const [row] = await database.query<{ activityId: number }>(
        `(
          select activity_id from activity where tenant_id = $1
          except
          select unnest(entry_ids) from activity_seals where tenant_id = $1
        )
        except
        select activity_id from activity_unsealed where tenant_id = $1
        order by activity_id limit 1`,
        [tenantId],
      );
      return row?.activityId;
    },
  };
}

const readEntries = `
  select * from (
    select ${chainEntryColumns}, asked.n::integer as n, ${bytesBefore('a.data', 'asked.n')} as bytes_before
    from unnest($2::bigint[]) with ordinality as asked (activity_id, n)
    join activity a on a.tenant_id = $1 and a.activity_id = asked.activity_id
  ) found
  where ${isWithinBatch('bytes_before')}
  order by n`;
