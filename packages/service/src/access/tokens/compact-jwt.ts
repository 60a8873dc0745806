// JSON Web Tokens in compact serialisation (RFC 7515 section 7.1), as text: no signature is checked here.

/** With an ES256 signature, which has 64 bytes. */
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
