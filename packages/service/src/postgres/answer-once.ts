// Answers that are kept with an Idempotency-Key: a repeated request does nothing and gets the answer of the first one.
import { hash } from 'node:crypto';
import { keyReused } from '../ground/errors.ts';
import type { Queryable } from './database.ts';

/** A key of an API key or an administrator, and the group that the request is about. */
export interface RequestKey {
  readonly tenantId: string;
  readonly holderId: string;
  readonly key: string;
  readonly teamId: string;
}

/**
 * Does the work in the transaction unless the key was used before. A refusal rolls back, so the key stays free.
 * @param request.content everything that makes it this request and no other
 * @throws DomainError `idempotency_key_reused` if the key was used for another request
 */
export async function answerOnce<T extends object>(
  transaction: Queryable,
  { tenantId, holderId, key, teamId }: RequestKey,
  {
    content,
    at,
    work,
  }: {
    readonly content: readonly unknown[];
    readonly at: Date;
    readonly work: () => Promise<T>;
  },
): Promise<T> {
  const requestHash = hash('sha256', JSON.stringify(content), 'base64url');
  const id = [tenantId, holderId, key];
  // Waits for a concurrent request with the key.
  const claimed = await transaction.query(
    `insert into idempotency_keys (tenant_id, api_key_id, idempotency_key, request_hash, team_id, created_at)
    values ($1, $2, $3, $4, $5, $6)
    on conflict do nothing
    returning 1 as claimed`,
    [...id, requestHash, teamId, at],
  );
  if (claimed.length === 0) {
    const [known] = await transaction.query<{ requestHash: string; answer: T | null }>(
      `select request_hash, answer from idempotency_keys
      where tenant_id = $1 and api_key_id = $2 and idempotency_key = $3`,
      id,
    );
    if (known?.requestHash !== requestHash || known.answer === null) throw keyReused();
    return known.answer;
  }
  const answer = await work();
  await transaction.query(
    `update idempotency_keys set answer = $4
    where tenant_id = $1 and api_key_id = $2 and idempotency_key = $3`,
    [...id, JSON.stringify(answer)],
  );
  return answer;
}
