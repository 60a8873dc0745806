// Reads the authors of changes that were not made by the service, where the suite names them. A difference and a deletion are worth knowing without it.
import type { CallContext } from '../directory/call-context.ts';
import { type Directory, DirectoryError } from '../directory/directory.ts';
import type { AuthoredProperty, GroupAuthor } from '../directory/group-life.ts';
import type { Clock } from '../ground/clock.ts';
import type { Retry } from '../engine/retry.ts';

/** A group is compared once a day at least. */
export const authorsForMs = 2 * 86_400_000;

export function createReadAuthors(deps: {
  readonly directory: Pick<Directory, 'readGroupAuthors'>;
  readonly clock: Clock;
  readonly retry: Retry;
}) {
  const { directory, clock, retry } = deps;

  return async (call: CallContext): Promise<readonly GroupAuthor[]> => {
    const since = new Date(clock.now() - authorsForMs);
    try {
      return (await retry(call, () => directory.readGroupAuthors(since, call))) ?? [];
    } catch (error) {
      if (!(error instanceof DirectoryError) || call.signal.aborted) throw error;
      return [];
    }
  };
}

/** The latest author of such a change of the group. */
export function authorOf(
  authors: readonly GroupAuthor[],
  groupId: string,
  changed: AuthoredProperty,
): string | undefined {
  const id = groupId.toLowerCase();
  return authors.find((one) => one.groupId === id && one.properties.includes(changed))?.by;
}
