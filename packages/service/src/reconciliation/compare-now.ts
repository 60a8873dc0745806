// Compares one group with the directory at once, on request. The reconciliation compares all groups in its own time.
import type { Actor } from '../audit/activity.ts';
import type { CompareNow } from '../engine/observed-state.ts';
import type { Clock } from '../ground/clock.ts';
import { DomainError } from '../ground/errors.ts';
import { asDomainError } from '../directory/find-people.ts';
import type { Directory } from '../directory/directory.ts';
import type { Retry } from '../engine/retry.ts';
import { authorOf, createReadAuthors } from './authors.ts';
import { createObserve } from './observe.ts';
import type { DriftStore } from './resolve.ts';

/** An operation that is in progress may end by then. */
const retryWhenChangingMs = 1_000;

/** The caller can ask again. */
const once: Retry = (_call, attempt) => attempt();

export function createCompareNow(deps: {
  readonly directoryOf: (tenantId: string) => Directory;
  readonly storeOf: (
    actor: Actor,
  ) => Pick<
    DriftStore,
    'observableGroup' | 'observableGroups' | 'recordObservations' | 'recordMissing'
  >;
  readonly clock: Clock;
  readonly deadline: () => AbortSignal;
}): CompareNow {
  const { directoryOf, storeOf, clock, deadline } = deps;

  return async ({ tenantId, teamId, actor, signal }) => {
    const directory = directoryOf(tenantId);
    const store = storeOf(actor);
    const group = await store.observableGroup(tenantId, teamId);
    if (group === undefined) {
      throw new DomainError(
        'group_not_active',
        'The group is not in the directory, so there is nothing to compare.',
      );
    }
    if (group.isChanging) {
      throw new DomainError(
        'comparison_too_early',
        'An operation of the group is in progress. Compare the group when it has ended.',
        { retryAfterMs: retryWhenChangingMs },
      );
    }
    const staleForMs = group.changedAt.getTime() + directory.limits.staleReadsMs - clock.now();
    if (staleForMs > 0) {
      throw tooEarly(staleForMs);
    }
    const { observeOne } = createObserve({
      tenantId,
      directory,
      store,
      clock,
      retry: once,
      yieldToCallers: async () => undefined,
    });
    const call = {
      signal: AbortSignal.any([signal, deadline()]),
      teamId,
      isBackground: false,
    };
    try {
      if (await observeOne(group, call)) return;
      const state = await directory.groupState(group.groupId, call);
      // The sandbox of a tenant is the only one that it has; another directory may be the wrong one.
      if (state === 'removed' || (state === 'unknown' && directory.kind === 'sandbox')) {
        const authors = await createReadAuthors({ directory, clock, retry: once })(call);
        const by = authorOf(authors, group.groupId, 'deletion');
        await store.recordMissing(tenantId, teamId, new Date(clock.now()), by);
        return;
      }
    } catch (error) {
      throw asDomainError(error);
    }
    throw new DomainError(
      'group_not_active',
      'The directory does not show the group. The next comparison of all groups decides whether it was removed.',
    );
  };
}

/** The refusal while the directory may show a group as it was before. */
export function tooEarly(retryAfterMs: number): DomainError {
  return new DomainError(
    'comparison_too_early',
    'The group was changed a moment ago, and the directory may still show it as it was before. Compare it later.',
    { retryAfterMs },
  );
}
