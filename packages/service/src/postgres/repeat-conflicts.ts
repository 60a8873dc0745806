// Repeats what failed only because others changed the same data in the same moment. Everything that goes to the database
// passes through here, so no caller meets such a failure.
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../ground/errors.ts';

/** Each of two waited for a lock of the other, or the database could not put their changes in an order. */
const conflicts: ReadonlySet<unknown> = new Set(['40P01', '40001']);
const maxAttempts = 5;
/** The other one has the locks, and needs some time to end. */
const pauseMs = 20;

/** @param work of which a failed attempt has changed nothing */
export async function repeatConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error)) throw error;
      if (attempt === maxAttempts) throw conflictFor(error);
      await pause(attempt * pauseMs);
    }
  }
}

export function isConflict(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && conflicts.has(error.code);
}

/** Callers get this error. */
export function conflictFor(cause: unknown): DomainError {
  const detail = 'Others change the same data at the moment. Send the request again.';
  return new DomainError('unavailable', detail, { cause, retryAfterMs: 1_000 });
}
