// Answers that are kept with an Idempotency-Key. They are removed after 30 days: jobs/pruning.postgres.ts.
//
// A secret that is shown once is never stored in clear. The answer is encrypted under a key derived from the caller's
// Idempotency-Key, of which the database has only a hash, and encrypted again under the service's encryption key.
import { hkdfSync } from 'node:crypto';
import { createEncryption, type Encryption } from '../ground/encryption/encryption.ts';
import { DomainError } from '../ground/errors.ts';
import { type KeyId, keyIdOf, keyReused, type RequestKey } from '../ground/idempotency-key.ts';
import type { Database, Queryable } from './database.ts';

/** It serves requests whose effect leaves no record to answer from. */
export interface KeptAnswers {
  /** @throws DomainError `idempotency_key_reused` if the key was used for another request */
  find<T>(this: void, key: RequestKey, requestHash: string): Promise<T | undefined>;
  /** Answers with what is kept then: a concurrent request with the same key may have been first. */
  keep<T extends object>(this: void, key: RequestKey, requestHash: string, answer: T): Promise<T>;
  /**
   * Does the work in the transaction unless the key was used before. A refusal rolls back, so the key stays free.
   * @throws DomainError `idempotency_key_reused` if the key was used for another request
   */
  answerOnce<T extends object>(
    this: void,
    transaction: Queryable,
    key: RequestKey,
    requestHash: string,
    work: () => Promise<T>,
  ): Promise<T>;
}

export function createKeptAnswers(deps: {
  readonly database: Database;
  readonly encryption: Encryption;
  readonly randomBytes: (size: number) => Buffer;
}): KeptAnswers {
  const { database, encryption, randomBytes } = deps;

  function encryptionOf({ text }: RequestKey, purpose: string): Encryption {
    const derived = hkdfSync('sha256', text, '', `kept answer ${purpose}`, 32);
    return createEncryption([Buffer.from(derived)], randomBytes);
  }

  function seal(key: RequestKey, answer: object): string {
    const purpose = keptAnswerPurpose(keyIdOf(key));
    const ofCaller = encryptionOf(key, purpose).encrypt(JSON.stringify(answer), purpose);
    return encryption.encrypt(ofCaller, purpose);
  }

  function open(key: RequestKey, answerSealed: string): unknown {
    const purpose = keptAnswerPurpose(keyIdOf(key));
    const ofCaller = encryption.decrypt(answerSealed, purpose);
    return JSON.parse(encryptionOf(key, purpose).decrypt(ofCaller, purpose));
  }

  async function find<T>(queryable: Queryable, key: RequestKey, requestHash: string) {
    const { tenantId, holderId, keyHash } = keyIdOf(key);
    const [row] = await queryable.query<{ requestHash: string; answerSealed: string | null }>(
      `select request_hash, answer_sealed from idempotency_keys
      where tenant_id = $1 and holder_id = $2 and key_hash = $3`,
      [tenantId, holderId, keyHash],
    );
    if (row === undefined) return undefined;
    if (row.requestHash !== requestHash || row.answerSealed === null) throw keyReused();
    key.onReplay();
    return open(key, row.answerSealed) as T;
  }

  const answerOnce: KeptAnswers['answerOnce'] = async <T extends object>(
    transaction: Queryable,
    key: RequestKey,
    requestHash: string,
    work: () => Promise<T>,
  ) => {
    const { tenantId, holderId, keyHash } = keyIdOf(key);
    // Waits for a concurrent request with the key.
    const claimed = await transaction.query(
      `insert into idempotency_keys (tenant_id, holder_id, key_hash, request_hash, created_at)
      values ($1, $2, $3, $4, now())
      on conflict do nothing
      returning 1 as claimed`,
      [tenantId, holderId, keyHash, requestHash],
    );
    if (claimed.length === 0) {
      const kept = await find<T>(transaction, key, requestHash);
      if (kept === undefined) throw expiredMeanwhile();
      return kept;
    }
    const answer = await work();
    await transaction.query(
      `update idempotency_keys set answer_sealed = $4
      where tenant_id = $1 and holder_id = $2 and key_hash = $3`,
      [tenantId, holderId, keyHash, seal(key, answer)],
    );
    return answer;
  };

  return {
    answerOnce,
    find: (key, requestHash) => find(database, key, requestHash),
    keep: (key, requestHash, answer) =>
      database.transaction((transaction) =>
        answerOnce(transaction, key, requestHash, async () => answer),
      ),
  };
}

export function keptAnswerPurpose({ tenantId, holderId, keyHash }: KeyId): string {
  return `idempotency_keys/${tenantId}/${holderId}/${keyHash}`;
}

function expiredMeanwhile(): DomainError {
  return new DomainError(
    'unavailable',
    'The stored answer for this Idempotency-Key has just expired. Try again.',
    { retryAfterMs: 1000 },
  );
}
