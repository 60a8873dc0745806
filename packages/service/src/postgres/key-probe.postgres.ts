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
  /** Undefined before the first start with a release that keeps one. */
  readonly ciphertext: string | undefined;
  /** Without a probe: one stored secret for each key that encrypted any, the oldest first. */
  readonly samples: readonly string[];
}

/** As in a database that holds nothing encrypted. */
export const noProbe: StoredProbe = { ciphertext: undefined, samples: [] };

export async function readKeyProbe(database: Queryable): Promise<StoredProbe> {
  const [probe] = await database.query<{ ciphertext: string }>(
    'select sealed as ciphertext from encryption_probe',
  );
  if (probe !== undefined) return { ciphertext: probe.ciphertext, samples: [] };
  const samples = await database.query<{ ciphertext: string }>(
    // The second part of an encrypted text names its key.
    `with stored (ciphertext, place, since) as (
      select private_key_sealed, 1, signs_from from signing_keys
      union all select directory_secret, 2, null from tenants where directory_secret is not null
      union all select client_secret_sealed, 3, null from admin_sign_in_providers
        where client_secret_sealed is not null
      union all select key ->> 'secretSealed', 4, e.created_at
        from webhook_endpoints e, jsonb_array_elements(e.signing_keys) key
      union all select key_sealed, 5, created_at from marking_keys
    ), by_key as (
      select distinct on (split_part(ciphertext, '.', 2)) * from stored
      order by split_part(ciphertext, '.', 2), place, since
    )
    select ciphertext from by_key order by place, since`,
  );
  return { ciphertext: undefined, samples: samples.map(({ ciphertext }) => ciphertext) };
}

/**
 * The encryption with the configured keys; makes the key file only for a database without secrets.
 * @throws StartError where the keys are others than those of the database
 */
export function openEncryption(
  { encryptionKeys, dataDir }: KeySettings,
  { ciphertext, samples }: StoredProbe,
  randomBytes: (size: number) => Buffer,
): Encryption {
  const isConfigured = encryptionKeys.length > 0;
  if (!isConfigured && (ciphertext !== undefined || samples.length > 0) && !hasKeyFile(dataDir)) {
    throw refusal(`There is no encryption key: ${dataDir} does not contain encryption.key.`);
  }
  const keys = isConfigured ? encryptionKeys : [readOrMakeKeyFile(dataDir, randomBytes)];
  const encryption = createEncryption(keys, randomBytes);
  const isOfDatabase =
    ciphertext === undefined
      ? samples.length === 0 || samples.some(encryption.hasKeyOf)
      : decrypts(encryption, ciphertext);
  if (!isOfDatabase) {
    throw otherKey({ encryptionKeys, dataDir });
  }
  return encryption;
}

/**
 * Stores the first key as the one of the database if it has none yet and its oldest secret does not have another key.
 * If two processes start with different keys, one is first, and the other is refused.
 */
export async function addKeyProbe(
  database: Queryable,
  { ciphertext, samples: [oldest] }: StoredProbe,
  keys: KeySettings,
  encryption: Encryption,
): Promise<void> {
  if (ciphertext !== undefined || (oldest !== undefined && encryption.isOutdated(oldest))) return;
  await database.query('insert into encryption_probe (sealed) values ($1) on conflict do nothing', [
    encryption.encrypt(clear, purpose),
  ]);
  const present = await readKeyProbe(database);
  if (present.ciphertext !== undefined && !decrypts(encryption, present.ciphertext))
    throw otherKey(keys);
}

/** From now on the first key is the one of the database. */
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
    `${finding} Set GROUPWRIGHT_ENCRYPTION_KEY to the right key, or restore the key file. If that key is lost, run "npm run operator -- reencrypt --new-key" to switch to the current one; then enter the secrets of directories, sign-in providers and webhooks again.`,
  );
}
