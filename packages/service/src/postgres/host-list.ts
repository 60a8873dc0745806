// Chooses one of several hosts, starting with the last known primary. If a host cannot be reached or is a standby, the
// next one is tried.
import { readDatabaseHosts } from '../foundation/database-hosts.ts';
import { DatabaseStartError } from './start-error.ts';
import { isUnavailable } from './unavailable.ts';

export interface HostList {
  readonly count: number;
  /** An address with one host. */
  current(): string;
  /** Notes that a connection to the address failed. Answers false where another host would fail alike. */
  failed(url: string, error: unknown): boolean;
}

/** @throws DatabaseStartError where the address cannot be read */
export function createHostList(url: string): HostList {
  const urls = readDatabaseHosts(url);
  if (typeof urls === 'string') {
    throw new DatabaseStartError('The database address is not valid.');
  }
  let index = 0;
  return {
    count: urls.length,
    current: () => urls[index] ?? url,
    failed(failedUrl, error) {
      if (!isUnavailable(error)) return false;
      // Several connections may fail at once: the first of them moves on.
      if (urls[index] === failedUrl) index = (index + 1) % urls.length;
      return true;
    },
  };
}

/** Tries the hosts in their order, from the one that worked last. */
export async function onPrimary<T>(
  hosts: HostList,
  attempt: (url: string) => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    const url = hosts.current();
    try {
      return await attempt(url);
    } catch (error) {
      if (!hosts.failed(url, error) || tried >= hosts.count) throw error;
    }
  }
}
