// The log of the requests that API keys made, refused ones included. A request costs an entry in memory; entries are
// written once a second. How much is kept a second is bounded, so that the log neither slows requests down nor fills
// the disk: beyond the bound an entry is dropped and counted, first those of successful reads. Calls per key and day
// are counted whether or not their entries are kept.
import type { AnsweredRequest } from '../../ground/answered-request.ts';
import type { Clock, Timers } from '../../ground/clock.ts';
import { createPoller } from '../../ground/poller.ts';
import { createTokenBuckets } from '../../ground/token-buckets.ts';
import { keepable, type Keepable } from './keepable.ts';

export interface LogEntry extends Omit<
  AnsweredRequest,
  'body' | 'refusal' | 'isProved' | 'address'
> {
  /** Empty where it is not known. */
  readonly address: string;
  readonly occurredAt: Date;
  readonly code: string | null;
  readonly detail: string | null;
  readonly errors: Keepable | null;
  readonly body: Keepable | null;
  /** Parts of the body were left out because it was too large. */
  readonly isBodyCut: boolean;
}

/** Calls of one key on one day. */
export interface KeyCalls {
  readonly tenantId: string;
  readonly apiKeyId: string;
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  calls: number;
  refused: number;
}

/** `rate`: more than is kept in this time; `memory`: too many wait to be written; `write`: the database refused them. */
export type DropReason = 'rate' | 'memory' | 'write';

export interface RequestLog {
  /** Called once for each request, after its answer. */
  record(request: AnsweredRequest): void;
  start(): void;
  /** Writes what waits once more, and ends. */
  stop(): Promise<void>;
}

export interface RequestLogDeps {
  readonly write: (entries: readonly LogEntry[], calls: readonly KeyCalls[]) => Promise<void>;
  /** Tells a database that is away, after which a write is repeated, from one that refuses what is written. */
  readonly isTemporary: (error: unknown) => boolean;
  readonly onDropped: (reason: DropReason, count: number) => void;
  readonly onError: (error: unknown) => void;
  readonly clock: Clock & Timers;
  /** Never goes back. */
  readonly steadyClock: Clock;
}

const writeEveryMs = 1_000;
const maxWaiting = 5_000;
const maxBodyCharacters = 4 * 1024 * 1024;
const entriesPerWrite = 1_000;

/** A hundred a second in all, fifty of one tenant; a burst may take the share of a minute. */
const kept = { capacity: 6_000, refillMs: 60_000, most: 1 } as const;
const keptOfTenant = { capacity: 3_000, refillMs: 60_000, most: 10_000 } as const;
/** The rest is for requests that change something or were refused. */
const readsNeedLeft = 1_500;
/** A key that a caller only named: thirty, then one more every ten seconds. */
const keptOfNamed = { capacity: 30, refillMs: 300_000, most: 10_000 } as const;

export function createRequestLog(deps: RequestLogDeps): RequestLog {
  const { write, clock, steadyClock, onDropped, onError } = deps;
  const allowance = createAllowance(steadyClock);
  let waiting: LogEntry[] = [];
  let bodyCharacters = 0;
  let calls = new Map<string, KeyCalls>();
  /** One of `calls`: most requests are of the key of the one before. */
  let lastCalls: KeyCalls | undefined;
  /** Reported with the next write: a metric with labels costs more than all the rest of a request here. */
  const dropped: Record<'rate' | 'memory', number> = { rate: 0, memory: 0 };
  const dayOf = createDayText();
  let isStarted = false;

  function count({ tenantId, apiKeyId, status }: AnsweredRequest, day: string): void {
    let found = lastCalls;
    if (found?.apiKeyId !== apiKeyId || found.tenantId !== tenantId || found.day !== day) {
      const key = `${day} ${tenantId} ${apiKeyId}`;
      found = calls.get(key) ?? { tenantId, apiKeyId, day, calls: 0, refused: 0 };
      calls.set(key, found);
      lastCalls = found;
    }
    found.calls += 1;
    if (status >= 400) found.refused += 1;
  }

  function entryOf(request: AnsweredRequest, occurredAt: Date): LogEntry {
    const { body, refusal, isProved: _, ...rest } = request;
    const entry = {
      ...rest,
      userAgent: rest.userAgent?.slice(0, 300),
      address: (rest.address ?? '').slice(0, 64),
      occurredAt,
      code: refusal?.code ?? null,
      detail: refusal === null ? null : refusal.detail.slice(0, 1_000),
      errors: null,
      body: null,
      isBodyCut: false,
    };
    if (refusal === null) return entry;
    const errors = refusal.errors.length === 0 ? null : keepable(refusal.errors).value;
    if (body === undefined || body === null) return { ...entry, errors };
    if (bodyCharacters >= maxBodyCharacters) return { ...entry, errors, isBodyCut: true };
    const sent = keepable(body);
    bodyCharacters += sent.characters;
    return { ...entry, errors, body: sent.value, isBodyCut: sent.isCut };
  }

  /** Takes what waits, in portions, and puts back what a database that is away did not take. */
  async function flush(): Promise<void> {
    reportDropped();
    const entries = waiting;
    const counted = calls;
    waiting = [];
    bodyCharacters = 0;
    calls = new Map();
    lastCalls = undefined;
    let written = 0;
    let isCounted = false;
    try {
      while (written < entries.length || (!isCounted && counted.size > 0)) {
        const portion = entries.slice(written, written + entriesPerWrite);
        await write(portion, isCounted ? [] : [...counted.values()]);
        isCounted = true;
        written += portion.length;
      }
    } catch (error) {
      if (!isCounted)
        for (const [key, { calls: more, refused }] of counted) add(key, more, refused);
      const left = entries.slice(written);
      if (!deps.isTemporary(error)) {
        onDropped('write', left.length);
        throw error;
      }
      const room = Math.max(0, maxWaiting - waiting.length);
      if (left.length > room) onDropped('memory', left.length - room);
      waiting = [...left.slice(left.length - Math.min(room, left.length)), ...waiting];
    }

    function add(key: string, more: number, refused: number): void {
      const before = calls.get(key);
      const old = counted.get(key);
      if (before === undefined) {
        if (old !== undefined) calls.set(key, old);
      } else {
        before.calls += more;
        before.refused += refused;
      }
    }
  }

  function reportDropped(): void {
    for (const reason of ['rate', 'memory'] as const) {
      if (dropped[reason] > 0) onDropped(reason, dropped[reason]);
      dropped[reason] = 0;
    }
  }

  const poller = createPoller({
    async run() {
      const { rate, memory } = dropped;
      // The next request starts it again.
      if (waiting.length + calls.size + rate + memory === 0) void poller.stop();
      else await flush();
    },
    everyMs: writeEveryMs,
    firstAfterMs: writeEveryMs,
    timers: clock,
    onError,
  });
  return {
    record(request) {
      const now = clock.now();
      if (request.isProved) count(request, dayOf(now));
      if (!allowance.take(request)) dropped.rate += 1;
      else if (waiting.length >= maxWaiting) dropped.memory += 1;
      else waiting.push(entryOf(request, new Date(now)));
      if (isStarted) poller.start();
    },
    start() {
      isStarted = true;
      poller.start();
    },
    async stop() {
      isStarted = false;
      await poller.stop();
      await flush().catch(onError);
    },
  };
}

const dayMs = 86_400_000;

/** The day of a time as YYYY-MM-DD, UTC, put together once a day. */
function createDayText(): (now: number) => string {
  let lastDay = Number.NaN;
  let text = '';
  return (now) => {
    const day = Math.floor(now / dayMs);
    if (day !== lastDay) {
      lastDay = day;
      text = new Date(now).toISOString().slice(0, 10);
    }
    return text;
  };
}

const everything = '';

function createAllowance(clock: Clock) {
  const all = createTokenBuckets({ ...kept, clock });
  const ofTenant = createTokenBuckets({ ...keptOfTenant, clock });
  const ofNamed = createTokenBuckets({ ...keptOfNamed, clock });
  return {
    take({ tenantId, apiKeyId, isProved, method, status }: AnsweredRequest): boolean {
      const isRead = method === 'GET' && status < 400;
      if (isRead && all.left(everything) <= readsNeedLeft) return false;
      if (!isProved && ofNamed.take(`${tenantId} ${apiKeyId}`) < 0) return false;
      return ofTenant.take(tenantId) >= 0 && all.take(everything) >= 0;
    },
  };
}
