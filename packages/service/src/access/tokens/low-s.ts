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
