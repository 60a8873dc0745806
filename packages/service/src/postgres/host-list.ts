// The hosts of a database address, and which of them is the primary. With one host, it is the server that the newest
// connection leads to. With several, all are asked at once, and connections lead to the one that was chosen, until the
// next search chooses another one.
import { readDatabaseHosts } from '../ground/database-hosts.ts';
import type { WritableServer } from './inspect-server.ts';
import type { Log } from './log.ts';
import { searchPrimary } from './choose-primary.ts';
import { DatabaseStartError, isNoneFree, isUnavailable } from './unavailable.ts';

export interface HostList {
  readonly count: number;
  /** An address with one host. */
  current(): string;
  /** The start of the server that connections may lead to. */
  serverStartedAt(): string | undefined;
  /**
   * Notes which server a new connection leads to.
   * @throws DatabaseStartError where another one is the primary, or may be
   */
  accept(startedAt: string): void;
  /** Asks all hosts, and chooses; calls at once share one search. @throws what kept each host from being chosen */
  search(): Promise<void>;
  /** Searches first if a connection has failed since the last search, or none took place. */
  settle(): Promise<void>;
  /** Notes that a connection to the present host failed. */
  failed(): void;
  /** Calls the listener when connections to the previous server are useless. */
  onChange(listener: () => void): void;
}

/** @throws DatabaseStartError where the address cannot be read */
export function createHostList(url: string, { log }: { readonly log: Log }): HostList {
  const urls = readUrls(url);
  const listeners = new Set<() => void>();
  let primary: WritableServer | undefined;
  let startedAt: string | undefined;
  let isInDoubt = urls.length > 1;
  let searching: Promise<void> | undefined;

  function follow(nextStart: string): void {
    const isAnother = startedAt !== undefined && startedAt !== nextStart;
    startedAt = nextStart;
    if (isAnother) for (const listener of listeners) listener();
  }

  function choose(chosen: WritableServer): void {
    const { history } = chosen;
    if (chosen.startedAt !== startedAt) {
      const { host } = new URL(chosen.url);
      log.info({ host, timeline: history?.timeline }, 'the primary of the database was found');
    }
    // A server that reports no history leaves the known one in force.
    const newest = history ?? primary?.history;
    primary = { ...chosen, ...(newest && { history: newest }) };
    isInDoubt = false;
    follow(chosen.startedAt);
  }

  function search(): Promise<void> {
    searching ??= searchPrimary({ urls, known: primary, log })
      .then(choose)
      .finally(() => {
        searching = undefined;
      });
    return searching;
  }

  return {
    count: urls.length,
    current: () => primary?.url ?? urls[0] ?? url,
    serverStartedAt: () => startedAt,
    accept(actual) {
      if (urls.length > 1 && actual !== startedAt) {
        isInDoubt = true;
        throw new DatabaseStartError(
          'A connection led to another server than the primary that was found. The service searches again.',
        );
      }
      follow(actual);
    },
    search,
    settle: async () => {
      if (isInDoubt) await search();
    },
    failed() {
      isInDoubt = urls.length > 1;
    },
    onChange: (listener) => void listeners.add(listener),
  };
}

function readUrls(url: string): readonly string[] {
  const urls = readDatabaseHosts(url);
  if (typeof urls === 'string') throw new DatabaseStartError('The database address is not valid.');
  return urls;
}

/** Tries the known primary, and once more after a search. */
export async function onPrimary<T>(
  hosts: HostList,
  attempt: (url: string) => Promise<T>,
): Promise<T> {
  await hosts.settle();
  try {
    return await attempt(hosts.current());
  } catch (error) {
    if (!isUnavailable(error) || isNoneFree(error) || hosts.count === 1) throw error;
    hosts.failed();
  }
  await hosts.settle();
  return attempt(hosts.current());
}

// Leaves a primary that was replaced without closing its connections: one that was cut off, or that continues beside its
// successor. Only for several hosts; a single one has no successor to look for.
const lookEveryMs = 1_000;
/** A statement that takes longer may wait for a server that is gone. */
const suspiciousAfterMs = 2_000;
/** Bounds how long a process stays with a primary that was replaced and answers. */
const searchEveryMs = 10_000;

/**
 * @param longestUseMs for how long the connection that was taken first is in use
 * @returns ends the watch
 */
export function watchPrimary(hosts: HostList, longestUseMs: () => number): () => void {
  if (hosts.count === 1) return () => undefined;
  let searchedAt = performance.now();
  const timer = setInterval(() => {
    const isDue = performance.now() - searchedAt >= searchEveryMs;
    if (!isDue && longestUseMs() < suspiciousAfterMs) return;
    searchedAt = performance.now();
    // Without an answer, the statements in progress decide.
    hosts.search().catch(() => undefined);
  }, lookEveryMs);
  timer.unref();
  return () => clearInterval(timer);
}
