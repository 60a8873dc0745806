// Tells when two transactions collided. The one that failed finds what the other committed if it is repeated.

/** Two wrote the same key of a unique index, or each waited for a lock of the other. */
const uniqueViolation = '23505';
const deadlock = '40P01';
const codes: ReadonlySet<unknown> = new Set([uniqueViolation, deadlock]);

export function isCollision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && codes.has(error.code);
}
