// Finds out at the start whether the encryption key is the one that sealed what the database holds. A key that was
// lost or mistaken would otherwise show only when a secret is needed, after others were sealed with it.
import { DatabaseStartError } from '../postgres/start-error.ts';
import type { Queryable } from '../postgres/database.ts';
import { createEncryption, type Encryption } from './encryption.ts';
import { hasKeyFile, readOrMakeKeyFile } from './key-file.ts';

const purpose = 'encryption_probe';
const clear = 'groupwright';

export interface KeySettings {
  /** 32 bytes each; empty: the key file of the data directory. */
  readonly encryptionKeys: readonly Buffer[];
  readonly dataDir: string;
}

export interface StoredProbe {
  /** Undefined before the first start with a release that keeps one. */
  readonly sealed: string | undefined;
  /** The oldest of the stored secrets; undefined where nothing was sealed yet. */
  readonly sample: string | undefined;
}

/** As in a database that holds nothing sealed. */
export const noProbe: StoredProbe = { sealed: undefined, sample: undefined };

export async function readKeyProbe(database: Queryable): Promise<StoredProbe> {
  const [row] = await database.query<{ sealed: string | null; sample: string | null }>(
    `select (select sealed from encryption_probe) as sealed,
      coalesce(
        (select private_key_sealed from signing_keys order by signs_from limit 1),
        (select directory_secret from tenants where directory_secret is not null limit 1)
      ) as sample`,
  );
  return { sealed: row?.sealed ?? undefined, sample: row?.sample ?? undefined };
}

/**
 * The encryption with the configured keys; makes the key file only for a database without secrets.
 * @throws DatabaseStartError where the keys are others than those of the database
 */
export function openEncryption(
  { encryptionKeys, dataDir }: KeySettings,
  { sealed, sample }: StoredProbe,
  randomBytes: (size: number) => Buffer,
): Encryption {
  const isConfigured = encryptionKeys.length > 0;
  if (!isConfigured && (sealed !== undefined || sample !== undefined) && !hasKeyFile(dataDir)) {
    throw refusal(`There is no encryption key: ${dataDir} holds no encryption.key.`);
  }
  const keys = isConfigured ? encryptionKeys : [readOrMakeKeyFile(dataDir, randomBytes)];
  const encryption = createEncryption(keys, randomBytes);
  if (sealed !== undefined && !opens(encryption, sealed)) {
    throw otherKey({ encryptionKeys, dataDir });
  }
  return encryption;
}

/**
 * Keeps the first key as the one of the database, which has none yet and no secret of another key. Of two starters
 * with keys of their own one is first, and the other is refused.
 */
export async function addKeyProbe(
  database: Queryable,
  { sealed, sample }: StoredProbe,
  keys: KeySettings,
  encryption: Encryption,
): Promise<void> {
  if (sealed !== undefined || (sample !== undefined && encryption.isOutdated(sample))) return;
  await database.query('insert into encryption_probe (sealed) values ($1) on conflict do nothing', [
    encryption.seal(clear, purpose),
  ]);
  const present = await readKeyProbe(database);
  if (present.sealed !== undefined && !opens(encryption, present.sealed)) throw otherKey(keys);
}

/** From now on the first key is the one of the database. */
export async function replaceKeyProbe(database: Queryable, encryption: Encryption): Promise<void> {
  await database.query(
    `insert into encryption_probe (sealed) values ($1)
    on conflict (singleton) do update set sealed = excluded.sealed`,
    [encryption.seal(clear, purpose)],
  );
}

function opens(encryption: Encryption, sealed: string): boolean {
  try {
    return encryption.open(sealed, purpose) === clear;
  } catch {
    return false;
  }
}

function otherKey({ encryptionKeys, dataDir }: KeySettings): DatabaseStartError {
  return refusal(
    encryptionKeys.length > 0
      ? 'GROUPWRIGHT_ENCRYPTION_KEY does not hold the key that sealed the secrets in the database.'
      : `${dataDir}/encryption.key is not the key that sealed the secrets in the database.`,
  );
}

function refusal(finding: string): DatabaseStartError {
  return new DatabaseStartError(
    `${finding} Set GROUPWRIGHT_ENCRYPTION_KEY to the right key, or put the key file back. Where that key is lost, "npm run operator -- reseal --new-key" changes to the present one; then give the secrets of directories, sign-in providers and webhooks again.`,
  );
}
