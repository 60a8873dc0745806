import { recordActivity } from '../../audit/activity.postgres.ts';
import type { StoredSigningKey } from '../../settings/configuration/configuration-copy.ts';
import type { Database, Queryable } from '../../postgres/database.ts';
import type { SigningKeyStore } from './signing-keys.ts';
import type { WithdrawalStore } from './withdraw-signing-key.ts';

/** One after the other, whichever process makes or withdraws a key. */
async function lock(transaction: Queryable): Promise<void> {
  await transaction.query("select pg_advisory_xact_lock(hashtext('groupwright signing keys'))");
}

async function insert(transaction: Queryable, key: StoredSigningKey): Promise<void> {
  await transaction.query(
    `insert into signing_keys (key_id, public_jwk, private_key_sealed, signs_from, signs_until)
     values ($1, $2, $3, $4, $5)`,
    [key.keyId, JSON.stringify(key.publicJwk), key.privateKeySealed, key.signsFrom, key.signsUntil],
  );
}

export function createSigningKeyStore(database: Database): SigningKeyStore {
  return {
    addUnlessPresent: (make) =>
      database.transaction(async (transaction) => {
        await lock(transaction);
        const [latest] = await transaction.query<{ signsUntil: Date | null }>(
          'select max(signs_until) as signs_until from signing_keys where withdrawn_at is null',
        );
        const key = await make(latest?.signsUntil ?? null);
        if (key !== undefined) await insert(transaction, key);
      }),
  };
}

export function listSigningKeys(database: Queryable): Promise<StoredSigningKey[]> {
  return database.query(
    `select key_id, public_jwk, private_key_sealed, signs_from, signs_until, withdrawn_at
    from signing_keys order by signs_from`,
  );
}

export function createWithdrawalStore(transaction: Queryable): WithdrawalStore {
  return {
    async list() {
      await lock(transaction);
      return await listSigningKeys(transaction);
    },
    insert: (key) => insert(transaction, key),
    async markWithdrawn(keyId, { at, actor, successorId }) {
      await transaction.query('update signing_keys set withdrawn_at = $2 where key_id = $1', [
        keyId,
        at,
      ]);
      const tenants = await transaction.query<{ tenantId: string }>(
        'select tenant_id from tenants order by tenant_id',
      );
      await recordActivity(
        transaction,
        tenants.map(({ tenantId }) => ({
          tenantId,
          occurredAt: at.getTime(),
          actor,
          action: 'signing_key.withdrawn',
          subject: { kind: 'signing_key', id: keyId },
          data: { successorId },
        })),
      );
    },
  };
}
