// Follows the people of every tenant every ten minutes, and everyone once a day. The process that holds a tenant's lane
// does it, with the lane's directory, so that its calls wait in the same rate limiter as those of the creations. An
// attempt that a crash or a stop ended is still due.
import type { CallContext } from '../../directory/call-context.ts';
import type { Clock } from '../../ground/clock.ts';
import type { GovernanceWork } from '../tick.ts';
import { detailOf } from '../../engine/failed-attempt.ts';
import type { LaneTask } from '../../engine/lane.ts';

export const followEveryMs = 10 * 60_000;
export const checkAllEveryMs = 24 * 60 * 60_000;

export interface FollowScheduleStore {
  /** Tenants that are due and have groups, longest wait first. */
  due(limit: number): Promise<readonly string[]>;
  /** It is true, too, if a group that was noted for `assessChanged` is left. */
  isDue(tenantId: string): Promise<boolean>;
  fail(tenantId: string, retryInMs: number, detail: string): Promise<void>;
  /** Has some of the groups assessed whose people have changed. Answers how many changes there were. */
  assessChanged(): Promise<number>;
}

export interface FollowSchedule extends GovernanceWork {
  /** Ends the attempts in progress, which are due again elsewhere. */
  stop(this: void): Promise<void>;
}

const maxInFlight = 4;
const tenantsPerPoll = 50;
/** A real directory is not asked while the process starts. */
const calmStartMs = 60_000;

export function createFollowSchedule(deps: {
  readonly store: FollowScheduleStore;
  /** `Worker.runExclusive`. */
  readonly runExclusive: (tenantId: string, task: LaneTask) => Promise<boolean>;
  readonly follow: (
    tenantId: string,
    directory: Parameters<LaneTask>[0],
    call: CallContext,
  ) => Promise<void>;
  /** Its reads cost nothing, and the governance clock may wait for them. */
  readonly isSandbox: (tenantId: string) => boolean;
  readonly clock: Clock;
  readonly onFailed: (tenantId: string, error: unknown) => void;
  readonly onError: (error: unknown) => void;
}): FollowSchedule {
  const { store, runExclusive, follow, isSandbox, clock, onFailed, onError } = deps;
  const inFlight = new Map<string, Promise<boolean>>();
  const stopping = new AbortController();
  const startedAt = clock.now();

  /** Answers whether the tenant is no longer due. */
  async function followTenant(tenantId: string): Promise<boolean> {
    let hasEnded = false;
    try {
      return await runExclusive(tenantId, async (directory, laneEnds) => {
        const signal = AbortSignal.any([laneEnds, stopping.signal]);
        try {
          await follow(tenantId, directory, { signal, teamId: 'people' });
        } finally {
          hasEnded = signal.aborted;
        }
      });
    } catch (error) {
      if (hasEnded || stopping.signal.aborted) return false;
      onFailed(tenantId, error);
      await store.fail(tenantId, followEveryMs, detailOf(error));
      return true;
    }
  }

  function start(tenantId: string): Promise<boolean> {
    const known = inFlight.get(tenantId);
    if (known !== undefined) return known;
    const task = followTenant(tenantId)
      .catch((error: unknown) => {
        onError(error);
        return false;
      })
      .finally(() => inFlight.delete(tenantId));
    inFlight.set(tenantId, task);
    return task;
  }

  return {
    name: 'people',
    async runDue() {
      let done = await store.assessChanged();
      for (const tenantId of await store.due(tenantsPerPoll)) {
        if (stopping.signal.aborted) break;
        if (isSandbox(tenantId)) {
          if (await start(tenantId)) done += 1;
        } else if (clock.now() - startedAt >= calmStartMs && inFlight.size < maxInFlight) {
          void start(tenantId);
        }
      }
      return done;
    },
    async nextDueAt(tenantId) {
      return isSandbox(tenantId) && (await store.isDue(tenantId)) ? new Date(0) : undefined;
    },
    async stop() {
      stopping.abort();
      await Promise.all(inFlight.values());
    },
  };
}
