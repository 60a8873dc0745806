// Work that serves several callers, such as a batch or a loop, belongs to none of them: it runs neither in the span nor in
// the open transaction of the one that happened to start it.
import { AsyncLocalStorage } from 'node:async_hooks';

/** Runs the work as the process would by itself, with nothing of the present caller. */
export const outsideOfCallers: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();

const apart = new AsyncLocalStorage<() => boolean>();

/**
 * Runs work that shares nothing with others while `isApartNow` says so: what it asks for within a transaction belongs to
 * that transaction.
 */
export function runApart<T>(isApartNow: () => boolean, work: () => T): T {
  return apart.run(isApartNow, work);
}

export function isApart(): boolean {
  return apart.getStore()?.() === true;
}
