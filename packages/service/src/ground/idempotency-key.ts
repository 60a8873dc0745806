// Idempotency-Keys: a request that is repeated with its key has one effect, and gets the answer to the first. One table keeps
// the keys of all routes, each for 30 days and by its hash.
import { hash } from 'node:crypto';
import { canonicalJson } from './canonical-json.ts';
import { DomainError } from './errors.ts';

/** The Idempotency-Key of a request. The same text of another holder is another key. */
export interface RequestKey {
  readonly tenantId: string;
  /** The id of the API key or the administrator. */
  readonly holderId: string;
  readonly text: string;
  /** Called where the request gets the answer to an earlier one. */
  readonly onReplay: (this: void) => void;
}

/** The key as it is stored. */
export interface KeyId {
  readonly tenantId: string;
  readonly holderId: string;
  readonly keyHash: string;
}

export function keyIdOf({ tenantId, holderId, text }: RequestKey): KeyId {
  return { tenantId, holderId, keyHash: hash('sha256', text, 'base64url') };
}

/** No caller can send this character in a header, so derived keys and keys of callers are never the same. */
const separator = '\u001F';

/** The key of one of the things that a request with a key asks for. */
export function partOfKey(
  key: RequestKey | undefined,
  ...part: readonly (string | number)[]
): RequestKey | undefined {
  return key && { ...key, text: [...part, key.text].join(separator), onReplay() {} };
}

/**
 * The hash of all that makes a request this one and no other. Neither white space nor the order of members matters, and
 * an absent member is the same as an undefined one.
 */
export function requestHashOf(...content: readonly unknown[]): string {
  return hash('sha256', canonicalJson(content), 'base64url');
}

/** @param isInVain the other request asked for a group that was not created, so that this one may be its correction */
export function keyReused(isInVain = false): DomainError {
  const remedy = isInVain
    ? 'The group of that request was not created. Send a corrected request with a new key, or with PUT /teams/external/{source}/{externalId}, which needs none.'
    : 'Use a new key for a new request.';
  return new DomainError(
    'idempotency_key_reused',
    `This Idempotency-Key was already used for another request. ${remedy}`,
  );
}
