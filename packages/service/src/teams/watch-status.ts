// Tells those who follow a creation of each change: at once when it was made in this process, and by
// looking at the database a few times a second when it was made in another.
import type { CreationStatus } from '../provisioning/creation.ts';
import { isFinal } from '../provisioning/creation.ts';
import type { Timers } from '../foundation/clock.ts';
import { createPoller } from '../foundation/poller.ts';
import type { TeamStatus, TeamStore } from './team.ts';

export interface StatusWatch {
  /** A commit of this process changed the creation. */
  notice(change: { tenantId: string; teamId: string; status: CreationStatus }): void;
  /**
   * Calls back with each status newer than `afterVersion`, in order, the present one included; the last is
   * the final one. The answer ends the watch.
   */
  follow(
    key: { tenantId: string; teamId: string },
    afterVersion: number,
    listener: { onStatus: (status: TeamStatus) => void; onError: (error: unknown) => void },
  ): () => void;
  /**
   * Resolves with the status once it is final, or with the latest one when the time is up or the signal aborts.
   * If the database cannot be reached meanwhile, it only waits.
   */
  waitUntilFinal(
    key: { tenantId: string; teamId: string },
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<TeamStatus | undefined>;
  /** Before a stop: ends every wait at once with the current status, and prevents new waits. */
  endWaits(): void;
}

const pollMs = 400;

interface Follower {
  look(): void;
}

export function createStatusWatch(deps: {
  store: Pick<TeamStore, 'readStatus'>;
  timers: Timers;
  onError: (error: unknown) => void;
}): StatusWatch {
  const { store, timers, onError } = deps;
  const followers = new Map<string, Set<Follower>>();
  const waits = new Set<() => void>();
  let isOver = false;

  /** Polls while anybody follows. Each follower reads by itself, so that a slow one delays no other. */
  const poller = createPoller({
    async run() {
      for (const set of followers.values()) for (const follower of set) follower.look();
    },
    everyMs: pollMs,
    firstAfterMs: pollMs,
    timers,
    onError,
  });

  function add(key: string, follower: Follower): () => void {
    const set = followers.get(key) ?? new Set();
    followers.set(key, set.add(follower));
    poller.start();
    return () => {
      set.delete(follower);
      if (set.size === 0) followers.delete(key);
      if (followers.size === 0) void poller.stop();
    };
  }

  function follow(
    { tenantId, teamId }: { tenantId: string; teamId: string },
    afterVersion: number,
    {
      onStatus,
      onError,
    }: { onStatus: (status: TeamStatus) => void; onError: (error: unknown) => void },
  ): () => void {
    let seen = afterVersion;
    let looking = false;
    let again = false;
    let ended = false;

    async function lookOnce(): Promise<void> {
      const status = await store.readStatus(tenantId, teamId);
      if (ended || status === undefined || status.version <= seen) return;
      seen = status.version;
      onStatus(status);
    }

    function look(): void {
      if (looking) {
        again = true;
        return;
      }
      looking = true;
      lookOnce()
        .catch((error: unknown) => {
          if (!ended) onError(error);
        })
        .finally(() => {
          looking = false;
          if (again && !ended) {
            again = false;
            look();
          }
        });
    }

    const remove = add(`${tenantId}/${teamId}`, { look });
    look();
    return () => {
      ended = true;
      remove();
    };
  }

  return {
    notice({ tenantId, teamId }) {
      const set = followers.get(`${tenantId}/${teamId}`);
      if (set !== undefined) for (const follower of set) follower.look();
    },
    follow,
    async waitUntilFinal(key, timeoutMs, signal) {
      if (isOver || signal?.aborted) return undefined;
      const { promise, resolve } = Promise.withResolvers<TeamStatus | undefined>();
      let latest: TeamStatus | undefined;
      const giveUp = () => resolve(latest);
      const cancelTimeout = timers.after(timeoutMs, giveUp);
      waits.add(giveUp);
      signal?.addEventListener('abort', giveUp);
      const end = follow(key, 0, {
        onStatus(status) {
          latest = status;
          if (isFinal(status.status)) resolve(status);
        },
        onError: () => undefined,
      });
      try {
        return await promise;
      } finally {
        waits.delete(giveUp);
        signal?.removeEventListener('abort', giveUp);
        cancelTimeout();
        end();
      }
    },
    endWaits() {
      isOver = true;
      for (const giveUp of waits) giveUp();
    },
  };
}
