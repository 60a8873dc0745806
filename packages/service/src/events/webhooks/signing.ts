// Signs messages by Standard Webhooks (https://www.standardwebhooks.com, version 1): symmetric v1 (HMAC-SHA-256)
// and asymmetric v1a (Ed25519). While keys are rotated a message carries a signature of each.
import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  sign as signWithKey,
  type KeyObject,
} from 'node:crypto';

export type SigningKind = 'hmac' | 'ed25519';

/** A key in the open. `whsec_…` is shared with the receiver; of `whsk_…` the receiver gets the public half. */
export type SigningSecret = `whsec_${string}` | `whsk_${string}`;

const secretBytes = 32;
/** The standard's requirements for a shared secret. */
const sharedSecretBytes = { least: 24, most: 64 };
/** The bytes before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410 section 7). */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex');

export function kindOf(secret: SigningSecret): SigningKind {
  return secret.startsWith('whsec_') ? 'hmac' : 'ed25519';
}

/** Whether a text is a signing key in clear. */
export function isSigningSecret(text: string): text is SigningSecret {
  const [, prefix, base64 = ''] = /^(whsec|whsk)_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  // Node passes over what is not base64 to the letter.
  if (prefix === undefined || bytes.toString('base64') !== base64) return false;
  if (prefix === 'whsk') return bytes.length === secretBytes;
  return bytes.length >= sharedSecretBytes.least && bytes.length <= sharedSecretBytes.most;
}

/** @param randomBytes a CSPRNG */
export function generateSigningSecret(
  kind: SigningKind,
  randomBytes: (size: number) => Uint8Array,
): SigningSecret {
  const text = Buffer.from(randomBytes(secretBytes)).toString('base64');
  return kind === 'hmac' ? `whsec_${text}` : `whsk_${text}`;
}

/** The receiver's half of a key: `whpk_…` for Ed25519; the same secret for HMAC. */
export function verificationKey(secret: SigningSecret): string {
  if (secret.startsWith('whsec_')) return secret;
  const { x } = createPublicKey(privateKeyOf(secret)).export({ format: 'jwk' });
  return `whpk_${Buffer.from(x ?? '', 'base64url').toString('base64')}`;
}

export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

/** Signs with one key what comes before the body, and the body: the signature with its version, such as `v1,…`. */
export type Signer = (before: string, body: Uint8Array) => string;

/** Reads the key once, for any number of messages. */
export function createSigner(secret: SigningSecret): Signer {
  if (secret.startsWith('whsec_')) {
    const shared = createSecretKey(bytesOf(secret));
    return (before, body) =>
      `v1,${createHmac('sha256', shared).update(before).update(body).digest('base64')}`;
  }
  const privateKey = privateKeyOf(secret);
  return (before, body) => {
    const content = Buffer.concat([Buffer.from(before), body]);
    return `v1a,${signWithKey(null, content, privateKey).toString('base64')}`;
  };
}

/**
 * @param signers one signature each; receivers take any that they know
 * @param now milliseconds since the Unix epoch
 */
export function signMessage(
  signers: readonly Signer[],
  message: { readonly id: string; readonly body: Uint8Array },
  now: number,
): SignedHeaders {
  const timestamp = String(Math.floor(now / 1000));
  const before = `${message.id}.${timestamp}.`;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signers.map((sign) => sign(before, message.body)).join(' '),
  };
}

function privateKeyOf(secret: SigningSecret): KeyObject {
  const key = Buffer.concat([pkcs8Prefix, bytesOf(secret)]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function bytesOf(secret: SigningSecret): Buffer {
  return Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64');
}
