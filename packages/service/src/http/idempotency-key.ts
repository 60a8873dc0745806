// The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header): a structured-field string
// (RFC 8941 section 3.3.3). Many callers send the bare text instead, so that is taken too and means
// the same.
import { DomainError } from '../ground/errors.ts';

const maxKey = 255;
const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"\s*(?:;.*)?$/;
const bare = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/;

/** The key, or undefined when the header is absent. Throws `invalid_request`. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = typeof header === 'string' ? header.trim() : header.join(', ');
  const key = quoted.exec(text)?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? bare.exec(text)?.[0];
  if (key !== undefined && key !== '' && key.length <= maxKey) return key;
  const detail = `The Idempotency-Key header must be 1 to ${maxKey} printable ASCII characters in double quotes.`;
  throw new DomainError('invalid_request', detail, {
    faults: [{ parameter: 'Idempotency-Key', code: 'pattern_mismatch', detail }],
  });
}
