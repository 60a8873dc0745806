// The archived part of a tenant's audit log: where it ends, how far it may reach, and the removal of what a file has.
import { type Queryable, withoutTimeLimits } from '../postgres/database.ts';
import { recordActivity } from './activity.postgres.ts';
import type { Actor } from './activity.ts';
import { headAfter, type Seal } from './chain.ts';
import type { ChainStart } from './verify-chain.ts';

export interface Archived extends ChainStart {
  readonly entryHash: Buffer;
  /** Entries of this time or before may be archived. */
  readonly until: Date;
}

export async function readArchived(
  database: Queryable,
  tenantId: string,
): Promise<Archived | undefined> {
  const [row] = await database.query<Archived>(
    `select position, hash, entry_hash, archived_until as until
    from activity_archives where tenant_id = $1`,
    [tenantId],
  );
  return row;
}

/** Whether the chain has the entry of the archiving that ended here. */
export async function hasArchiving(
  database: Queryable,
  tenantId: string,
  { position, hash }: ChainStart,
): Promise<boolean> {
  const rows = await database.query(
    `select from activity where tenant_id = $1 and action = 'activity.archived' and data @> $2::jsonb limit 1`,
    [tenantId, JSON.stringify({ position, hash: hash.toString('hex') })],
  );
  return rows.length > 0;
}

/** Any number of our own; it keeps two archivings apart. */
const lockKey = 4_770_177_3;

/** The store takes part in the transaction of one step, as the owner of the tables. */
export function createArchiveStore(transaction: Queryable) {
  return {
    /** Until the end of the transaction. False: another command archives. */
    async lock(): Promise<boolean> {
      // Between two statements, thousands of entries are proved, compressed and written to the disk.
      await withoutTimeLimits(transaction);
      const [lock] = await transaction.query<{ held: boolean }>(
        'select pg_try_advisory_xact_lock($1) as held',
        [lockKey],
      );
      return lock?.held === true;
    },
    /**
     * The last position that may be archived. The newest seal stays, because the chain continues from it. So does all
     * that a webhook has to deliver, or may have to again.
     */
    async limit(tenantId: string): Promise<{ newest: number; webhooks: number | null }> {
      const [row] = await transaction.query<{ newest: number; webhooks: number | null }>(
        `select
          coalesce((select max(first_position) from activity_seals where tenant_id = $1), 1) - 1 as newest,
          least(
            (select min(position) from webhook_endpoints where tenant_id = $1 and disabled_at is null),
            (select min(position) - 1 from webhook_deliveries where tenant_id = $1 and state <> 'delivered')
          ) as webhooks`,
        [tenantId],
      );
      return row ?? { newest: 0, webhooks: null };
    },
    /** Removes seals with their entries, and notes the end of the archive, also in the chain that remains. */
    async remove(
      seals: readonly [Seal, ...Seal[]],
      { actor, now }: { readonly actor: Actor; readonly now: Date },
    ): Promise<void> {
      const [{ tenantId, firstPosition }] = seals;
      const last = seals.at(-1) ?? seals[0];
      const { position, hash } = headAfter(last);
      await transaction.query(
        `delete from activity where tenant_id = $1 and activity_id = any ($2::bigint[])`,
        [tenantId, seals.flatMap(({ entryIds }) => entryIds)],
      );
      await transaction.query(
        `delete from activity_seals where tenant_id = $1 and first_position between $2 and $3`,
        [tenantId, firstPosition, position],
      );
      await transaction.query(
        `insert into activity_archives
          (tenant_id, position, hash, entry_hash, archived_until, updated_at)
        values ($1, $2, $3, $4, $5, $6)
        on conflict (tenant_id) do update set position = excluded.position, hash = excluded.hash,
          entry_hash = excluded.entry_hash, archived_until = excluded.archived_until,
          updated_at = excluded.updated_at`,
        [tenantId, position, hash, last.entryHashes.subarray(-32), last.sealedAt, now],
      );
      await recordActivity(transaction, [
        {
          tenantId,
          occurredAt: now.getTime(),
          actor,
          action: 'activity.archived',
          subject: { kind: 'tenant', id: tenantId },
          data: { position, hash: hash.toString('hex') },
        },
      ]);
    },
  };
}
