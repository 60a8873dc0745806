// Reads groups in chunks. One that cannot be read, such as a team that is damaged on the directory's side, does not affect
// the others.
import type { CallContext } from '../directory/call-context.ts';
import { type Directory, DirectoryError } from '../directory/directory.ts';
import type { ObservedGroup, ObservedPart } from '../directory/group-life.ts';
import type { Retry } from '../engine/retry.ts';
import type { Clock } from '../ground/clock.ts';

export interface ObserveGroupsDeps {
  readonly directory: Pick<Directory, 'limits' | 'observeGroups'>;
  readonly clock: Clock;
  readonly retry: Retry;
  readonly yieldToCallers: () => Promise<void>;
}

/** Answers one entry for each group, in the same order. */
export type ObserveGroups = (
  groupIds: readonly string[],
  parts: readonly ObservedPart[],
  call: CallContext,
) => Promise<readonly (ObservedGroup | DirectoryError)[]>;

export function createObserveGroups(deps: ObserveGroupsDeps): ObserveGroups {
  const { directory, clock, retry, yieldToCallers } = deps;
  const { groupsPerObservation } = directory.limits;

  return async (groupIds, parts, call) => {
    const read: (ObservedGroup | DirectoryError)[] = [];
    for (let start = 0; start < groupIds.length; start += groupsPerObservation) {
      await yieldToCallers();
      const chunk = groupIds.slice(start, start + groupsPerObservation);
      read.push(...(await readChunk(chunk, parts, call)));
    }
    return read;
  };

  async function readChunk(
    ids: readonly string[],
    parts: readonly ObservedPart[],
    call: CallContext,
  ): Promise<readonly (ObservedGroup | DirectoryError)[]> {
    try {
      return await retry(call, () => directory.observeGroups(ids, parts, call));
    } catch (error) {
      if (!mayBeOfOneGroup(error) || call.signal.aborted) throw error;
      const read: (ObservedGroup | DirectoryError)[] = [];
      for (const id of ids) read.push(await readOne(id, parts, call));
      const isOfAll = read.length > 1 && read.every((one) => one instanceof DirectoryError);
      if (isOfAll) throw error;
      return read;
    }
  }

  async function readOne(
    id: string,
    parts: readonly ObservedPart[],
    call: CallContext,
  ): Promise<ObservedGroup | DirectoryError> {
    await yieldToCallers();
    try {
      const [seen] = await directory.observeGroups([id], parts, call);
      return seen ?? { state: 'unknown', groupId: id, seenAt: new Date(clock.now()) };
    } catch (error) {
      if (!mayBeOfOneGroup(error) || call.signal.aborted) throw error;
      return error;
    }
  }
}

function mayBeOfOneGroup(error: unknown): error is DirectoryError {
  return (
    error instanceof DirectoryError && (error.code === 'refused' || error.code === 'unavailable')
  );
}
