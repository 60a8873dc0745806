// Encrypts every stored secret again with the present encryption key, so that an older one can be removed. It skips
// secrets that change meanwhile: the writer also encrypts with the present key.
import type { Encryption } from '../encryption/encryption.ts';

export interface StoredSecret {
  /** A description for the operator: never the secret. */
  readonly name: string;
  readonly purpose: string;
  readonly sealed: string;
  /** Replaces this encrypted text by another one, if it has not changed. */
  replace(sealed: string): Promise<void>;
}

export interface ResealReport {
  /** Number of texts encrypted with the present key now, and number of those that were before. */
  readonly sealed: number;
  readonly were: number;
  /** Secrets that no key can decrypt. */
  readonly closed: readonly string[];
}

export async function reseal(
  secrets: AsyncIterable<StoredSecret>,
  encryption: Encryption,
): Promise<ResealReport> {
  let sealed = 0;
  let were = 0;
  const closed: string[] = [];
  for await (const secret of secrets) {
    const clear = openOrUndefined(encryption, secret);
    if (clear === undefined) {
      closed.push(secret.name);
      continue;
    }
    if (encryption.isOutdated(secret.sealed)) {
      await secret.replace(encryption.seal(clear, secret.purpose));
    } else were += 1;
    sealed += 1;
  }
  return { sealed, were, closed };
}

function openOrUndefined(
  encryption: Encryption,
  { sealed, purpose }: StoredSecret,
): string | undefined {
  try {
    return encryption.open(sealed, purpose);
  } catch {
    return undefined;
  }
}
