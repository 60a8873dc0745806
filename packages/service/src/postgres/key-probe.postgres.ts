// Finds out at the start whether the encryption key is the one that encrypted what the database holds. A key that was
// lost or mistaken would otherwise show only when a secret is needed, after others were encrypted with it.
import { StartError } from '../ground/start-error.ts';
import type { Queryable } from './database.ts';
import { createEncryption, type Encryption } from '../ground/encryption/encryption.ts';
import { hasKeyFile, readOrMakeKeyFile } from '../ground/encryption/key-file.ts';

const purpose = 'encryption_probe';
const clear = 'groupwright';

export interface KeySettings {
  /** 32 bytes each; empty: the key file of the data directory. */
  readonly encryptionKeys: readonly Buffer[];
  readonly dataDir: string;
}

export interface StoredProbe {
  /** Undefined before the first start. */
  readonly ciphertext: string | undefined;
}

/** A database that holds nothing encrypted has none. */
export const noProbe: StoredProbe = { ciphertext: undefined };

export async function readKeyProbe(database: Queryable): Promise<StoredProbe> {
  const [probe] = await database.query<{ ciphertext: string }>(
    'select sealed as ciphertext from encryption_probe',
  );
  return { ciphertext: probe?.ciphertext };
}

/**
 * The encryption with the configured keys; makes the key file only for a database without secrets.
 * @throws StartError where the keys are others than those of the database
 */
export function openEncryption(
  { encryptionKeys, dataDir }: KeySettings,
  { ciphertext }: StoredProbe,
  randomBytes: (size: number) => Buffer,
): Encryption {
  const isConfigured = encryptionKeys.length > 0;
  if (!isConfigured && ciphertext !== undefined && !hasKeyFile(dataDir)) {
    throw refusal(`There is no encryption key: ${dataDir} does not contain encryption.key.`);
  }
  const keys = isConfigured ? encryptionKeys : [readOrMakeKeyFile(dataDir, randomBytes)];
  const encryption = createEncryption(keys, randomBytes);
  if (ciphertext !== undefined && !decrypts(encryption, ciphertext)) {
    throw otherKey({ encryptionKeys, dataDir });
  }
  return encryption;
}

/**
 * Stores the first key as the one of the database if it has none yet.
 * If two processes start with different keys, one is first, and the other is refused.
 */
export async function addKeyProbe(
  database: Queryable,
  { ciphertext }: StoredProbe,
  keys: KeySettings,
  encryption: Encryption,
): Promise<void> {
  if (ciphertext !== undefined) return;
  await database.query('insert into encryption_probe (sealed) values ($1) on conflict do nothing', [
    encryption.encrypt(clear, purpose),
  ]);
  const present = await readKeyProbe(database);
  if (present.ciphertext !== undefined && !decrypts(encryption, present.ciphertext))
    throw otherKey(keys);
}

/** From now on, the first key is the one of the database. */
export async function replaceKeyProbe(database: Queryable, encryption: Encryption): Promise<void> {
  await database.query(
    `insert into encryption_probe (sealed) values ($1)
    on conflict (singleton) do update set sealed = excluded.sealed`,
    [encryption.encrypt(clear, purpose)],
  );
}

function decrypts(encryption: Encryption, ciphertext: string): boolean {
  try {
    return encryption.decrypt(ciphertext, purpose) === clear;
  } catch {
    return false;
  }
}

function otherKey({ encryptionKeys, dataDir }: KeySettings): StartError {
  return refusal(
    encryptionKeys.length > 0
      ? 'GROUPWRIGHT_ENCRYPTION_KEY does not contain the key that encrypted the secrets in the database.'
      : `${dataDir}/encryption.key is not the key that encrypted the secrets in the database.`,
  );
}

function refusal(finding: string): StartError {
  return new StartError(
    `${finding} Set GROUPWRIGHT_ENCRYPTION_KEY to the right key, or restore the key file. If that key is lost, run the operator command "reencrypt --new-key" to switch to the current one; then enter the secrets of directories, sign-in providers and webhooks again.`,
  );
}
