// Reads the events at some positions, once for all who want them at about the same time. Each use compares the hash of
// the entry that has the position now: after a failover that lost entries, it may be another one.
import { createRecentMap } from '../ground/recent-map.ts';
import { eventOf, type CloudEvent, type EventDeps } from './event.ts';
import type { FeedStore } from './feed.ts';

/** Endpoints of a tenant are seldom further apart. */
const keptEvents = 500;
/** It counts characters of data. Few events have more: those of changes with hundreds of people. So all stay at some megabytes. */
const maxKeptLength = 8_192;

/** The events at these positions of the tenant, in the same order; undefined where there is none. */
export type EventsAt = (
  tenantId: string,
  positions: readonly number[],
) => Promise<(CloudEvent | undefined)[]>;

interface Known {
  readonly hash: Buffer;
  readonly event: CloudEvent | undefined;
}

export function createRecentEvents(
  deps: EventDeps & { readonly feed: Pick<FeedStore, 'readAt'> },
): EventsAt {
  const { feed, ...eventDeps } = deps;
  const recent = createRecentMap<Known>(keptEvents);
  /** The last read of each tenant: those that wait for it need not read the same. */
  const lastReads = new Map<string, Promise<unknown>>();

  async function read(tenantId: string, positions: readonly number[]) {
    const keys = positions.map((position) => `${tenantId}/${position}`);
    const known = keys.map((key) => recent.get(key));
    const entries = await feed.readAt(
      tenantId,
      positions,
      known.map((one) => one?.hash ?? null),
    );
    const unknown = new Map(entries.map((entry) => [entry.position, entry]));
    return positions.map((position, index) => {
      const entry = unknown.get(position);
      if (entry === undefined) return known[index]?.event;
      const event = eventOf(entry, eventDeps);
      if (isKept(event)) recent.set(keys[index] ?? '', { hash: entry.hash, event });
      return event;
    });
  }

  return (tenantId, positions) => {
    const reading = (lastReads.get(tenantId) ?? Promise.resolve()).then(() =>
      read(tenantId, positions),
    );
    const ended = reading.then(
      () => undefined,
      () => undefined,
    );
    lastReads.set(tenantId, ended);
    void ended.then(() => {
      if (lastReads.get(tenantId) === ended) lastReads.delete(tenantId);
    });
    return reading;
  };
}

function isKept(event: CloudEvent | undefined): boolean {
  return event === undefined || JSON.stringify(event.data).length <= maxKeptLength;
}
