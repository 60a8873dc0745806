// Notifies the followers of a creation, or of an operation on a group, of each change: at once if this process made it,
// and by polling the database a few times a second if another process made it.
import type { CreationStatus } from '../../engine/creation.ts';
import { isFinal } from '../../engine/creation.ts';
import type { Timers } from '../../ground/clock.ts';
import { createPoller } from '../../ground/poller.ts';
import type { TeamStatus } from './team.ts';

const pollMs = 400;
const versionsPerRead = 1_000;

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

/**
 * @param deps.readVersions the number of the latest change of each key, in the order of the keys, where there is one
 * @param deps.textOf answers the same text for every key of a status
 */
export function createStatusWatch<Key, Status extends FollowedStatus>(deps: {
  read: (key: Key) => Promise<Status | undefined>;
  readVersions: (keys: readonly Key[]) => Promise<readonly (number | undefined)[]>;
  textOf: (key: Key) => string;
  timers: Timers;
  onError: (error: unknown) => void;
}) {
  const { read, readVersions, textOf, timers, onError } = deps;
  const followed = new Map<string, Followed<Key, Status>>();
  const waits = new Set<() => void>();
  let isOver = false;

  /** Polls while anybody follows. Only a status that has changed is read, so that thousands may be followed. */
  const poller = createPoller({
    async run() {
      const all = [...followed.values()];
      for (let from = 0; from < all.length; from += versionsPerRead) {
        const some = all.slice(from, from + versionsPerRead);
        const versions = await readVersions(some.map(({ key }) => key));
        for (const [index, one] of some.entries()) {
          if ((versions[index] ?? 0) > one.version()) one.poll();
        }
      }
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
    const one = followed.get(text) ?? createFollowed(key, () => read(key));
    followed.set(text, one);
    const unfollow = one.add(afterVersion, listener);
    poller.start();
    one.poll();
    return (): void => {
      // A key that was followed again meanwhile has another entry.
      if (unfollow() === 0 && followed.get(text) === one) followed.delete(text);
      if (followed.size === 0) void poller.stop();
    };
  }

  return {
    follow,

    /** A commit of this process changed the status. */
    notify(key: Key): void {
      followed.get(textOf(key))?.poll();
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

    /** It ends every wait at once with the current status before a stop, and prevents new waits. */
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
    readVersions: (keys: readonly TeamKey[]) => Promise<readonly (number | undefined)[]>;
  };
  timers: Timers;
  onError: (error: unknown) => void;
}): StatusWatch {
  const { store, ...rest } = deps;
  return createStatusWatch({
    ...rest,
    read: ({ tenantId, teamId }: TeamKey) => store.readStatus(tenantId, teamId),
    readVersions: store.readVersions,
    textOf: ({ tenantId, teamId }) => `${tenantId}/${teamId}`,
  });
}

interface Followed<Key, Status> {
  readonly key: Key;
  /** The newest that was read; 0 before the first one. */
  version(): number;
  poll(): void;
  /** The answer removes the listener, and says how many are left. */
  add(afterVersion: number, listener: Listener<Status>): () => number;
}

/** Reads one status, one read at a time, and passes it on to each listener that has not seen it. */
function createFollowed<Key, Status extends FollowedStatus>(
  key: Key,
  read: () => Promise<Status | undefined>,
): Followed<Key, Status> {
  const listeners = new Set<Listener<Status> & { seen: number }>();
  let newest = 0;
  let polling = false;
  let again = false;

  async function pollOnce(): Promise<void> {
    const status = await read();
    if (status === undefined) return;
    newest = Math.max(newest, status.version);
    for (const listener of listeners) {
      if (status.version <= listener.seen) continue;
      listener.seen = status.version;
      listener.onStatus(status);
    }
  }

  function poll(): void {
    if (polling) {
      again = true;
      return;
    }
    polling = true;
    pollOnce()
      .catch((error: unknown) => {
        for (const { onError } of listeners) onError(error);
      })
      .finally(() => {
        polling = false;
        if (again && listeners.size > 0) {
          again = false;
          poll();
        }
      });
  }

  return {
    key,
    version: () => newest,
    poll,
    add(afterVersion, { onStatus, onError }) {
      const listener = { onStatus, onError, seen: afterVersion };
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        return listeners.size;
      };
    },
  };
}
