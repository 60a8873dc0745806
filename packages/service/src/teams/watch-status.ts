// Notifies the followers of a creation, or of an operation on a group, of each change: at once if this process made it,
// and by polling the database a few times a second if another process made it.
import type { CreationStatus } from '../provisioning/creation.ts';
import { isFinal } from '../provisioning/creation.ts';
import type { Timers } from '../foundation/clock.ts';
import { createPoller } from '../foundation/poller.ts';
import type { TeamStatus } from './team.ts';

const pollMs = 400;

/** A status that is followed, with the number of its latest change. */
interface FollowedStatus {
  readonly status: CreationStatus;
  readonly version: number;
}

interface Listener<Status> {
  readonly onStatus: (status: Status) => void;
  readonly onError: (error: unknown) => void;
}

export interface TeamKey {
  readonly tenantId: string;
  readonly teamId: string;
}

export type StatusWatch<Key = TeamKey, Status extends FollowedStatus = TeamStatus> = ReturnType<
  typeof createStatusWatch<Key, Status>
>;

/** @param deps.textOf answers the same text for every key of a status */
export function createStatusWatch<Key, Status extends FollowedStatus>(deps: {
  read: (key: Key) => Promise<Status | undefined>;
  textOf: (key: Key) => string;
  timers: Timers;
  onError: (error: unknown) => void;
}) {
  const { read, textOf, timers, onError } = deps;
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
  function follow(key: Key, afterVersion: number, listener: Listener<Status>) {
    const text = textOf(key);
    const follower = createFollower(() => read(key), afterVersion, listener);
    const set = followers.get(text) ?? new Set();
    followers.set(text, set.add(follower));
    poller.start();
    follower.poll();
    return (): void => {
      follower.end();
      set.delete(follower);
      if (set.size === 0) followers.delete(text);
      if (followers.size === 0) void poller.stop();
    };
  }

  return {
    follow,

    /** A commit of this process changed the status. */
    notify(key: Key): void {
      const set = followers.get(textOf(key));
      if (set !== undefined) for (const follower of set) follower.poll();
    },

    /**
     * Resolves with the status once it is final, or with the latest one when the time is up or the signal aborts.
     * If the database cannot be reached meanwhile, it only waits.
     */
    async waitUntilFinal(
      key: Key,
      timeoutMs: number,
      signal?: AbortSignal,
    ): Promise<Status | undefined> {
      if (isOver || signal?.aborted) return undefined;
      const { promise, resolve } = Promise.withResolvers<Status | undefined>();
      let latest: Status | undefined;
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

/** Follows creations. */
export function createCreationWatch(deps: {
  store: {
    readStatus: (tenantId: string, teamId: string) => Promise<TeamStatus | undefined>;
  };
  timers: Timers;
  onError: (error: unknown) => void;
}): StatusWatch {
  const { store, ...rest } = deps;
  return createStatusWatch({
    ...rest,
    read: ({ tenantId, teamId }: TeamKey) => store.readStatus(tenantId, teamId),
    textOf: ({ tenantId, teamId }) => `${tenantId}/${teamId}`,
  });
}

interface Follower {
  poll(): void;
  end(): void;
}

/** Reads one status, one read at a time, and passes on each that is newer than the last. */
function createFollower<Status extends FollowedStatus>(
  read: () => Promise<Status | undefined>,
  afterVersion: number,
  { onStatus, onError }: Listener<Status>,
): Follower {
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
