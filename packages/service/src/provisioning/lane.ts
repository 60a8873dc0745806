// A lane is a tenant's queue of creations while this worker holds it: it claims due creations, executes up to
// `maxInFlight` at once, and sleeps until one is due. If the ledger cannot be reached, or another worker has the
// lane, the lane ends; the next holder continues under a new epoch.
import type { Clock, Timers } from '../foundation/clock.ts';
import type { Directory } from '../directory/directory.ts';
import type { LedgerEntry } from './creation.ts';
import type { Execute, LedgerRecord } from './execute.ts';
import { isUnavailable } from './failed-attempt.ts';

/** `lane-store.suite.ts` has its guarantees. */
export interface LaneStore<Entry extends LedgerEntry> {
  /**
   * Takes up to `atMost` due creations of the lane and marks them running: those that have begun, then accepted ones,
   * which are due whatever clock accepted them. Each kind goes by due time, and so does the answer.
   */
  claimDue(lane: Lease, atMost: number): Promise<readonly Entry[]>;
  /** Milliseconds until the next waiting creation is due; undefined when none waits. */
  nextDueInMs(tenantId: string): Promise<number | undefined>;
  /** False if the epoch has ended or the creation is final: then nothing was written. */
  write(lane: Lease, record: LedgerRecord<Entry>): Promise<boolean>;
}

/** Proof of holding a lane: it is valid while the lane's epoch is this one. */
export interface Lease {
  readonly tenantId: string;
  readonly epoch: number;
}

export interface Lane {
  readonly hold: Lease;
  /** Something may have become due. */
  wake(): void;
  /** True while nothing is in progress and nothing is due for a while. */
  isIdle(): boolean;
  /**
   * Does the task while the lane is held, with the lane's directory, so that its calls take turns with those of
   * the creations; the signal says that the lane ends. Answers false, without beginning, when it has ended.
   */
  runExclusive(task: LaneTask): Promise<boolean>;
  /** Lets creations in progress reach their next record, and ends. */
  stop(): Promise<void>;
  /** Resolves when the lane has ended, and with why. */
  readonly ended: Promise<'idle' | 'stopped' | 'lost'>;
}

export type LaneTask = (directory: Directory, signal: AbortSignal) => Promise<void>;

const maxInFlight = 256;
/** Refilling waits for this much room, so that claims stay few and large. */
const claimThreshold = 64;
const idleForMs = 5_000;
/** Due times of other processes' clocks and the database's are not ours: look again at least this often. */
const maxSleepMs = 2_000;

export function runLane<Entry extends LedgerEntry>(deps: {
  hold: Lease;
  store: LaneStore<Entry>;
  directory: () => Directory;
  execute: Execute<Entry>;
  clock: Clock & Timers;
  onError: (error: unknown) => void;
  /**
   * False once the lease may have ended, for example because this process was paused. The lane then makes no more
   * calls to the directory, because another worker may be executing the same creation.
   */
  isHeld: () => boolean;
  /** Lets other work of the process go first; resolves when the lane may claim again, and how many. */
  yieldToOthers: () => Promise<'any' | 'few'>;
}): Lane {
  const { hold, store, directory, execute, clock, onError, isHeld, yieldToOthers } = deps;
  const inFlight = new Set<Promise<void>>();
  const tasks = new Set<Promise<void>>();
  const abort = new AbortController();
  /** Of the tasks: they come to no record, and end with the lane. */
  const end = new AbortController();
  let stopping = false;
  let lost = false;
  let woken = false;
  let isIdle = false;
  let ring: (() => void) | undefined;

  function signal(): void {
    ring?.();
  }

  async function write(record: LedgerRecord<Entry>): Promise<boolean> {
    const written = (await store.write(hold, record)) && isHeld();
    if (!written) lose();
    return written && !stopping;
  }

  function lose(): void {
    lost = true;
    abort.abort();
    end.abort();
    signal();
  }

  function start(entry: Entry): void {
    const driven = begin(entry)
      .catch((error: unknown) => {
        onError(error);
        // If the ledger refuses a record of one creation, the next holder of the lane retries that creation; the
        // tenant's others continue.
        if (isUnavailable(error)) lose();
      })
      .finally(() => {
        inFlight.delete(driven);
        if (inFlight.size === 0 || maxInFlight - inFlight.size >= claimThreshold) signal();
      });
    inFlight.add(driven);
  }

  async function begin(entry: Entry): Promise<void> {
    await execute(entry, directory, write, abort.signal);
  }

  function isOver(): boolean {
    return lost || stopping;
  }

  /** Sleeps until notified, or for the given time. */
  async function sleep(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = clock.after(milliseconds, resolve);
    ring = resolve;
    await promise;
    ring = undefined;
    cancel();
  }

  async function run(): Promise<'idle' | 'stopped' | 'lost'> {
    let idleSince: number | undefined;
    let allowance: 'any' | 'few' = 'any';
    while (!isOver()) {
      woken = false;
      isIdle = false;
      const room = maxInFlight - inFlight.size;
      const atMost = allowance === 'few' ? Math.min(room, claimThreshold) : room;
      const claimed =
        room >= claimThreshold || inFlight.size === 0 ? await store.claimDue(hold, atMost) : [];
      for (const entry of claimed) start(entry);
      if (claimed.length > 0) {
        idleSince = undefined;
        allowance = await yieldToOthers();
      }
      if (woken || isOver() || (claimed.length === room && inFlight.size === 0)) continue;
      if (inFlight.size > 0) {
        await sleep(maxSleepMs);
        continue;
      }
      const dueInMs = await store.nextDueInMs(hold.tenantId);
      if (woken || isOver()) continue;
      if (dueInMs === undefined && tasks.size === 0) {
        idleSince ??= clock.now();
        if (clock.now() - idleSince >= idleForMs) return 'idle';
      }
      isIdle = (dueInMs ?? idleForMs) >= idleForMs;
      await sleep(Math.max(1, Math.min(dueInMs ?? idleForMs, maxSleepMs)));
    }
    return lost ? 'lost' : 'stopped';
  }

  const ended = run()
    .catch((error: unknown) => {
      onError(error);
      lose();
      return 'lost' as const;
    })
    .then(async (why) => {
      end.abort();
      await Promise.allSettled(tasks);
      // Only then may the lane be taken again: no creation is driven twice at once in one process.
      await Promise.all(inFlight);
      return why;
    });
  return {
    hold,
    isIdle: () => isIdle,
    wake() {
      woken = true;
      signal();
    },
    async runExclusive(task) {
      if (isOver() || end.signal.aborted) return false;
      const done = task(directory(), end.signal);
      tasks.add(done);
      try {
        await done;
      } finally {
        tasks.delete(done);
        signal();
      }
      return true;
    },
    async stop() {
      stopping = true;
      end.abort();
      signal();
      await ended;
    },
    ended,
  };
}
