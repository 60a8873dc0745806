// Opens requested reviews: reads the people of each group from the directory. The process that holds a tenant's lane does
// it, so that its calls wait in the same rate limiter as those of the creations. A review whose group cannot be read is
// tried again, and affects no other.
import type { CallContext } from '../directory/call-context.ts';
import { DirectoryError } from '../directory/directory.ts';
import type { Clock } from '../foundation/clock.ts';
import type { GovernanceWork } from '../governance/tick.ts';
import type { LaneTask } from '../provisioning/lane.ts';
import { type ReviewedGroup, type ReviewedPeople, readReviewedPeople } from './read-people.ts';
import type { Review } from './review.ts';

export type RequestedReview = Pick<Review, 'tenantId' | 'reviewId' | 'teamId'> & ReviewedGroup;

export interface OpenReviewStore {
  /** Tenants with reviews whose people can be read now. */
  dueTenants(limit: number): Promise<readonly string[]>;
  due(tenantId: string, limit: number): Promise<readonly RequestedReview[]>;
  open(review: RequestedReview, people: ReviewedPeople): Promise<void>;
  fail(review: RequestedReview, retryInMs: number, detail: string): Promise<void>;
}

export interface OpenReviews extends GovernanceWork {
  /** Ends the attempts in progress, which are due again elsewhere. */
  stop(this: void): Promise<void>;
}

const maxInFlight = 4;
const tenantsPerPoll = 50;
const reviewsPerStep = 50;
const retryInMs = 10 * 60_000;
/** A group that was removed in the directory: the reconciliation finds out. */
const retryGoneInMs = 24 * 60 * 60_000;
/** A real directory is not asked while the process starts. */
const calmStartMs = 60_000;

export function createOpenReviews(deps: {
  readonly store: OpenReviewStore;
  /** `Worker.runExclusive`. */
  readonly runExclusive: (tenantId: string, task: LaneTask) => Promise<boolean>;
  /** Resolves when callers' work leaves room. */
  readonly makeWay: () => Promise<void>;
  /** Its reads cost nothing, and the governance clock may wait for them. */
  readonly isSandbox: (tenantId: string) => boolean;
  readonly clock: Clock;
  readonly onOpened: (tenantId: string) => void;
  readonly onFailed: (review: RequestedReview, error: unknown) => void;
  readonly onError: (error: unknown) => void;
}): OpenReviews {
  const { store, runExclusive, makeWay, isSandbox, clock, onOpened, onFailed, onError } = deps;
  const inFlight = new Map<string, Promise<number>>();
  const stopping = new AbortController();
  const startedAt = clock.now();

  async function openOne(
    review: RequestedReview,
    directory: Parameters<LaneTask>[0],
    call: CallContext,
  ): Promise<boolean> {
    try {
      await store.open(review, await readReviewedPeople(review, directory, call));
      return true;
    } catch (error) {
      if (call.signal.aborted) throw error;
      onFailed(review, error);
      const isKnown = error instanceof DirectoryError;
      const isGone = isKnown && error.code === 'group_gone';
      const detail = isKnown ? error.message : 'An internal error occurred; see the service log.';
      await store.fail(review, isGone ? retryGoneInMs : retryInMs, detail);
      return false;
    }
  }

  /** Answers how many reviews were opened or deferred. */
  async function openAll(tenantId: string): Promise<number> {
    let done = 0;
    await runExclusive(tenantId, async (directory, laneEnds) => {
      const signal = AbortSignal.any([laneEnds, stopping.signal]);
      for (;;) {
        const reviews = await store.due(tenantId, reviewsPerStep);
        for (const review of reviews) {
          if (signal.aborted) return;
          await makeWay();
          if (await openOne(review, directory, { signal, teamId: review.teamId })) {
            onOpened(tenantId);
          }
          done += 1;
        }
        if (reviews.length < reviewsPerStep) return;
      }
    });
    return done;
  }

  function start(tenantId: string): Promise<number> {
    const known = inFlight.get(tenantId);
    if (known !== undefined) return known;
    const task = openAll(tenantId)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error);
        return 0;
      })
      .finally(() => inFlight.delete(tenantId));
    inFlight.set(tenantId, task);
    return task;
  }

  return {
    name: 'reviews',
    async runDue() {
      let done = 0;
      for (const tenantId of await store.dueTenants(tenantsPerPoll)) {
        if (stopping.signal.aborted) break;
        if (isSandbox(tenantId)) done += await start(tenantId);
        else if (clock.now() - startedAt >= calmStartMs && inFlight.size < maxInFlight) {
          void start(tenantId);
        }
      }
      return done;
    },
    async nextDueAt(tenantId) {
      const hasDue = isSandbox(tenantId) && (await store.due(tenantId, 1)).length > 0;
      return hasDue ? new Date(0) : undefined;
    },
    async stop() {
      stopping.abort();
      await Promise.all(inFlight.values());
    },
  };
}
