// The keys that sign a tenant's markers. They are kept encrypted in the database, so every process shares them, a
// rotation of the encryption key does not change them, and a restored backup brings them along. The first key is
// derived from the encryption key: a database restored from before it was stored gets the same one again.
import type { Encryption } from '../ground/encryption/encryption.ts';
import { DomainError } from '../ground/errors.ts';

export interface StoredMarkingKey {
  readonly keyId: string;
  readonly keySealed: string;
}

export interface MarkingKeyStore {
  /** Oldest first. */
  list(tenantId: string): Promise<readonly StoredMarkingKey[]>;
  add(tenantId: string, key: StoredMarkingKey): Promise<void>;
}

/** The first key signs; each of them verifies. */
export type ReadMarkingKeys = (tenantId: string) => Promise<readonly [Buffer, ...Buffer[]]>;

/** Binds the encrypted key to its place. */
export const markingKeyPurpose = (tenantId: string, keyId: string) =>
  `tenants/${tenantId}/marking_keys/${keyId}`;

export function createMarkingKeys(deps: {
  store: MarkingKeyStore;
  encryption: Encryption;
  newId: () => string;
}): ReadMarkingKeys {
  const { store, encryption, newId } = deps;

  async function openable(tenantId: string): Promise<readonly Buffer[]> {
    const keys: Buffer[] = [];
    for (const { keyId, keySealed } of await store.list(tenantId)) {
      try {
        const clear = encryption.decrypt(keySealed, markingKeyPurpose(tenantId, keyId));
        keys.push(Buffer.from(clear, 'base64'));
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
      }
    }
    return keys;
  }

  return async function read(tenantId) {
    for (;;) {
      const [first, ...others] = await openable(tenantId);
      if (first !== undefined) return [first, ...others];
      // None yet, or the encryption key is lost. Two processes that add one at once add the same key.
      const keyId = newId();
      const key = encryption.derive(`marking key of ${tenantId}`).toString('base64');
      const keySealed = encryption.encrypt(key, markingKeyPurpose(tenantId, keyId));
      await store.add(tenantId, { keyId, keySealed });
    }
  };
}
