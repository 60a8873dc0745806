// Creations, one or many at once, and how each is followed to its end.
import { answerTo, bodyOf, type Answer } from './answer.ts';
import type { Deps } from './dependencies.ts';
import { CreationFailedError } from './errors.ts';
import { followStatus, lastOfAll, successOf } from './follow.ts';
import {
  creationOf,
  readOptions,
  type CallOptions,
  type CreateOptions,
  type WaitOptions,
} from './options.ts';
import type { Call, Transport } from './transport.ts';
import type {
  AdoptionRequest,
  BulkAnswer,
  TeamAcceptance,
  TeamRequest,
  TeamStatus,
} from './types.ts';

/** An accepted creation. */
export interface Creation extends TeamAcceptance {
  /**
   * Resolves when the group exists in the directory. It follows the event stream, polls if streams do not get through,
   * and waits if the service cannot be reached, for up to five minutes.
   *
   * @throws CreationFailedError when the creation ends without a group
   */
  waitUntilDone(options?: WaitOptions): Promise<TeamStatus>;
  /** It does what `cancelTeam` does. */
  cancel(options?: CallOptions): Promise<TeamStatus>;
}

/** The results of many creations. */
export interface BulkCreation extends BulkAnswer {
  /**
   * Resolves with the final status of each accepted creation; failed ones are among them and not thrown.
   *
   * @throws StillWaitingError with what is done so far, when the signal ends the wait
   */
  waitForAll(options?: WaitOptions): Promise<readonly TeamStatus[]>;
}

export interface Creations {
  /**
   * Resolves when the request is safely stored; the service then completes it. Follow it with `waitUntilDone`.
   *
   * @throws ProblemError with the codes `validation_failed`, `mail_nickname_taken`, `idempotency_key_reused`
   */
  createTeam(request: TeamRequest, options?: CreateOptions): Answer<Creation>;
  /**
   * Creates 1 to 1,000 at once. `items` has their results, in the same order; a fault of one does not affect the
   * others. One Idempotency-Key covers them all.
   */
  createTeams(requests: readonly TeamRequest[], options?: CreateOptions): Answer<BulkCreation>;
  /**
   * Adopts a group that exists in the directory: it gets a record, and its template's policy applies from then on. Follow it
   * like a creation.
   *
   * @throws ProblemError with the codes `validation_failed`, `directory_unavailable`, `idempotency_key_reused`
   */
  adoptGroup(request: AdoptionRequest, options?: CreateOptions): Answer<Creation>;
  /** Adopts 1 to 1,000 groups at once, with the results of `createTeams`. `startBatch` of the governance needs no wait. */
  adoptGroups(requests: readonly AdoptionRequest[], options?: CreateOptions): Answer<BulkCreation>;
  /** Every change of a creation until it is final; a failed creation is returned and not thrown. */
  followTeam(teamId: string, options?: CallOptions): AsyncGenerator<TeamStatus, TeamStatus>;
  /**
   * Cancels a creation that has not begun, also while it awaits an approval. A key may cancel what it requested itself.
   *
   * @throws ProblemError with the codes `in_use` when it has begun, `scope_missing`, `not_found`
   */
  cancelTeam(teamId: string, options?: CallOptions): Promise<TeamStatus>;
}

export function createCreations(transport: Transport, deps: Deps): Creations {
  const followTeam: Creations['followTeam'] = (teamId, options) =>
    followStatus(transport, deps, `/teams/${encodeURIComponent(teamId)}/status`, options);

  const cancelTeam: Creations['cancelTeam'] = (teamId, options = {}) =>
    bodyOf(transport, () => ({
      method: 'POST',
      path: `/teams/${encodeURIComponent(teamId)}/cancel`,
      body: {},
      options: readOptions(options),
    }));

  const create = (path: string, body: unknown, options?: CreateOptions): Call => ({
    method: 'POST',
    path,
    body,
    ...creationOf(options),
  });

  const one = (path: string, request: unknown, options?: CreateOptions): Answer<Creation> =>
    answerTo(
      transport,
      () => create(path, request, options),
      (accepted: TeamAcceptance) => ({
        ...accepted,
        async waitUntilDone(wait: WaitOptions = {}) {
          const { onProgress, ...follow } = readOptions(wait, 'onProgress');
          const changes = followTeam(accepted.teamId, follow);
          return successOf(changes, onProgress, (status) => new CreationFailedError(status));
        },
        cancel: (given?: CallOptions) => cancelTeam(accepted.teamId, given),
      }),
    );
  const many = (
    path: string,
    requests: readonly unknown[],
    options?: CreateOptions,
  ): Answer<BulkCreation> =>
    answerTo(
      transport,
      () => create(path, requests, options),
      (bulk: BulkAnswer) => ({
        ...bulk,
        async waitForAll(wait: WaitOptions = {}) {
          const teamIds = bulk.items.flatMap(({ teamId }) => teamId ?? []);
          return lastOfAll(teamIds, followTeam, readOptions(wait, 'onProgress'));
        },
      }),
    );

  return {
    followTeam,
    cancelTeam,
    createTeam: (request, options) => one('/teams', request, options),
    createTeams: (requests, options) => many('/teams/bulk', requests, options),
    adoptGroup: (request, options) => one('/teams/adoption', request, options),
    adoptGroups: (requests, options) => many('/teams/adoption/bulk', requests, options),
  };
}
