// Verifies that a webhook comes from the service and is recent, by the Standard Webhooks scheme:
// HMAC-SHA256 (v1, secrets that begin with whsec_) and Ed25519 (v1a, public keys that begin with whpk_).
import { WebhookVerificationError } from './errors.ts';
import { requireNumber } from './numbers.ts';
import { refuseUnknown } from './options.ts';
import type { GroupwrightEvent } from './types.ts';

interface HeaderReader {
  get(name: string): string | null;
}

export interface VerifyWebhookOptions {
  /** The body exactly as it arrived, before anything parsed it. */
  readonly body: string | Uint8Array;
  /** They are as the request has them: `Headers` or anything with its `get`, or Node's object of headers. */
  readonly headers: HeaderReader | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** One secret or public key, or several while they are being rotated: any of them may have signed. */
  readonly secrets: string | readonly string[];
  /** Maximum difference between the sender's clock and ours, in either direction; 300 by default. */
  readonly toleranceSeconds?: number;
  /** Milliseconds since the Unix epoch; the present unless a test says otherwise. */
  readonly now?: number;
}

const known = ['body', 'headers', 'secrets', 'toleranceSeconds', 'now'];
const defaultToleranceSeconds = 5 * 60;

/**
 * Gives the event that the body carries. The same event may come more than once: tell it by its `id`.
 *
 * @throws WebhookVerificationError when it is not to be trusted: answer 401 and forget it
 * @throws TypeError when an option cannot be used: a body that is neither text nor bytes, as after a framework has
 *   parsed it; no secret, as from an environment variable that is not set; a tolerance that is no number
 */
export async function verifyWebhook(options: VerifyWebhookOptions): Promise<GroupwrightEvent> {
  const { body, headers, secrets, now = Date.now(), toleranceSeconds, ...unknown } = options;
  refuseUnknown(unknown, known);
  checkBody(body);
  checkHeaders(headers);
  const given = listOf(secrets);
  requireNumber('toleranceSeconds', toleranceSeconds);
  requireNumber('now', now);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature');
  checkAge(timestamp, now, toleranceSeconds);

  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body;
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  const keys = given.map(parseKey);
  if (keys.length === 0)
    throw new WebhookVerificationError('No secret was given for the verification.');
  if (!(await isSignedByAny(signed, signatures, keys))) {
    throw new WebhookVerificationError('No signature of the webhook matches a secret.');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as GroupwrightEvent;
  } catch (cause) {
    throw new WebhookVerificationError('The body of the webhook is not JSON.', { cause });
  }
}

/** Callers in plain JavaScript have no compiler to stop them. */
function checkBody(body: unknown): void {
  if (typeof body === 'string' || body instanceof Uint8Array) return;
  throw new TypeError(
    "verifyWebhook requires the unmodified body, as a string or a Uint8Array, because the signature covers its bytes. Read it before a framework parses it, for example with express.raw({ type: '*/*' }).",
  );
}

function checkHeaders(headers: unknown): void {
  if (typeof headers === 'object' && headers !== null) return;
  throw new TypeError('verifyWebhook requires the headers of the request.');
}

/** @throws TypeError unless it is text, or a list of texts */
function listOf(secrets: unknown): readonly string[] {
  const list: unknown = typeof secrets === 'string' ? [secrets] : secrets;
  if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return list;
  throw new TypeError(
    'verifyWebhook requires secrets: one text that begins with whsec_ or whpk_, or a list of them. Is the environment variable that holds the secret set?',
  );
}

function headerOf(headers: VerifyWebhookOptions['headers'], name: string): string {
  // Not `instanceof Headers`: frameworks have their own Headers.
  const value =
    typeof headers.get === 'function'
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = typeof value === 'string' ? value : value?.[0];
  if (text === undefined || text === '') {
    throw new WebhookVerificationError(`The webhook has no ${name} header.`);
  }
  return text;
}

function checkAge(
  timestamp: string,
  now: number,
  toleranceSeconds = defaultToleranceSeconds,
): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new WebhookVerificationError('The webhook-timestamp header is not a number of seconds.');
  }
  const ageSeconds = Math.floor(now / 1000) - Number(timestamp);
  if (ageSeconds > toleranceSeconds) {
    throw new WebhookVerificationError(
      `The webhook is too old (${ageSeconds} seconds): it may have been replayed, or the clock of this machine is ahead.`,
    );
  }
  if (ageSeconds < -toleranceSeconds) {
    throw new WebhookVerificationError(
      `The webhook-timestamp header is ${-ageSeconds} seconds in the future; the clock of this machine may be behind.`,
    );
  }
}

type Bytes = Uint8Array<ArrayBuffer>;

interface Key {
  readonly version: 'v1' | 'v1a';
  readonly bytes: Bytes;
}

const prefixes = { whsec_: 'v1', whpk_: 'v1a' } as const;

function parseKey(secret: string): Key {
  const entry = Object.entries(prefixes).find(([prefix]) => secret.startsWith(prefix));
  if (entry === undefined) {
    throw new WebhookVerificationError(
      'A webhook secret begins with whsec_, a public key with whpk_.',
    );
  }
  const [prefix, version] = entry;
  const bytes = fromBase64(secret.slice(prefix.length));
  if (bytes === undefined || bytes.length === 0 || (version === 'v1a' && bytes.length !== 32)) {
    throw new WebhookVerificationError(
      'The webhook secret is not valid base64 of the right length.',
    );
  }
  return { version, bytes };
}

const maxSignatures = 20;

/** The verification of Web Crypto compares in constant time. */
async function isSignedByAny(
  signed: Bytes,
  header: string,
  keys: readonly Key[],
): Promise<boolean> {
  for (const entry of header.split(' ').slice(0, maxSignatures)) {
    const comma = entry.indexOf(',');
    const version = entry.slice(0, comma);
    const signature = fromBase64(entry.slice(comma + 1));
    if (comma === -1 || signature === undefined) continue;
    for (const key of keys) {
      if (key.version === version && (await isSignedBy(signed, signature, key))) return true;
    }
  }
  return false;
}

async function isSignedBy(signed: Bytes, signature: Bytes, key: Key): Promise<boolean> {
  const { subtle } = globalThis.crypto;
  const algorithm = key.version === 'v1' ? { name: 'HMAC', hash: 'SHA-256' } : { name: 'Ed25519' };
  const imported = await subtle.importKey('raw', key.bytes, algorithm, false, ['verify']);
  return subtle.verify(algorithm.name, imported, signature, signed);
}

function fromBase64(text: string): Bytes | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function concatenate(one: Uint8Array, other: Uint8Array): Bytes {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
