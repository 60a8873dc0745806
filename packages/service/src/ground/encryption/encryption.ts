// Secrets at rest: AES-256-GCM under a key that is kept outside the database. An encrypted text names its
// key, so that keys can be rotated: the first key encrypts, every key decrypts.
import { createCipheriv, createDecipheriv, createHash, createHmac } from 'node:crypto';

import { DomainError } from '../errors.ts';

/** The full length: Node accepts a shorter tag by default, which can be guessed. */
const tagBytes = 16;

export interface Encryption {
  /** @param purpose binds the encrypted text to its place (tenant and column); opening needs the same */
  encrypt(clear: string, purpose: string): string;
  /** @throws DomainError `unavailable` if the key is missing or the text was tampered with */
  decrypt(ciphertext: string, purpose: string): string;
  /** A key of 32 bytes for the purpose, always the same under the same encryption key. */
  derive(purpose: string): Buffer;
  /** True if the key that encrypted the text is available, by the name of the key in it. */
  hasKeyOf(this: void, ciphertext: string): boolean;
  /** True when the text was encrypted by another key than the present one. */
  isOutdated(ciphertext: string): boolean;
}

/**
 * @param keys 32 bytes each; the first encrypts
 * @param randomBytes a CSPRNG
 */
export function createEncryption(
  keys: readonly Buffer[],
  randomBytes: (size: number) => Buffer,
): Encryption {
  const [present] = keys;
  if (present === undefined || keys.some((key) => key.length !== 32)) {
    throw new TypeError('Encryption needs at least one key of 32 bytes.');
  }
  const byName = new Map(keys.map((key) => [nameOf(key), key]));
  const presentName = nameOf(present);

  return {
    encrypt(clear, purpose) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', present, nonce).setAAD(Buffer.from(purpose));
      const body = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()]);
      const ciphertext = Buffer.concat([nonce, cipher.getAuthTag(), body]);
      return `v1.${presentName}.${ciphertext.toString('base64url')}`;
    },
    decrypt(ciphertext, purpose) {
      const [version, name, body] = ciphertext.split('.');
      const key = byName.get(name ?? '');
      if (version !== 'v1' || body === undefined || key === undefined) {
        throw new DomainError(
          'unavailable',
          'A stored secret was encrypted with a key that this process does not have.',
        );
      }
      const bytes = Buffer.from(body, 'base64url');
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), {
          authTagLength: tagBytes,
        })
          .setAAD(Buffer.from(purpose))
          .setAuthTag(bytes.subarray(12, 12 + tagBytes));
        return (
          decipher.update(bytes.subarray(12 + tagBytes), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch (cause) {
        throw new DomainError(
          'unavailable',
          'A stored secret cannot be decrypted: it was modified.',
          {
            cause,
          },
        );
      }
    },
    derive: (purpose) =>
      createHmac('sha256', present).update(`groupwright derived key\n${purpose}`).digest(),
    hasKeyOf: (ciphertext) => byName.has(ciphertext.split('.')[1] ?? ''),
    isOutdated: (ciphertext) => ciphertext.split('.')[1] !== presentName,
  };
}

/** A short public name of a key: it distinguishes keys and reveals nothing about them. */
function nameOf(key: Buffer): string {
  return createHash('sha256')
    .update('groupwright key name')
    .update(key)
    .digest('base64url')
    .slice(0, 8);
}
