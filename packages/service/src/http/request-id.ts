// Request ids: unique, short, and cheap. 72 random bits say which process, a counter which request.

/** @param randomBytes a source of randomness, asked once */
export function createRequestIds(randomBytes: (size: number) => Buffer): () => string {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return () => prefix + (count++).toString(36).padStart(6, '0');
}
