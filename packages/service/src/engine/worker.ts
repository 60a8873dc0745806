// Holds lanes and runs them. A lease keeps a lane with one worker; it is renewed while the worker lives
// and taken over by another within seconds after it died.
import type { Clock, Timers } from '../ground/clock.ts';
import { createPoller, type Poller } from '../ground/poller.ts';
import { outsideOfCallers } from '../ground/shared-work.ts';
import type { Directory } from '../directory/directory.ts';
import type { BackgroundWork } from './api-priority.ts';
import type { Execute } from './execute.ts';
import type { LedgerEntry } from './creation.ts';
import { type Lane, type Lease, type LaneStore, type LaneTask, runLane } from './lane.ts';

export interface LeaseStore {
  /** Takes the lane if it is free, under a new epoch; unfinished work of an earlier holder is due again. */
  take(tenantId: string, holder: string, leaseMs: number): Promise<Lease | undefined>;
  /** Prolongs the leases; answers those that are still held. */
  renew(leases: readonly Lease[], holder: string, leaseMs: number): Promise<readonly Lease[]>;
  release(lease: Lease): Promise<void>;
  /**
   * Tenants with due creations and a free lane, and tenants whose holder is gone: its lease has ended, or it is this
   * process but the lane is not in `held`.
   */
  findUnattended(
    holder: string,
    held: readonly string[],
    leaseMs: number,
    atMost: number,
  ): Promise<readonly string[]>;
}

export interface Worker {
  /** Some tenant may have due work, or the holder of its lane may be gone. */
  look(): void;
  /** Creations of the tenant may be due. Returns false if another process should be notified. */
  wake(tenantId: string): boolean;
  /**
   * Does the task while this process holds the tenant's lane: `Lane.runExclusive`. Answers false, without
   * beginning, when another process holds it or there is no room for it.
   */
  runExclusive(tenantId: string, task: LaneTask): Promise<boolean>;
  /** Number of lanes that this process holds. */
  lanesHeld(): number;
  /** Releases all lanes; work in progress stops at its next record. */
  stop(): Promise<void>;
}

const leaseMs = 10_000;
const renewEveryMs = 2_500;
const defaultMaxLanes = 200;

interface WorkerDeps<Entry extends LedgerEntry> {
  readonly leases: LeaseStore;
  readonly store: LaneStore<Entry>;
  readonly directoryOf: (tenantId: string) => Directory;
  readonly execute: Execute<Entry>;
  /** Paces the creations; virtual time in some tests. */
  readonly clock: Clock & Timers;
  /** Paces renewals: leases go by the time of the database. */
  readonly timers: Timers;
  /** Milliseconds that never go back and that advance while this process is frozen. */
  readonly monotonicNow: () => number;
  /** Unique to this process and start. */
  readonly holder: string;
  readonly onError: (error: unknown) => void;
  readonly countPeople: (entry: Entry) => number;
  readonly yieldToCallers: (work: BackgroundWork) => Promise<void>;
  /** Default 200. */
  readonly maxLanes?: number;
}

export function createWorker<Entry extends LedgerEntry>(deps: WorkerDeps<Entry>): Worker {
  return new LaneWorker(deps);
}

class LaneWorker<Entry extends LedgerEntry> implements Worker {
  private readonly deps: WorkerDeps<Entry>;
  private readonly maxLanes: number;
  private readonly lanes = new Map<string, Lane>();
  /** Each lease holds at least until then, by `monotonicNow`. */
  private readonly heldUntil = new Map<Lease, number>();
  private readonly taking = new Map<string, Promise<void>>();
  /** Resolve, and never reject, once the lane is released. */
  private readonly releases = new Set<Promise<void>>();
  private readonly looking: Poller;
  /** Runs while there are lanes. */
  private readonly renewals: Poller;
  private renewing: Promise<void> | undefined;
  private stopped = false;

  constructor(deps: WorkerDeps<Entry>) {
    const { timers, onError } = deps;
    this.deps = deps;
    this.maxLanes = deps.maxLanes ?? defaultMaxLanes;
    this.renewals = createPoller({
      run: () => this.renewOnce(),
      everyMs: renewEveryMs,
      firstAfterMs: renewEveryMs,
      timers,
      onError,
    });
    this.looking = createPoller({
      run: () => this.findWork(),
      everyMs: Number.POSITIVE_INFINITY,
      timers,
      onError,
    });
  }

  look(): void {
    if (this.stopped) return;
    this.looking.start();
    this.looking.wake();
  }

  wake(tenantId: string): boolean {
    const lane = this.lanes.get(tenantId);
    if (lane !== undefined) {
      lane.wake();
      return true;
    }
    // The lane outlives the request that wakes it.
    void outsideOfCallers(() => this.take(tenantId));
    return false;
  }

  async runExclusive(tenantId: string, task: LaneTask): Promise<boolean> {
    if (!this.lanes.has(tenantId)) {
      if (this.lanes.size >= this.maxLanes) return false;
      await (this.taking.get(tenantId) ?? this.take(tenantId));
    }
    return (await this.lanes.get(tenantId)?.runExclusive(task)) ?? false;
  }

  lanesHeld(): number {
    return this.lanes.size;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all([this.looking.stop(), this.renewals.stop(), ...this.taking.values()]);
    for (const lane of this.lanes.values()) void lane.stop();
    await Promise.all(this.releases);
  }

  private async take(tenantId: string): Promise<void> {
    const { leases, monotonicNow, holder, onError } = this.deps;
    if (this.stopped || this.taking.has(tenantId) || this.lanes.has(tenantId)) return;
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    this.taking.set(tenantId, taken);
    try {
      const askedAt = monotonicNow();
      const lease = await leases.take(tenantId, holder, leaseMs);
      if (lease === undefined) return;
      this.heldUntil.set(lease, askedAt + leaseMs);
      if (this.stopped) await leases.release(lease);
      else this.open(lease);
    } catch (error) {
      onError(error);
    } finally {
      this.taking.delete(tenantId);
      resolve();
    }
  }

  private open(lease: Lease): void {
    const { store, directoryOf, execute, clock, onError, countPeople, yieldToCallers } = this.deps;
    const { tenantId } = lease;
    const lane = runLane({
      lease,
      store,
      directory: () => directoryOf(tenantId),
      execute,
      clock,
      onError,
      isHeld: () => this.confirm(lease),
      countPeople,
      yieldToCallers,
    });
    this.lanes.set(tenantId, lane);
    this.renewals.start();
    const released = this.releaseOnceEnded(lane)
      .catch(onError)
      .finally(() => this.releases.delete(released));
    this.releases.add(released);
  }

  private async releaseOnceEnded(lane: Lane): Promise<void> {
    const { lease } = lane;
    const why = await lane.ended;
    if (this.lanes.get(lease.tenantId) === lane) this.lanes.delete(lease.tenantId);
    this.heldUntil.delete(lease);
    if (this.lanes.size === 0) void this.renewals.stop();
    await this.deps.leases.release(lease);
    // Work accepted while the lane closed may have missed its notification.
    if (why === 'idle') this.look();
  }

  /**
   * Whether the lease holds. If its time may be over, as after an outage of the database, it is renewed: where no other
   * worker has taken the lane, the work in progress continues. A renewal whose answer took as long as a lease proves
   * nothing, so another one follows.
   */
  private async confirm(lease: Lease): Promise<boolean> {
    const holds = () => this.deps.monotonicNow() < (this.heldUntil.get(lease) ?? 0);
    for (let renewals = 0; renewals < 2 && !holds(); renewals += 1) {
      try {
        await this.renewOnce();
      } catch (error) {
        this.deps.onError(error);
        return false;
      }
    }
    return holds();
  }

  /** Calls at once share one renewal. */
  private renewOnce(): Promise<void> {
    this.renewing ??= this.renew().finally(() => {
      this.renewing = undefined;
    });
    return this.renewing;
  }

  private async renew(): Promise<void> {
    const { leases, monotonicNow, holder } = this.deps;
    if (this.lanes.size === 0) return;
    const held = [...this.lanes.values()];
    const askedAt = monotonicNow();
    const renewed = await leases.renew(
      held.map(({ lease }) => lease),
      holder,
      leaseMs,
    );
    const kept = new Set(renewed.map(({ tenantId, epoch }) => `${tenantId}/${epoch}`));
    for (const lane of held) {
      if (!kept.has(`${lane.lease.tenantId}/${lane.lease.epoch}`)) void lane.stop();
      else this.heldUntil.set(lane.lease, askedAt + leaseMs);
    }
  }

  private async findWork(): Promise<void> {
    const { leases, holder } = this.deps;
    if (this.stopped) return;
    const room = this.maxLanes - this.lanes.size;
    if (room <= 0) {
      // Tenants that only wait, for example for an unreachable directory, make room for others until they are due.
      for (const lane of this.lanes.values()) if (lane.isIdle()) void lane.stop();
      return;
    }
    const held = [...this.lanes.keys()];
    const unattended = await leases.findUnattended(holder, held, leaseMs, room);
    for (const tenantId of unattended) await this.take(tenantId);
  }
}
