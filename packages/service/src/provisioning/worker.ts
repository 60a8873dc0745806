// Holds lanes and runs them. A lease keeps a lane with one worker; it is renewed while the worker lives
// and taken over by another within seconds after it died.
import type { Clock, Timers } from '../foundation/clock.ts';
import { createPoller } from '../foundation/poller.ts';
import type { Directory } from '../directory/directory.ts';
import type { Execute } from './execute.ts';
import type { LedgerEntry } from './creation.ts';
import { type Lane, type Lease, type LaneStore, type LaneTask, runLane } from './lane.ts';

export interface LeaseStore {
  /** Takes the lane if it is free, under a new epoch; unfinished work of an earlier holder is due again. */
  take(tenantId: string, holder: string, leaseMs: number): Promise<Lease | undefined>;
  /** Prolongs the leases; answers those that are still held. */
  renew(holds: readonly Lease[], holder: string, leaseMs: number): Promise<readonly Lease[]>;
  release(hold: Lease): Promise<void>;
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
  start(): void;
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
const pollEveryMs = 1_000;
const defaultMaxLanes = 200;

export function createWorker<Entry extends LedgerEntry>(deps: {
  leases: LeaseStore;
  store: LaneStore<Entry>;
  directoryOf: (tenantId: string) => Directory;
  execute: Execute<Entry>;
  /** Paces the creations; virtual time in some tests. */
  clock: Clock & Timers;
  /** Paces renewals and polls: leases go by the time of the database. */
  timers: Timers;
  /** Milliseconds that never go back and that advance while this process is frozen. */
  monotonicNow: () => number;
  /** Unique to this process and start. */
  holder: string;
  onError: (error: unknown) => void;
  yieldToOthers: () => Promise<'any' | 'few'>;
  /** Default 200. */
  maxLanes?: number;
}): Worker {
  const {
    leases,
    store,
    directoryOf,
    execute,
    clock,
    timers,
    monotonicNow,
    holder,
    onError,
    yieldToOthers,
  } = deps;
  const { maxLanes = defaultMaxLanes } = deps;
  const lanes = new Map<string, Lane>();
  /** Until when each lease holds at least, by `monotonicNow`. */
  const heldUntil = new Map<Lane['hold'], number>();
  const taking = new Map<string, Promise<void>>();
  /** Resolve, and never reject, once the lane is released. */
  const releases = new Set<Promise<void>>();
  let stopped = false;

  async function take(tenantId: string): Promise<void> {
    if (stopped || taking.has(tenantId) || lanes.has(tenantId)) return;
    const { promise: taken, resolve } = Promise.withResolvers<void>();
    taking.set(tenantId, taken);
    try {
      const askedAt = monotonicNow();
      const hold = await leases.take(tenantId, holder, leaseMs);
      if (hold === undefined) return;
      heldUntil.set(hold, askedAt + leaseMs);
      if (stopped) await leases.release(hold);
      else open(hold);
    } catch (error) {
      onError(error);
    } finally {
      taking.delete(tenantId);
      resolve();
    }
  }

  function open(hold: Lease): void {
    const { tenantId } = hold;
    const lane = runLane({
      hold,
      store,
      directory: () => directoryOf(tenantId),
      execute,
      clock,
      onError,
      isHeld: () => monotonicNow() < (heldUntil.get(hold) ?? 0),
      yieldToOthers,
    });
    lanes.set(tenantId, lane);
    const released = lane.ended
      .then(async (why) => {
        if (lanes.get(tenantId) === lane) lanes.delete(tenantId);
        heldUntil.delete(hold);
        await leases.release(hold);
        // Work accepted while the lane closed may have missed its notification, so poll once.
        if (why === 'idle') void poll().catch(onError);
      })
      .catch(onError)
      .finally(() => releases.delete(released));
    releases.add(released);
  }

  async function renew(): Promise<void> {
    if (lanes.size === 0) return;
    const held = [...lanes.values()];
    const askedAt = monotonicNow();
    const renewed = await leases.renew(
      held.map(({ hold }) => hold),
      holder,
      leaseMs,
    );
    const kept = new Set(renewed.map(({ tenantId, epoch }) => `${tenantId}/${epoch}`));
    for (const lane of held) {
      if (!kept.has(`${lane.hold.tenantId}/${lane.hold.epoch}`)) void lane.stop();
      else heldUntil.set(lane.hold, askedAt + leaseMs);
    }
  }

  async function poll(): Promise<void> {
    const room = maxLanes - lanes.size;
    if (stopped) return;
    if (room <= 0) {
      // Tenants that only wait, for example for an unreachable directory, make room for others until they are due.
      for (const lane of lanes.values()) if (lane.isIdle()) void lane.stop();
      return;
    }
    const unattended = await leases.findUnattended(holder, [...lanes.keys()], leaseMs, room);
    for (const tenantId of unattended) await take(tenantId);
  }

  const pollers = [
    createPoller({
      run: renew,
      everyMs: renewEveryMs,
      firstAfterMs: renewEveryMs,
      timers,
      onError,
    }),
    createPoller({ run: poll, everyMs: pollEveryMs, timers, onError }),
  ];

  return {
    start() {
      for (const poller of pollers) poller.start();
    },
    wake(tenantId) {
      const lane = lanes.get(tenantId);
      if (lane !== undefined) {
        lane.wake();
        return true;
      }
      void take(tenantId);
      return false;
    },
    async runExclusive(tenantId, task) {
      if (!lanes.has(tenantId)) {
        if (lanes.size >= maxLanes) return false;
        await (taking.get(tenantId) ?? take(tenantId));
      }
      return (await lanes.get(tenantId)?.runExclusive(task)) ?? false;
    },
    lanesHeld: () => lanes.size,
    async stop() {
      stopped = true;
      await Promise.all([...pollers.map((poller) => poller.stop()), ...taking.values()]);
      for (const lane of lanes.values()) void lane.stop();
      await Promise.all(releases);
    },
  };
}
