// Encrypts every stored secret again with the present encryption key, so that an older one can be removed. It skips
// secrets that change meanwhile: the writer also encrypts with the present key.
import type { Encryption } from '../ground/encryption/encryption.ts';

export interface StoredSecret {
  /** A description for the operator: never the secret. */
  readonly name: string;
  readonly purpose: string;
  readonly ciphertext: string;
  /** Replaces this encrypted text by another one, if it has not changed. */
  replace(ciphertext: string): Promise<void>;
}

export interface ReencryptionReport {
  /** Number of texts encrypted with the present key now, and number of those that were before. */
  readonly encrypted: number;
  readonly unchanged: number;
  /** Secrets that no key can decrypt. */
  readonly unreadable: readonly string[];
}

export async function reencrypt(
  secrets: AsyncIterable<StoredSecret>,
  encryption: Encryption,
): Promise<ReencryptionReport> {
  let encrypted = 0;
  let unchanged = 0;
  const unreadable: string[] = [];
  for await (const secret of secrets) {
    const clear = decryptOrUndefined(encryption, secret);
    if (clear === undefined) {
      unreadable.push(secret.name);
      continue;
    }
    if (encryption.isOutdated(secret.ciphertext)) {
      await secret.replace(encryption.encrypt(clear, secret.purpose));
    } else unchanged += 1;
    encrypted += 1;
  }
  return { encrypted, unchanged, unreadable };
}

function decryptOrUndefined(
  encryption: Encryption,
  { ciphertext, purpose }: StoredSecret,
): string | undefined {
  try {
    return encryption.decrypt(ciphertext, purpose);
  } catch {
    return undefined;
  }
}
