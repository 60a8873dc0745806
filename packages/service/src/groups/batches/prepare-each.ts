// Prepares the groups of a turn before its transaction, each by reads of the directory. A group for which the directory does
// not answer waits, as its batch does.
import { createConcurrencyLimit } from '../../ground/concurrency-limit.ts';
import { DomainError } from '../../ground/errors.ts';
import { isUnavailable } from '../../engine/failed-attempt.ts';
import { type Batch, type BatchGroup, failedUnexpectedly } from './batch.ts';

const readsAtOnce = 8;
/** Then the others of the turn are not asked for: the directory is away. */
const mostUnanswered = 3;
/** The other batches of the process wait meanwhile. */
const readWithinMs = 15_000;
/** The worker tries a step as long. */
const giveUpAfterMs = 86_400_000;

export interface PrepareDeps {
  readonly clock: { now(): number };
  readonly onError: (error: unknown) => void;
}

export function createPrepareEach<Prepared>({ clock, onError }: PrepareDeps) {
  /** @param prepare throws why a group is refused */
  return async function prepareEach(
    batch: Batch,
    groups: readonly BatchGroup[],
    stop: AbortSignal,
    prepare: (group: BatchGroup, signal: AbortSignal) => Promise<Prepared>,
  ) {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(readWithinMs)]);
    const mayWait = clock.now() - batch.createdAt.getTime() < giveUpAfterMs;
    const prepared = new Map<number, Prepared | DomainError>();
    const limit = createConcurrencyLimit(readsAtOnce);
    let unanswered = 0;
    await Promise.all(
      groups.map((group) =>
        limit.run(async () => {
          if (signal.aborted || unanswered >= mostUnanswered) return;
          try {
            prepared.set(group.position, await prepare(group, signal));
          } catch (error) {
            if (isUnavailable(error)) throw error;
            if (signal.aborted) return;
            if (isUnanswered(error)) unanswered += 1;
            if (isUnanswered(error) && mayWait) return;
            prepared.set(group.position, refusalOf(error));
          }
        }),
      ),
    );
    return { prepared, isLate: groups.length > 0 && (unanswered > 0 || prepared.size === 0) };
  };

  function refusalOf(error: unknown): DomainError {
    if (error instanceof DomainError) return error;
    onError(error);
    return failedUnexpectedly(error);
  }
}

function isUnanswered(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'directory_unavailable';
}
