// A lane is a tenant's queue of creations while this worker holds it: it claims due creations, executes up to
// `maxInFlight` at once, and sleeps until one is due. If the ledger cannot be reached, or another worker has the
// lane, the lane ends; the next holder continues under a new epoch.
import type { Clock, Timers } from '../ground/clock.ts';
import type { Directory } from '../directory/directory.ts';
import type { BackgroundWork } from './api-priority.ts';
import type { LedgerEntry } from './creation.ts';
import type { Execute, LedgerRecord } from './execute.ts';
import { isUnavailable } from './failed-attempt.ts';

/** `lane-store.suite.ts` has its guarantees. */
export interface LaneStore<Entry extends LedgerEntry> {
  /**
   * Takes up to `atMost` due creations of the lane: those that have begun, then accepted ones, which are due whatever
   * clock accepted them. Each kind goes by due time, and so does the answer. The lane has them until it writes a record
   * that releases them, or ends.
   */
  claimDue(lane: Lease, atMost: number): Promise<readonly Entry[]>;
  /** Milliseconds until the next creation is due that the lane does not have; undefined when none waits. */
  nextDueInMs(lane: Lease): Promise<number | undefined>;
  write(lane: Lease, record: LedgerRecord<Entry>): Promise<WriteResult>;
}

/**
 * `ended`: the entry is final already, for example because a caller cancelled it before its first record. `lost`: the
 * lane's epoch has ended. Both: nothing was written.
 */
export type WriteResult = 'written' | 'ended' | 'lost';

/** Proof of holding a lane: it is valid while the lane's epoch is this one. */
export interface Lease {
  readonly tenantId: string;
  readonly epoch: number;
}

export interface Lane {
  readonly lease: Lease;
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

const maxInFlight = 512;
const maxPeopleInFlight = 10_000;
/** Fewer would leave the limits of a directory unused. */
const minInFlight = 32;
/** The lane expects so many people of an entry until it has claimed some. */
const expectedPeople = 40;
/** Refilling waits until a quarter of those in progress have ended, so that claims stay few and large. */
const claimShare = 4;
const idleForMs = 5_000;
/** A lane that was taken for a task alone: each look costs several statements, and there may be one for each tenant. */
const idleForMsAfterTasks = 1_000;
/** Due times of other processes' clocks and the database's are not ours: look again at least this often. */
const maxSleepMs = 2_000;

interface LaneDeps<Entry extends LedgerEntry> {
  readonly lease: Lease;
  readonly store: LaneStore<Entry>;
  readonly directory: () => Directory;
  readonly execute: Execute<Entry>;
  readonly clock: Clock & Timers;
  readonly onError: (error: unknown) => void;
  /**
   * False if the lease may have ended, for example because this process was paused, and cannot be renewed. The lane then
   * makes no more calls to the directory, because another worker may be executing the same creation.
   */
  readonly isHeld: () => Promise<boolean>;
  /** How many people the entry lists. */
  readonly countPeople: (entry: Entry) => number;
  /** Lets the callers of the process go first; resolves when the lane may claim again. */
  readonly yieldToCallers: (work: BackgroundWork) => Promise<void>;
}

export function runLane<Entry extends LedgerEntry>(deps: LaneDeps<Entry>): Lane {
  return new HeldLane(deps);
}

class HeldLane<Entry extends LedgerEntry> implements Lane {
  readonly lease: Lease;
  readonly ended: Promise<'idle' | 'stopped' | 'lost'>;
  private readonly deps: LaneDeps<Entry>;
  private readonly inFlight = new Set<Promise<void>>();
  private readonly tasks = new Set<Promise<void>>();
  private readonly abort = new AbortController();
  /** It belongs to the tasks: they write no records, and end with the lane. */
  private readonly end = new AbortController();
  private stopping = false;
  private lost = false;
  private woken = false;
  private idle = false;
  /** So many of its entries are in progress at once, by the people of the last ones. */
  private mostInFlight = mostOf(expectedPeople);
  private hasClaimed = false;
  /** Time of the last claim, until the lane has made way for it. */
  private claimedAt: number | undefined;
  /** More has been due since then than could begin. */
  private backlogSince: number | undefined;
  /** When the last creation in progress ended. */
  private emptiedAt = 0;
  /** Ends the present sleep. */
  private interruptSleep: (() => void) | undefined;

  constructor(deps: LaneDeps<Entry>) {
    this.deps = deps;
    this.lease = deps.lease;
    this.ended = this.runToTheEnd();
  }

  isIdle(): boolean {
    return this.idle;
  }

  wake(): void {
    this.woken = true;
    this.interruptSleep?.();
  }

  async runExclusive(task: LaneTask): Promise<boolean> {
    if (this.isOver() || this.end.signal.aborted) return false;
    const done = task(this.deps.directory(), this.end.signal);
    this.tasks.add(done);
    try {
      await done;
    } finally {
      this.tasks.delete(done);
      this.interruptSleep?.();
    }
    return true;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.end.abort();
    this.interruptSleep?.();
    await this.ended;
  }

  private async runToTheEnd(): Promise<'idle' | 'stopped' | 'lost'> {
    const why = await this.run().catch((error: unknown) => {
      this.deps.onError(error);
      this.lose();
      return 'lost' as const;
    });
    this.end.abort();
    await Promise.allSettled(this.tasks);
    // Only then may the lane be taken again: one process never executes a creation twice at once.
    await Promise.all(this.inFlight);
    return why;
  }

  private async run(): Promise<'idle' | 'stopped' | 'lost'> {
    const { lease, store, clock } = this.deps;
    let idleSince: number | undefined;
    while (!this.isOver()) {
      this.idle = false;
      if (this.hasRoom()) await this.yieldToCallers();
      this.woken = false;
      if (this.isOver()) break;
      const room = this.mostInFlight - this.inFlight.size;
      const hasRoom = this.hasRoom();
      const claimed = hasRoom ? await store.claimDue(lease, room) : [];
      for (const entry of claimed) this.start(entry);
      if (claimed.length > 0) {
        idleSince = undefined;
        this.hasClaimed = true;
        this.claimedAt = clock.now();
        this.mostInFlight = mostOf(this.peopleOfEach(claimed));
      }
      const isMoreDue = claimed.length === room;
      if (hasRoom) this.backlogSince = isMoreDue ? (this.backlogSince ?? clock.now()) : undefined;
      if (this.woken || this.isOver()) continue;
      if (this.inFlight.size > 0) {
        await this.sleep(maxSleepMs);
        continue;
      }
      const dueInMs = await store.nextDueInMs(lease);
      if (this.woken || this.isOver()) continue;
      const lingerMs = this.hasClaimed ? idleForMs : idleForMsAfterTasks;
      if (dueInMs === undefined && this.tasks.size === 0) {
        idleSince ??= clock.now();
        if (clock.now() - idleSince >= lingerMs) return 'idle';
      }
      this.idle = (dueInMs ?? idleForMs) >= idleForMs;
      // A task that ends interrupts the sleep.
      const sleepMs = dueInMs ?? (this.tasks.size === 0 ? lingerMs : maxSleepMs);
      await this.sleep(Math.max(1, Math.min(sleepMs, maxSleepMs)));
    }
    return this.lost ? 'lost' : 'stopped';
  }

  private start(entry: Entry): void {
    const executed = this.execute(entry).finally(() => {
      this.inFlight.delete(executed);
      if (this.inFlight.size === 0) this.emptiedAt = this.deps.clock.now();
      if (this.hasRoom()) this.interruptSleep?.();
    });
    this.inFlight.add(executed);
  }

  private hasRoom(): boolean {
    const { size } = this.inFlight;
    return size === 0 || this.mostInFlight - size >= this.mostInFlight / claimShare;
  }

  private peopleOfEach(entries: readonly Entry[]): number {
    const people = entries.reduce((sum, entry) => sum + this.deps.countPeople(entry), 0);
    return people / entries.length;
  }

  /** Lets callers go first after the work of a claim. */
  private async yieldToCallers(): Promise<void> {
    if (this.claimedAt === undefined) return;
    const { clock, yieldToCallers } = this.deps;
    const now = clock.now();
    const workedUntil = this.inFlight.size === 0 ? this.emptiedAt : now;
    await yieldToCallers({
      tenantId: this.lease.tenantId,
      workedMs: workedUntil - this.claimedAt,
      idleMs: now - workedUntil,
      backlogMs: this.backlogSince === undefined ? 0 : now - this.backlogSince,
    });
    this.claimedAt = undefined;
  }

  private async execute(entry: Entry): Promise<void> {
    const { directory, execute, onError } = this.deps;
    try {
      await execute(entry, directory, (record) => this.write(record), this.abort.signal);
    } catch (error) {
      onError(error);
      // If the ledger refuses a record of one creation, the next holder of the lane retries that creation; the
      // tenant's others continue.
      if (isUnavailable(error)) this.lose();
    }
  }

  private async write(record: LedgerRecord<Entry>): Promise<boolean> {
    const { lease, store, isHeld } = this.deps;
    const result = await store.write(lease, record);
    const isStillHeld = result !== 'lost' && (await isHeld());
    if (!isStillHeld) this.lose();
    return isStillHeld && result === 'written' && !this.stopping;
  }

  private lose(): void {
    this.lost = true;
    this.abort.abort();
    this.end.abort();
    this.interruptSleep?.();
  }

  private isOver(): boolean {
    return this.lost || this.stopping;
  }

  /** Sleeps until notified, or for the given time. */
  private async sleep(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.deps.clock.after(milliseconds, resolve);
    this.interruptSleep = resolve;
    await promise;
    this.interruptSleep = undefined;
    cancel();
  }
}

function mostOf(peopleOfEach: number): number {
  const most = Math.round(maxPeopleInFlight / Math.max(1, peopleOfEach));
  return Math.min(maxInFlight, Math.max(minInFlight, most));
}
