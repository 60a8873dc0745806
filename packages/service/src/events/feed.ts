// A tenant's events in their order, without gaps: events that were read never change, and new ones only appear
// after them.
import { isLimited, type GroupLimit } from '../ground/group-limit.ts';
import { DomainError } from '../ground/errors.ts';
import {
  eventId,
  eventOf,
  parseEventId,
  shortHash,
  type CloudEvent,
  type EventDeps,
  isEventWithin,
  type PlacedEntry,
} from './event.ts';
import type { HeadWatch } from './head-watch.ts';

export interface FeedStore {
  /** Sealed entries of the tenant at these positions, both included, in their order; fewer where they weigh much. */
  read(tenantId: string, fromPosition: number, toPosition: number): Promise<PlacedEntry[]>;
  /**
   * The entries at these positions.
   * @param knownHashes for each position, the hash of an entry that need not be read; null where none is known
   */
  readAt(
    tenantId: string,
    positions: readonly number[],
    knownHashes?: readonly (Buffer | null)[],
  ): Promise<PlacedEntry[]>;
  /** The last entry that was archived, before the first one that can be read. */
  archived(tenantId: string): Promise<FeedPosition | undefined>;
  /** Position of the last sealed entry by tenant; absent for a tenant that has none. */
  heads(tenantIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export interface FeedRequest {
  readonly tenantId: string;
  /** Only the events of these organisations; null: all of the tenant. */
  readonly within: GroupLimit;
  /** An event id, or `latest`; undefined: from the oldest event on. */
  readonly after: string | undefined;
  /** Only these types; undefined: all. */
  readonly types: readonly string[] | undefined;
  readonly limit: number;
  /** Maximum wait for an event if there is none; 0: no wait. */
  readonly waitMs: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
}

export interface FeedPage {
  readonly events: readonly CloudEvent[];
  /** The start of the next page: undefined while the tenant has no entry at all. */
  readonly after: string | undefined;
}

const entriesPerRead = 500;
/** A page looks at so many entries at most, however few of them it shows. */
const readsPerPage = 20;

export function createFeed(deps: EventDeps & { store: FeedStore; watch: HeadWatch }) {
  const { store, watch } = deps;

  async function startOf({ tenantId, after }: FeedRequest): Promise<FeedPosition | undefined> {
    if (after === undefined) return store.archived(tenantId);
    if (after === 'latest') {
      const head = (await store.heads([tenantId])).get(tenantId);
      const [last] = head === undefined ? [] : await store.read(tenantId, head, head);
      return last;
    }
    const id = parseEventId(after);
    if (id === undefined) throw unknownEvent();
    const [read] = await store.read(tenantId, id.position, id.position);
    const entry = read ?? (await store.archived(tenantId));
    if (entry?.position !== id.position || shortHash(entry.hash) !== id.shortHash) {
      throw unknownEvent();
    }
    return entry;
  }

  /** Many readers may wait for the same event of a tenant: they share a read, so that it costs the database no more. */
  const reading = new Map<string, Promise<PlacedEntry[]>>();
  const readTogether: FeedStore['read'] = (...window) => {
    const key = window.join('/');
    const read = reading.get(key) ?? store.read(...window).finally(() => reading.delete(key));
    reading.set(key, read);
    return read;
  };

  /** Reads on until the page is full, the end is reached, or it has looked at enough. */
  async function readOn(
    { tenantId, within, types, limit }: FeedRequest,
    start: FeedPosition | undefined,
    read: FeedStore['read'],
  ): Promise<{ events: CloudEvent[]; last: FeedPosition | undefined }> {
    const events: CloudEvent[] = [];
    let last = start;
    for (let reads = 0; reads < readsPerPage && events.length < limit; reads += 1) {
      const from = (last?.position ?? 0) + 1;
      const isFiltered = types !== undefined || isLimited(within);
      const window = isFiltered ? entriesPerRead : limit - events.length;
      const entries = await read(tenantId, from, from + window - 1);
      for (const entry of entries) {
        if (events.length === limit) break;
        last = entry;
        if (!isEventWithin(within, entry)) continue;
        const event = eventOf(entry, deps);
        if (event !== undefined && types?.includes(event.type) !== false) events.push(event);
      }
      // Entries that weigh much end the page; where few of them are shown, it looks at more.
      if (entries.length === 0 || (!isFiltered && entries.length < window)) break;
    }
    return { events, last };
  }

  /** @throws DomainError `invalid_query` when there is no event of the id `after`; `rate_limited` for a wait too many */
  return async function readFeed(request: FeedRequest): Promise<FeedPage> {
    const start = await startOf(request);
    const waiting = watch.begin(request.tenantId, request.waitMs, request.signal);
    try {
      let { events, last } = await readOn(request, start, (...window) => store.read(...window));
      while (events.length === 0 && (await waiting.next(last?.position ?? 0))) {
        ({ events, last } = await readOn(request, last, readTogether));
      }
      return { events, after: last === undefined ? undefined : eventId(last) };
    } finally {
      waiting.end();
    }
  };
}

export type ReadFeed = ReturnType<typeof createFeed>;

export interface FeedPosition {
  readonly position: number;
  readonly hash: Buffer;
}

function unknownEvent(): DomainError {
  const detail =
    'after is not the id of an event of this tenant, or that event was archived. Take it from nextLink or from an event. Without after, the feed starts with the oldest event; with after=latest, at its end.';
  return new DomainError('invalid_query', detail, {
    faults: [{ parameter: 'after', code: 'not_valid', detail }],
  });
}
