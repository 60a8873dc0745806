import type { Database } from '../postgres/database.ts';
import type { SigningKeyStore } from './signing-keys.ts';

export function createSigningKeyStore(database: Database): SigningKeyStore {
  return {
    addUnlessPresent: (make) =>
      database.transaction(async (transaction) => {
        await transaction.query(
          "select pg_advisory_xact_lock(hashtext('groupwright signing keys'))",
        );
        const [latest] = await transaction.query<{ signs_until: Date | null }>(
          'select max(signs_until) as signs_until from signing_keys',
        );
        const key = await make(latest?.signs_until ?? undefined);
        if (key === undefined) return;
        await transaction.query(
          `insert into signing_keys (key_id, public_jwk, private_key_sealed, signs_from, signs_until)
           values ($1, $2, $3, $4, $5)`,
          [
            key.keyId,
            JSON.stringify(key.publicJwk),
            key.privateKeySealed,
            key.signsFrom,
            key.signsUntil,
          ],
        );
      }),
  };
}
