// Secrets of API keys: `gwk_`, 256 random bits in base62, and a checksum of all that in base62 (CRC-32, 6 digits), so
// that a scanner finds a leaked one and distinguishes it from a lookalike. Only a hash is stored. A fast hash is
// enough, because 256 bits cannot be guessed.
import { hash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ApiKey, ApiKeySecret } from './api-key.ts';

const prefix = 'gwk_';
const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomDigits = 43;
const checksumDigits = 6;

const expression = new RegExp(`^${prefix}[0-9A-Za-z]{${randomDigits + checksumDigits}}$`);

/** @param randomBytes a CSPRNG */
export function generateSecret(randomBytes: (size: number) => Uint8Array): string {
  const number = BigInt(`0x${Buffer.from(randomBytes(32)).toString('hex')}`);
  const body = prefix + base62(number, randomDigits);
  return body + checksum(body);
}

/** Whether it could be a secret of ours: prefix, alphabet, length and checksum. Says nothing about any key. */
export function isWellFormed(secret: string): boolean {
  return expression.test(secret) && secret.endsWith(checksum(secret.slice(0, -checksumDigits)));
}

/** SHA-256 in base64url. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url');
}

/** Two while rotating. */
const comparisons = 2;
/** No secret is known that has this hash. */
const nobodysHash = Buffer.from(Buffer.alloc(32).toString('base64url'));
/** It takes the place of a secret that a key does not have. */
const nobodysSecret = { hash: '' };
/** The texts of hashes of secrets in use, as bytes. */
const storedHashes = new WeakMap<object, Buffer>();

/** It is that of nobody where the stored one is not a hash. */
function hashOf(stored: Pick<ApiKeySecret, 'hash'> = nobodysSecret): Buffer {
  let bytes = storedHashes.get(stored);
  if (bytes === undefined) {
    bytes = Buffer.from(stored.hash);
    if (bytes.length !== nobodysHash.length) bytes = nobodysHash;
    storedHashes.set(stored, bytes);
  }
  return bytes;
}

/** The hash of the secret that is looked for. A new buffer would take as long as the hash itself. */
const given = Buffer.alloc(nobodysHash.length);

/**
 * Which of the key's secrets it is. Costs the same for a key with one, two or no secrets, and for no key at all, and does
 * not depend on how much of a hash is right.
 */
export function findSecret(
  key: Pick<ApiKey, 'secrets'> | undefined,
  secret: string,
): ApiKeySecret | undefined {
  given.write(hashSecret(secret), 'latin1');
  let found: ApiKeySecret | undefined;
  for (let index = 0; index < comparisons; index += 1) {
    const stored = key?.secrets[index];
    if (timingSafeEqual(hashOf(stored), given)) found = stored;
  }
  return found;
}

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), checksumDigits);
}

function base62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest /= 62n) {
    text = (digits[Number(rest % 62n)] ?? '') + text;
  }
  return text;
}
