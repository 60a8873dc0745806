// Closes a tenant, waits until no process works for it, opens it again, and deletes the rows of one that was removed.
import { createChainStore, readChainHeads } from '../audit/chain-appender.postgres.ts';
import { createChainReader } from '../audit/chain-reader.postgres.ts';
import type { ChainHead } from '../audit/chain.ts';
import { recordActivity } from '../audit/activity.postgres.ts';
import type { Actor } from '../audit/activity.ts';
import { DomainError } from '../ground/errors.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import { type Closing, knownEverywhereMs } from '../settings/tenants/closed-tenant.ts';
import { readTenantTables } from './tenant-tables.postgres.ts';

const rowsAtOnce = 5_000;
const pollMs = 250;
/** Leases of lanes, messages and deliveries are shorter. */
const quietWithinMs = 120_000;

/** @param next the closing that follows the present one, or null to open the tenant; throws if it may not */
export async function changeClosing(
  database: Database,
  {
    tenantId,
    actor,
    now,
  }: { readonly tenantId: string; readonly actor: Actor; readonly now: Date },
  next: (present: Closing | null) => Closing | null,
): Promise<Closing | null> {
  return await database.transaction(async (transaction) => {
    await transaction.query('select from configuration for update');
    const [tenant] = await transaction.query<{ closed: Closing | null }>(
      'select closed from tenants where tenant_id = $1 for update',
      [tenantId],
    );
    if (tenant === undefined) throw new DomainError('not_found', `There is no tenant ${tenantId}.`);
    const after = next(tenant.closed);
    if (after === tenant.closed) return after;
    await transaction.query('update tenants set closed = $2 where tenant_id = $1', [
      tenantId,
      after === null ? null : JSON.stringify(after),
    ]);
    if (after === null) {
      await transaction.query(
        'update reconciliations set due_at = least(due_at, now()) where tenant_id = $1',
        [tenantId],
      );
    }
    await recordActivity(transaction, [
      {
        tenantId,
        occurredAt: now.getTime(),
        actor,
        action: 'tenant.changed',
        subject: { kind: 'tenant', id: tenantId },
        data: { closed: { before: shownOf(tenant.closed), after: shownOf(after) } },
      },
    ]);
    return after;
  });
}

/** The code that opens the tenant elsewhere is no part of the audit log. */
function shownOf(closing: Closing | null): object | null {
  if (closing === null || !('releaseCode' in closing)) return closing;
  const { releaseCode: _, ...shown } = closing;
  return shown;
}

interface Busy {
  readonly lane: boolean;
  readonly messages: boolean;
  readonly deliveries: boolean;
  readonly unsealed: boolean;
  readonly transactions: boolean;
}

const sentences: Readonly<Record<keyof Busy, string>> = {
  lane: 'a worker holds its lane',
  messages: 'messages are being sent',
  deliveries: 'webhooks are being called',
  unsealed: 'entries of its audit log have no seal',
  transactions: 'a transaction of the database is open',
};

/**
 * After it, no row of a closed tenant changes, and its audit log ends in a seal.
 * @returns the end of the chain
 * @throws DomainError if something does not end within minutes
 */
export async function waitUntilQuiet(
  database: Database,
  tenantId: string,
  { since, now, sleep }: QuietDeps,
): Promise<ChainHead> {
  const startedAt = now();
  const early = Date.parse(since) + knownEverywhereMs - startedAt;
  await sleep(Math.min(Math.max(early, 0), knownEverywhereMs));
  // Transactions that began before have ended once none is older than this one.
  const [mark] = await database.query<{ id: string }>('select pg_current_xact_id()::text as id');
  const chain = createChainStore({ database, clock: { now } });
  for (;;) {
    for (let more = true; more;) ({ more } = await chain.appendBatch());
    const [busy] = await database.query<Busy & Record<string, unknown>>(
      `select
        exists (select from lanes where tenant_id = $1 and holder is not null and held_until > clock_timestamp()) as lane,
        exists (select from notice_channels where tenant_id = $1 and claimed_until > now()) as messages,
        exists (
          select from webhook_deliveries
          where tenant_id = $1 and state = 'pending' and claimed_until > now()
        ) as deliveries,
        exists (select from activity_unsealed where tenant_id = $1) as unsealed,
        pg_snapshot_xmin(pg_current_snapshot()) <= $2::text::xid8 as transactions`,
      [tenantId, mark?.id],
    );
    const reasons = Object.entries(sentences).flatMap(([name, sentence]) =>
      busy?.[name] === true ? [sentence] : [],
    );
    if (reasons.length === 0) return await readHead(database, tenantId);
    if (now() - startedAt > quietWithinMs) {
      const detail = `The tenant is closed, but does not come to rest: ${reasons.join(', ')}. Run the command again.`;
      throw new DomainError('unavailable', detail);
    }
    await sleep(pollMs);
  }
}

interface QuietDeps {
  /** When the tenant was closed, in ISO 8601. */
  readonly since: string;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** @returns the end of the chain, also where all of it was archived */
export async function readHead(database: Queryable, tenantId: string): Promise<ChainHead> {
  const heads = await readChainHeads(database, [tenantId]);
  return heads.get(tenantId) ?? (await createChainReader({ database }).start(tenantId));
}

/** The steps are bounded, so a removal that was cut short continues with the next call. @returns the number of rows */
export async function deleteRows(owner: Database, tenantId: string): Promise<number> {
  const tables = (await readTenantTables(owner)).toReversed();
  let deleted = 0;
  for (;;) {
    let found = 0;
    for (const { name } of tables) {
      if (name === 'tenants') continue;
      for (let count = rowsAtOnce; count === rowsAtOnce; found += count) {
        const rows = await owner.query(
          `delete from "${name}" where tenant_id = $1 and ctid = any (array(
            select ctid from "${name}" where tenant_id = $1 limit ${rowsAtOnce}
          )) returning 1 as deleted`,
          [tenantId],
        );
        count = rows.length;
      }
    }
    deleted += found;
    // A deletion may add rows elsewhere: what followers of changes have to know.
    if (found === 0) break;
  }
  return await owner.transaction(async (transaction) => {
    // Every process drops what it has in memory at its next start; until then, the tenant is closed there.
    await transaction.query('delete from lanes where tenant_id = $1', [tenantId]);
    await transaction.query('delete from tenants where tenant_id = $1', [tenantId]);
    return deleted + 1;
  });
}

/** @returns how many rows each table has, without those that have none */
export async function countRows(
  database: Queryable,
  tenantId: string,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { name } of await readTenantTables(database)) {
    const [row] = await database.query<{ count: number }>(
      `select count(*)::integer as count from "${name}" where tenant_id = $1`,
      [tenantId],
    );
    if (row !== undefined && row.count > 0) counts.set(name, row.count);
  }
  return counts;
}
