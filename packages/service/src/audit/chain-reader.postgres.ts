// Reads chain and entries for verification, and the places of entries. It only needs the right to read.
import type { Database, Query, Queryable } from '../postgres/database.ts';
import { bytesBefore, isWithinBatch } from '../postgres/within-bytes.ts';
import { hasArchiving, readArchived } from './archive.postgres.ts';
import {
  type ChainEntry,
  emptyChain,
  entryHash,
  type EntryProof,
  hashAt,
  type Seal,
} from './chain.ts';
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

/** The members of a `ChainEntry`, from `activity a`, without loss. */
export const chainEntryColumns = `
  a.tenant_id, a.activity_id, to_char(a.occurred_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at,
  a.actor_kind, a.actor_id, a.address, a.request_id, a.action, a.subject_kind, a.subject_id, a.data`;

const readEntries = `
  select * from (
    select ${chainEntryColumns}, asked.n::integer as n, ${bytesBefore('a.data', 'asked.n')} as bytes_before
    from unnest($2::bigint[]) with ordinality as asked (activity_id, n)
    join activity a on a.tenant_id = $1 and a.activity_id = asked.activity_id
  ) found
  where ${isWithinBatch('bytes_before')}
  order by n`;

interface SealRow {
  readonly activityId: number;
  readonly firstPosition: number;
  /** It belongs to the entry in the seal, from 1. */
  readonly place: number;
  readonly entryHashes: Buffer;
  readonly previousHash: Buffer;
}

/** An entry is in the seal that begins before it, or a few earlier ones: transactions that commit later are sealed later. */
const sealsOfEntry = 500;

/** Planned without a sort, which would read the long list of entries of each seal. */
const sealsOfEntries: Query = {
  name: 'activity_seals_of_entries',
  kind: 'hot',
  text: `
    select wanted.activity_id, s.first_position, array_position(s.entry_ids, wanted.activity_id) as place,
      s.entry_hashes, s.previous_hash
    from unnest($2::bigint[]) as wanted (activity_id)
    cross join lateral (
      select * from (
        select * from activity_seals
        where tenant_id = $1 and least_entry(entry_ids) <= wanted.activity_id
        order by least_entry(entry_ids) desc
        limit ${sealsOfEntry}
      ) near
      where wanted.activity_id = any (near.entry_ids)
      limit 1
    ) s`,
};

/** The proofs of one tenant's entries by their ids. An entry gets its place within about a second; until then it has none. */
export async function proveEntries(
  database: Pick<Database, 'query'>,
  tenantId: string,
  entries: readonly ChainEntry[],
): Promise<ReadonlyMap<number, EntryProof>> {
  if (entries.length === 0) return new Map();
  const byId = new Map(entries.map((entry) => [entry.activityId, entry]));
  const seals = await database.query<SealRow>(sealsOfEntries, [tenantId, [...byId.keys()]]);
  return new Map(
    seals.flatMap((seal) => {
      const entry = byId.get(seal.activityId);
      return entry === undefined ? [] : [[seal.activityId, proofOf(entry, seal)] as const];
    }),
  );
}

function proofOf(
  entry: ChainEntry,
  { firstPosition, place, entryHashes, previousHash }: SealRow,
): EntryProof {
  const index = place - 1;
  const position = firstPosition + index;
  const hash = hashAt(entryHashes, index);
  const previous = index === 0 ? previousHash : hashAt(entryHashes, index - 1);
  const isIntact = entryHash(previous, position, entry).equals(hash);
  return { position, hash: hash.toString('hex'), isIntact };
}
