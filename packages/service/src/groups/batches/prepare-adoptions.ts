// Prepares the adoptions of a batch: reads the groups in the directory before the turn, whose transaction commits the sound
// ones together.
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
import { type Batch, type BatchGroup, type BatchResult, type PrepareGroups } from './batch.ts';
import { createPrepareEach, type PrepareDeps } from './prepare-each.ts';

export function createPrepareAdoptions(
  deps: PrepareDeps & {
    readonly prepareAdoption: PrepareAdoption;
    /** It takes part in the transaction that is open. */
    readonly accept: (acceptances: readonly Acceptance[]) => Promise<readonly AcceptanceResult[]>;
  },
): PrepareGroups {
  const { prepareAdoption, accept } = deps;
  const prepareEach = createPrepareEach<PreparedAdoption>(deps);

  return async function prepareAdoptions(batch, groups, stop) {
    // Each reads the group, and its owners where the request names nobody.
    const { prepared, isLate } = await prepareEach(batch, groups, stop, (group, signal) =>
      prepareAdoption(submissionOf(batch, group, signal), group.teamId),
    );
    return {
      has: ({ position }) => prepared.has(position),
      isLate,
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
