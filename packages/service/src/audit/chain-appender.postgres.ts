// The chain appender's side of the chain in PostgreSQL: takes, hashes and seals unsealed entries in one transaction. One process
// does so at a time; the primary key of the seals refuses a second one in any case.
import type { Clock } from '../ground/clock.ts';
import { askWhether } from '../postgres/jobs/shared-poll.postgres.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import { bytesBefore, isWithinBatch } from '../postgres/within-bytes.ts';
import { inCausalOrder, storyOf } from './causal-order.ts';
import { chainEntryColumns } from './chain-reader.postgres.ts';
import {
  emptyChain,
  headAfter,
  seal,
  type ChainEntry,
  type ChainHead,
  type Seal,
} from './chain.ts';
import type { ChainStore, AppendedBatch } from './chain-appender.ts';

/** Large entries are bounded by their bytes, so that hashing them does not hold up the event loop. */
const maxEntries = 1_000;
/** Any number of our own; it keeps two appenders apart. */
const lockKey = 4_770_177_2;
/** After this number of entries, the emptied table is cleared away. */
const vacuumAfterEntries = 20_000;

/** It serves commands of the operator, which wake no appender, and a process that died. */
export const askForUnsealed = (onFound: () => void) =>
  askWhether('activity', 'select exists (select from activity_unsealed)', onFound);

export function createChainStore(deps: { database: Database; clock: Clock }): ChainStore {
  const { database, clock } = deps;
  let entriesSinceVacuum = 0;

  return {
    async appendBatch() {
      const [waiting] = await database.query({
        name: 'activity_peek_unsealed',
        boundary: false,
        text: 'select from activity_unsealed limit 1',
      });
      if (waiting === undefined) return nothingAppended;
      const batch = await database.transaction(async (transaction) => {
        const [lock] = await transaction.query<{ held: boolean }>(
          'select pg_try_advisory_xact_lock($1) as held',
          [lockKey],
        );
        if (lock?.held !== true) return nothingAppended;
        const { entries, more } = await takeUnsealed(transaction);
        const seals = sealBatches(entries, await readHeads(transaction, entries), clock.now());
        await insertSeals(transaction, seals);
        return {
          heads: new Map(seals.map((made) => [made.tenantId, headAfter(made)])),
          entries: entries.length,
          more,
        };
      });
      await clearAway(batch.entries);
      return batch;
    },
  };

  /** Vacuum, where the server lets the application role (from 17 on); autovacuum does it otherwise. */
  async function clearAway(entries: number): Promise<void> {
    entriesSinceVacuum += entries;
    if (entriesSinceVacuum < vacuumAfterEntries) return;
    entriesSinceVacuum = 0;
    await database.query('vacuum activity_unsealed');
  }
}

const nothingAppended: AppendedBatch = { heads: new Map(), entries: 0, more: false };

async function takeUnsealed(
  transaction: Queryable,
): Promise<{ entries: ChainEntry[]; more: boolean }> {
  // The planner knows nothing of a table that is nearly always empty, and must not read all of activity.
  await transaction.query('set local enable_hashjoin = off; set local enable_mergejoin = off');
  const rows = await transaction.query<ChainEntry & { found: number; transaction: string }>(
    `with unsealed as materialized (
      select ctid as place, tenant_id, activity_id from activity_unsealed limit $1
    ), taken as materialized (
      select * from (
        select unsealed.place, a.*, a.xmin::text as transaction, count(*) over () as found,
          ${bytesBefore('a.data', 'a.activity_id')} as bytes_before
        from unsealed join activity a using (tenant_id, activity_id)
      ) entry
      where ${isWithinBatch('bytes_before')}
    ), deleted as (
      delete from activity_unsealed where ctid = any (array(select place from taken))
    )
    select ${chainEntryColumns}, a.transaction, found from taken a order by activity_id`,
    [maxEntries],
  );
  const found = rows[0]?.found ?? 0;
  const more = found === maxEntries || found > rows.length;
  const rest = more ? await takeRest(transaction, rows) : [];
  return { entries: inCausalOrder([...rows, ...rest]), more };
}

type UnsealedEntry = ChainEntry & { readonly transaction: string };

/** Takes what the same transactions wrote about the same things: one batch has all of it, in causal order. */
async function takeRest(
  transaction: Queryable,
  entries: readonly UnsealedEntry[],
): Promise<readonly UnsealedEntry[]> {
  return transaction.query<UnsealedEntry>(
    `with rest as materialized (
      select u.ctid as place, a.*, a.xmin::text as transaction
      from activity_unsealed u join activity a using (tenant_id, activity_id)
      where u.xmin::text = any ($1::text[]) and a.tenant_id || '/' || a.xmin || '/' || a.subject_kind || '/' || a.subject_id = any ($2::text[])
    ), deleted as (
      delete from activity_unsealed where ctid = any (array(select place from rest))
    )
    select ${chainEntryColumns}, a.transaction from rest a order by activity_id`,
    [[...new Set(entries.map((entry) => entry.transaction))], [...new Set(entries.map(storyOf))]],
  );
}

async function readHeads(
  transaction: Queryable,
  entries: readonly ChainEntry[],
): Promise<Map<string, ChainHead>> {
  const tenantIds = [...new Set(entries.map(({ tenantId }) => tenantId))];
  return await readChainHeads(transaction, tenantIds);
}

/** The ends of the chains; a tenant without a seal is absent. */
export async function readChainHeads(
  database: Queryable,
  tenantIds: readonly string[],
): Promise<Map<string, ChainHead>> {
  const rows = await database.query<ChainHead & { tenantId: string }>(
    {
      name: 'activity_chain_heads',
      text: `
        select tenant_id, last.position, last.hash
        from unnest($1::uuid[]) as asked (tenant_id)
        cross join lateral (
          select s.first_position + cardinality(s.entry_ids) - 1 as position, s.hash
          from activity_seals s where s.tenant_id = asked.tenant_id
          order by s.first_position desc limit 1
        ) last`,
    },
    [tenantIds],
  );
  return new Map(rows.map(({ tenantId, ...head }) => [tenantId, head]));
}

function sealBatches(
  entries: readonly ChainEntry[],
  heads: ReadonlyMap<string, ChainHead>,
  now: number,
): Seal[] {
  const sealedAt = new Date(now).toISOString();
  return [...Map.groupBy(entries, ({ tenantId }) => tenantId)].flatMap(
    ([tenantId, [first, ...others]]) =>
      first === undefined
        ? []
        : [seal(heads.get(tenantId) ?? emptyChain, [first, ...others], sealedAt)],
  );
}

async function insertSeals(transaction: Queryable, seals: readonly Seal[]): Promise<void> {
  if (seals.length === 0) return;
  const rows = seals.map((made) => ({
    tenant_id: made.tenantId,
    first_position: made.firstPosition,
    entry_ids: `{${made.entryIds.join(',')}}`,
    entry_hashes: made.entryHashes.toString('base64'),
    previous_hash: made.previousHash.toString('base64'),
    hash: made.hash.toString('base64'),
    sealed_at: made.sealedAt,
  }));
  await transaction.query(
    `insert into activity_seals
      (tenant_id, first_position, entry_ids, entry_hashes, previous_hash, hash, sealed_at)
    select tenant_id, first_position, entry_ids::bigint[], decode(entry_hashes, 'base64'),
      decode(previous_hash, 'base64'), decode(hash, 'base64'), sealed_at
    from jsonb_to_recordset($1::jsonb) as made (
      tenant_id uuid, first_position bigint, entry_ids text, entry_hashes text, previous_hash text,
      hash text, sealed_at timestamptz
    )`,
    [JSON.stringify(rows)],
  );
}
