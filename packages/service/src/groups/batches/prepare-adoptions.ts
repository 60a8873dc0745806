// Prepares the adoptions of a batch: reads the groups in the directory before the turn, whose transaction commits the sound
// ones together. A group for which the directory does not answer waits, as its batch does.
import { createConcurrencyLimit } from '../../ground/concurrency-limit.ts';
import { DomainError, noShapeErrors } from '../../ground/errors.ts';
import { isUnavailable } from '../../engine/failed-attempt.ts';
import type {
  AdoptionSubmission,
  PrepareAdoption,
  PreparedAdoption,
} from '../adopt/adopt-group.ts';
import { receiveAdoption } from '../adopt/receive-adoption.ts';
import type { Acceptance, AcceptanceResult } from '../create/create-team.ts';
import { maxFaultsOfEntry } from '../create/create-teams.ts';
import {
  type Batch,
  type BatchGroup,
  type BatchResult,
  failedUnexpectedly,
  type PrepareGroups,
} from './batch.ts';

/** Each reads the group, and its owners where the request names nobody. */
const readsAtOnce = 8;
/** Then the others of the turn are not asked for: the directory is away. */
const mostUnanswered = 3;
/** The other batches of the process wait meanwhile. */
const readWithinMs = 15_000;
/** As long as the worker tries a step. */
const giveUpAfterMs = 86_400_000;

export function createPrepareAdoptions(deps: {
  readonly prepareAdoption: PrepareAdoption;
  /** In the transaction that is open. */
  readonly accept: (acceptances: readonly Acceptance[]) => Promise<readonly AcceptanceResult[]>;
  readonly clock: { now(): number };
  readonly onError: (error: unknown) => void;
}): PrepareGroups {
  const { prepareAdoption, accept, clock, onError } = deps;

  return async function prepareAdoptions(batch, groups, stop) {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(readWithinMs)]);
    const mayWait = clock.now() - batch.createdAt.getTime() < giveUpAfterMs;
    const prepared = new Map<number, PreparedAdoption | DomainError>();
    const limit = createConcurrencyLimit(readsAtOnce);
    let unanswered = 0;
    await Promise.all(
      groups.map((group) =>
        limit.run(async () => {
          if (signal.aborted || unanswered >= mostUnanswered) return;
          try {
            const submission = submissionOf(batch, group, signal);
            prepared.set(group.position, await prepareAdoption(submission, group.teamId));
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
    return {
      has: ({ position }) => prepared.has(position),
      isLate: groups.length > 0 && (unanswered > 0 || prepared.size === 0),
      async begin(_, begun) {
        const adoptions = begun.map(({ position }) => prepared.get(position));
        const sound = adoptions.filter((one) => one !== undefined && 'acceptance' in one);
        const accepted = await accept(sound.map(({ acceptance }) => acceptance));
        const answers = new Map(sound.map((one, at) => [one, accepted[at]]));
        const results: BatchResult[] = [];
        for (const one of adoptions) {
          results.push(
            one instanceof DomainError
              ? { outcome: 'refused', error: one }
              : await resultOf(one, one && answers.get(one)),
          );
        }
        return results;
      },
    };
  };

  function refusalOf(error: unknown): DomainError {
    if (error instanceof DomainError) return error;
    onError(error);
    return failedUnexpectedly(error);
  }
}

function submissionOf(
  { tenantId, batchId, actor, within }: Batch,
  { adoption }: BatchGroup,
  signal: AbortSignal,
): AdoptionSubmission {
  return {
    // The sources of a key were checked when the batch was requested.
    sender: { tenantId, actor, within, source: null },
    received: receiveAdoption(adoption, noShapeErrors),
    maxFaults: maxFaultsOfEntry,
    key: undefined,
    batchId,
    signal,
  };
}

function isUnanswered(error: unknown): boolean {
  return error instanceof DomainError && error.code === 'directory_unavailable';
}

async function resultOf(
  adoption: PreparedAdoption | undefined,
  answer: AcceptanceResult | undefined,
): Promise<BatchResult> {
  if (adoption === undefined || answer === undefined) throw new TypeError('It was not prepared');
  try {
    await adoption.answerTo(answer);
    return { outcome: 'accepted', operationId: null };
  } catch (error) {
    if (!(error instanceof DomainError) || isUnavailable(error)) throw error;
    return { outcome: 'refused', error };
  }
}
