// The Idempotency-Keys of renewals: a repeated request counts once and gets the answer of the first one.
import { hash } from 'node:crypto';
import { keyReused } from '../operations/accept-operation.ts';
import type { Queryable } from '../postgres/database.ts';

export interface RenewalKey {
  readonly apiKeyId: string;
  readonly key: string;
}

interface KeyedRenewal {
  readonly tenantId: string;
  readonly teamId: string;
  readonly until?: Date | undefined;
  readonly reason: string | null;
}

/**
 * Renews in the transaction unless the key was used before. A refusal rolls back, so the key stays free.
 * @throws DomainError `idempotency_key_reused` if the key was used for another request
 */
export async function renewOnce(
  transaction: Queryable,
  { apiKeyId, key }: RenewalKey,
  renewal: KeyedRenewal,
  { at, renew }: { readonly at: Date; readonly renew: () => Promise<Date> },
): Promise<Date> {
  const { tenantId, teamId } = renewal;
  const requestHash = hashOf(renewal);
  const id = [tenantId, apiKeyId, key];
  // Waits for a concurrent request with the key.
  const claimed = await transaction.query(
    `insert into idempotency_keys (tenant_id, api_key_id, idempotency_key, request_hash, team_id, created_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict do nothing
    returning 1 as claimed`,
    [...id, requestHash, teamId, at],
  );
  if (claimed.length === 0) {
    const [known] = await transaction.query<{ requestHash: string; expiresAt: Date | null }>(
      `select request_hash, (answer ->> 'expiresAt')::timestamptz as expires_at from idempotency_keys
      where tenant_id = $1 and api_key_id = $2 and idempotency_key = $3`,
      id,
    );
    if (known?.requestHash !== requestHash || known.expiresAt === null) throw keyReused();
    return known.expiresAt;
  }
  const expiresAt = await renew();
  await transaction.query(
    `update idempotency_keys set answer = jsonb_build_object('expiresAt', $4::text)
    where tenant_id = $1 and api_key_id = $2 and idempotency_key = $3`,
    [...id, expiresAt.toISOString()],
  );
  return expiresAt;
}

function hashOf({ teamId, until, reason }: KeyedRenewal): string {
  const content = ['renewal', teamId, until?.toISOString() ?? null, reason];
  return hash('sha256', JSON.stringify(content), 'base64url');
}
