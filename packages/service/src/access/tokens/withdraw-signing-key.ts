// Withdraws a signing key, for example because its private half may have leaked: every process refuses the tokens that
// it signed within a second. First, a successor is created that signs at once, so that issuing continues.
import type { Actor } from '../../audit/activity.ts';
import type { StoredSigningKey } from '../../settings/configuration/configuration-copy.ts';
import type { Encryption } from '../../ground/encryption/encryption.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
import { makeSigningKey, signingKeyPurpose } from './signing-keys.ts';

/** Everything in one transaction, during which no other process creates a key. */
export interface WithdrawalStore {
  /** Oldest first. */
  list(): Promise<StoredSigningKey[]>;
  insert(key: StoredSigningKey): Promise<void>;
  /** The activity of every tenant gets an entry, because the tokens of all of them are concerned. */
  markWithdrawn(
    keyId: string,
    entry: { at: Date; actor: Actor; successorId: string },
  ): Promise<void>;
}

/**
 * Returns the id of the successor.
 * @throws DomainError `not_found`, or `in_use` when the key is withdrawn already or the encryption key is another
 */
export async function withdrawSigningKey(
  deps: { store: WithdrawalStore; encryption: Encryption; clock: Clock; newId: () => string },
  keyId: string,
  actor: Actor,
): Promise<string> {
  const { store, encryption, clock, newId } = deps;
  const keys = await store.list();
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) throw new DomainError('not_found', `There is no signing key ${keyId}.`);
  if (key.withdrawnAt !== null) {
    throw new DomainError('in_use', `The signing key ${keyId} is already withdrawn.`);
  }
  // A successor that the service cannot open would leave it without a key.
  if (!keys.some((one) => one.withdrawnAt === null && opens(encryption, one))) {
    throw new DomainError(
      'in_use',
      'The encryption key of this command cannot decrypt the signing keys. Use the encryption key of the service.',
    );
  }
  const now = clock.now();
  const successor = await makeSigningKey({ encryption, newId }, now);
  await store.insert(successor);
  await store.markWithdrawn(keyId, { at: new Date(now), actor, successorId: successor.keyId });
  return successor.keyId;
}

function opens(encryption: Encryption, { keyId, privateKeySealed }: StoredSigningKey): boolean {
  try {
    encryption.decrypt(privateKeySealed, signingKeyPurpose(keyId));
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}
