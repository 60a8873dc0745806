// Notifies the followers of a creation of each change: at once if this process made it, and by polling the
// database a few times a second if another process made it.
import { isFinal } from '../provisioning/creation.ts';
import type { Timers } from '../foundation/clock.ts';
import { createPoller } from '../foundation/poller.ts';
import type { TeamStatus, TeamStore } from './team.ts';

const pollMs = 400;

interface TeamKey {
  readonly tenantId: string;
  readonly teamId: string;
}

interface Listener {
  readonly onStatus: (status: TeamStatus) => void;
  readonly onError: (error: unknown) => void;
}

export type StatusWatch = ReturnType<typeof createStatusWatch>;

export function createStatusWatch(deps: {
  store: Pick<TeamStore, 'readStatus'>;
  timers: Timers;
  onError: (error: unknown) => void;
}) {
  const { store, timers, onError } = deps;
  const followers = new Map<string, Set<Follower>>();
  const waits = new Set<() => void>();
  let isOver = false;

  /** Polls while anybody follows. Each follower reads by itself, so that a slow one delays no other. */
  const poller = createPoller({
    async run() {
      for (const set of followers.values()) for (const follower of set) follower.poll();
    },
    everyMs: pollMs,
    firstAfterMs: pollMs,
    timers,
    onError,
  });

  /**
   * Calls back with each status newer than `afterVersion`, in order, the present one included; the last is
   * the final one. The answer ends the watch.
   */
  function follow({ tenantId, teamId }: TeamKey, afterVersion: number, listener: Listener) {
    const key = keyOf({ tenantId, teamId });
    const read = () => store.readStatus(tenantId, teamId);
    const follower = createFollower(read, afterVersion, listener);
    const set = followers.get(key) ?? new Set();
    followers.set(key, set.add(follower));
    poller.start();
    follower.poll();
    return (): void => {
      follower.end();
      set.delete(follower);
      if (set.size === 0) followers.delete(key);
      if (followers.size === 0) void poller.stop();
    };
  }

  return {
    follow,

    /** A commit of this process changed the creation. */
    notify(change: TeamKey): void {
      const set = followers.get(keyOf(change));
      if (set !== undefined) for (const follower of set) follower.poll();
    },

    /**
     * Resolves with the status once it is final, or with the latest one when the time is up or the signal aborts.
     * If the database cannot be reached meanwhile, it only waits.
     */
    async waitUntilFinal(
      key: TeamKey,
      timeoutMs: number,
      signal?: AbortSignal,
    ): Promise<TeamStatus | undefined> {
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

    /** Before a stop: ends every wait at once with the current status, and prevents new waits. */
    endWaits(): void {
      isOver = true;
      for (const giveUp of waits) giveUp();
    },
  };
}

function keyOf({ tenantId, teamId }: TeamKey): string {
  return `${tenantId}/${teamId}`;
}

type Follower = ReturnType<typeof createFollower>;

/** Reads one status, one read at a time, and passes on each that is newer than the last. */
function createFollower(
  read: () => Promise<TeamStatus | undefined>,
  afterVersion: number,
  { onStatus, onError }: Listener,
) {
  let seen = afterVersion;
  let polling = false;
  let again = false;
  let ended = false;

  async function pollOnce(): Promise<void> {
    const status = await read();
    if (ended || status === undefined || status.version <= seen) return;
    seen = status.version;
    onStatus(status);
  }

  function poll(): void {
    if (polling) {
      again = true;
      return;
    }
    polling = true;
    pollOnce()
      .catch((error: unknown) => {
        if (!ended) onError(error);
      })
      .finally(() => {
        polling = false;
        if (again && !ended) {
          again = false;
          poll();
        }
      });
  }

  return {
    poll,
    end(): void {
      ended = true;
    },
  };
}
