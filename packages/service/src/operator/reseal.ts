// Seals every stored secret anew with the present encryption key, so that an older one can be taken away. What is
// changed meanwhile is left to who changes it, who seals with the present key, too.
import type { Encryption } from '../encryption/encryption.ts';

export interface StoredSecret {
  /** What it is, for the operator: never the secret. */
  readonly name: string;
  readonly purpose: string;
  readonly sealed: string;
  /** Puts another sealed text in the place of this one, if this one still stands there. */
  replace(sealed: string): Promise<void>;
}

export interface ResealReport {
  /** How many are sealed with the present key now, and how many of them were before. */
  readonly sealed: number;
  readonly were: number;
  /** Those that none of the keys opens. */
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
