// JSON Web Tokens in compact serialisation (RFC 7515 section 7.1), as text: no signature is checked here.

/** It has an ES256 signature of 64 bytes. */
const compactForm = /^[\w-]+\.[\w-]+\.[\w-]{86}$/;

type Part = Readonly<Record<string, unknown>>;

/** Decoders take padding and spare bits; each segment here has to encode back to itself. */
export function hasOneSpelling(token: string): boolean {
  return (
    compactForm.test(token) &&
    token.split('.').every((part) => Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}

export function splitToken(token: string): { signed: string; signature: string } {
  const cut = token.lastIndexOf('.');
  return { signed: token.slice(0, Math.max(0, cut)), signature: token.slice(cut + 1) };
}

export function encodePart(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

/** The header and the claims; either is undefined if it is not an object in JSON. */
export function decodeParts(token: string): readonly (Part | undefined)[] {
  return token.split('.', 2).map(decodePart);
}

function decodePart(part: string): Part | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Part) : undefined;
  } catch {
    return undefined;
  }
}

// Anybody can turn an ECDSA signature (r, s) into (r, n - s), which is valid for the same content. Only the
// one with the lower s is used. docs/decisions/0026-access-tokens.md

/** The order of the curve P-256: FIPS 186-5, SP 800-186 section 3.2.1.3. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const half = order >> 1n;
/** Bytes of r and of s: RFC 7518 section 3.4. */
const bytes = 32;

const sOf = (signature: Buffer): bigint => BigInt(`0x${signature.toString('hex', bytes)}`);

export function hasLowS(signature: Buffer): boolean {
  return sOf(signature) <= half;
}

/** The same signature, or its twin with the lower s. */
export function withLowS(signature: Buffer): Buffer {
  const s = sOf(signature);
  if (s <= half) return signature;
  const lower = (order - s).toString(16).padStart(2 * bytes, '0');
  return Buffer.concat([signature.subarray(0, bytes), Buffer.from(lower, 'hex')]);
}
