// Options that several commands have.
import { exitCodes } from './exit-codes.ts';
import { CommandError } from './failure.ts';

/** Gathers the values of an option that may be repeated. */
export const collect = (value: string, before: readonly string[]): string[] => [...before, value];

/** @throws CommandError when it is no whole number */
export function readLimit(text: string): number {
  const limit = Number(text);
  if (!Number.isInteger(limit) || limit < 0) {
    throw new CommandError(exitCodes.usage, 'usage', '--limit must be a whole number, 0 or more.');
  }
  return limit;
}
