import { hash } from 'node:crypto';

/** The etag of something that has no number of its version: a hash of all that can change. */
export function contentEtag(content: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(content), 'base64url').slice(0, 22);
}
