// Makes a creation through the admin API happen once for each Idempotency-Key: the answer is kept in the
// transaction of the creation, and a repeated request gets that answer, with the secret it may have lost.
//
// A secret that is shown once is never stored in clear. The answer is encrypted under a key derived from the caller's
// Idempotency-Key, of which the database has only a hash, and encrypted again under the service's encryption key.
import { hash, hkdfSync } from 'node:crypto';
import { createEncryption, type Encryption } from '../../ground/encryption/encryption.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';

export interface ResponseId {
  readonly tenantId: string;
  /** The id of the administrator or the API key that sent the request. */
  readonly holderId: string;
  readonly keyHash: string;
}

export interface KeptResponseStore {
  /** False if the key was used before. Waits for a concurrent request with the same key. */
  claim(id: ResponseId, requestHash: string, at: Date): Promise<boolean>;
  find(
    id: ResponseId,
  ): Promise<{ readonly requestHash: string; readonly answerSealed: string } | undefined>;
  keep(id: ResponseId, answerSealed: string): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: string;
}

export interface RepeatableRequest {
  readonly tenantId: string;
  readonly holderId: string;
  readonly idempotencyKey: string;
  /** Everything that makes it this request and no other. */
  readonly content: string;
}

/** Does the work unless it was done, and answers with the answer of the first time. */
export type RespondOnce = (
  request: RepeatableRequest,
  work: () => Promise<Answer>,
) => Promise<Answer>;

export function createRespondOnce(deps: {
  store: KeptResponseStore;
  /** Commits what the work and the store write in one transaction. */
  together: <T>(work: () => Promise<T>) => Promise<T>;
  encryption: Encryption;
  randomBytes: (size: number) => Buffer;
  clock: Clock;
}): RespondOnce {
  const { store, together, encryption, randomBytes, clock } = deps;

  return (request, work) => {
    const { tenantId, holderId, idempotencyKey, content } = request;
    const id = { tenantId, holderId, keyHash: hash('sha256', idempotencyKey, 'base64url') };
    const requestHash = hash('sha256', content, 'base64url');
    const purpose = keptResponsePurpose(id);
    const ofCaller = () => {
      const key = hkdfSync('sha256', idempotencyKey, '', `kept answer ${purpose}`, 32);
      return createEncryption([Buffer.from(key)], randomBytes);
    };
    return together(async () => {
      if (await store.claim(id, requestHash, new Date(clock.now()))) {
        const answer = await work();
        const ciphertext = ofCaller().encrypt(JSON.stringify(answer), purpose);
        await store.keep(id, encryption.encrypt(ciphertext, purpose));
        return answer;
      }
      const kept = await store.find(id);
      if (kept === undefined) throw expiredMeanwhile();
      if (kept.requestHash !== requestHash) throw reused();
      const ciphertext = encryption.decrypt(kept.answerSealed, purpose);
      return JSON.parse(ofCaller().decrypt(ciphertext, purpose)) as Answer;
    });
  };
}

export function keptResponsePurpose({ tenantId, holderId, keyHash }: ResponseId): string {
  return `admin_kept_answers/${tenantId}/${holderId}/${keyHash}`;
}

function reused(): DomainError {
  return new DomainError(
    'idempotency_key_reused',
    'An earlier request with this Idempotency-Key and other content succeeded. Check what it created, then use a new key for a new request.',
  );
}

function expiredMeanwhile(): DomainError {
  return new DomainError(
    'unavailable',
    'The stored answer for this Idempotency-Key has just expired. Try again.',
    { retryAfterMs: 1000 },
  );
}
