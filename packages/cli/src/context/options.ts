// Options that several commands have.
import { exitCodes } from './exit-codes.ts';
import { CommandError } from './failure.ts';

/** Gathers the values of an option that may be repeated. */
export const collect = (value: string, before: readonly string[]): string[] => [...before, value];

/**
 * @param option as it is written, such as `--limit`
 * @throws CommandError unless the text is a whole number in digits, within the bounds
 */
export function readWholeNumber(
  option: string,
  text: string,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): number {
  const value = /^[0-9]{1,16}$/.test(text) ? Number(text) : NaN;
  if (value >= least && value <= most) return value;
  const bounds =
    most === Number.MAX_SAFE_INTEGER ? `, ${least} or more` : ` from ${least} to ${most}`;
  throw new CommandError(
    exitCodes.usage,
    'usage',
    `${option} must be a whole number${bounds}, and is ${JSON.stringify(text)}.`,
  );
}

export function readLimit(text: string): number {
  return readWholeNumber('--limit', text, 0);
}

/** Reads no further page than it needs. @param limit 0: all */
export async function firstOf<T>(limit: number, items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length === limit) break;
  }
  return found;
}
