// Tells those who follow a creation of each change: at once when it was made in this process, and by
// looking at the database a few times a second when it was made in another.
import type { CreationStatus } from '../provisioning/creation.ts';
import { isFinal } from '../provisioning/creation.ts';
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
   * A database that is away meanwhile only makes it wait.
   */
  waitUntilFinal(
    key: { tenantId: string; teamId: string },
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<TeamStatus | undefined>;
  /** Ends every wait at once with what is known, and lets nobody wait any more, as before a stop. */
  endWaits(): void;
}

const lookEveryMs = 400;

interface Follower {
  look(): void;
}

export function createStatusWatch(store: TeamStore): StatusWatch {
  const followers = new Map<string, Set<Follower>>();
  const waits = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  function lookAtAll(): void {
    for (const set of followers.values()) for (const follower of set) follower.look();
  }

  function add(key: string, follower: Follower): () => void {
    const set = followers.get(key) ?? new Set();
    followers.set(key, set.add(follower));
    timer ??= setInterval(lookAtAll, lookEveryMs).unref();
    return () => {
      set.delete(follower);
      if (set.size === 0) followers.delete(key);
      if (followers.size > 0) return;
      clearInterval(timer);
      timer = undefined;
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
      const timeout = setTimeout(giveUp, timeoutMs);
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
        clearTimeout(timeout);
        end();
      }
    },
    endWaits() {
      isOver = true;
      for (const giveUp of waits) giveUp();
    },
  };
}
