// Tells when two transactions wrote the same key of a unique index. The one that failed finds what the other committed if
// it is repeated.
const uniqueViolation = '23505';

export function isCollision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === uniqueViolation;
}
