// Options that several commands have.
import { InvalidArgumentError } from 'commander';
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

/** A date begins at midnight, UTC. */
export function readTime(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text;
  if (!/T.*(?:Z|[+-]\d{2}:\d{2})$/i.test(time) || Number.isNaN(Date.parse(time))) {
    throw new InvalidArgumentError('Write it as 2028-03-01 or 2028-03-01T08:00:00Z.');
  }
  return time;
}
