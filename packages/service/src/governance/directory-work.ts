// Work of governance that asks the directory, one group at a time. The process that holds a tenant's lane does it, so that
// its calls wait in the same rate limiter as those of the creations. A group that fails is tried again, and affects no
// other.
import type { CallContext } from '../directory/call-context.ts';
import { type Directory, DirectoryError } from '../directory/directory.ts';
import type { Clock } from '../ground/clock.ts';
import { detailOf } from '../engine/failed-attempt.ts';
import type { LaneTask } from '../engine/lane.ts';
import type { GovernanceWork } from './tick.ts';

interface GroupItem {
  readonly tenantId: string;
  readonly teamId: string;
}

export interface DirectoryWorkStore<Item extends GroupItem> {
  /** Tenants with something due, longest wait first. */
  dueTenants(limit: number): Promise<readonly string[]>;
  due(tenantId: string, limit: number): Promise<readonly Item[]>;
  fail(item: Item, retryInMs: number, detail: string): Promise<void>;
  /** Absent: its items are due at once. */
  nextDueAt?(tenantId: string): Promise<Date | undefined>;
}

export interface DirectoryWork extends GovernanceWork {
  /** Ends the attempts in progress, which are due again elsewhere. */
  stop(this: void): Promise<void>;
}

export interface DirectoryWorkDeps {
  /** `Worker.runExclusive`. */
  readonly runExclusive: (tenantId: string, task: LaneTask) => Promise<boolean>;
  /** Resolves when callers' work leaves room. */
  readonly yieldToCallers: () => Promise<void>;
  /** Its calls cost nothing, and the governance clock may wait for them. */
  readonly isSandbox: (tenantId: string) => boolean;
  readonly clock: Clock;
  readonly onDone: (tenantId: string) => void;
  /** Wakes the tick: what was done outside a sandbox may be due for other kinds of work. */
  readonly wake: () => void;
  readonly onError: (error: unknown) => void;
}

const maxInFlight = 4;
const tenantsPerPoll = 50;
const itemsPerStep = 50;
const retryInMs = 10 * 60_000;
/** A group that was removed in the directory: the reconciliation finds out. */
const retryGoneInMs = 24 * 60 * 60_000;
/** A real directory is not asked while the process starts. */
const calmStartMs = 60_000;

export function createDirectoryWork<Item extends GroupItem>(
  deps: DirectoryWorkDeps & {
    readonly name: string;
    readonly store: DirectoryWorkStore<Item>;
    readonly work: (item: Item, directory: Directory, call: CallContext) => Promise<void>;
    readonly onFailed: (item: Item, error: unknown) => void;
  },
): DirectoryWork {
  const { name, store, work, runExclusive, yieldToCallers, isSandbox, clock } = deps;
  const { onDone, onFailed, wake, onError } = deps;
  const inFlight = new Map<string, Promise<number>>();
  const stopping = new AbortController();
  const startedAt = clock.now();

  async function doOne(item: Item, directory: Directory, call: CallContext): Promise<void> {
    try {
      await work(item, directory, call);
      onDone(item.tenantId);
    } catch (error) {
      if (call.signal.aborted) throw error;
      onFailed(item, error);
      const isGone = error instanceof DirectoryError && error.code === 'group_gone';
      await store.fail(item, isGone ? retryGoneInMs : retryInMs, detailOf(error));
    }
  }

  /** Answers how many items were done or deferred. */
  async function doAll(tenantId: string): Promise<number> {
    let done = 0;
    await runExclusive(tenantId, async (directory, laneEnds) => {
      const signal = AbortSignal.any([laneEnds, stopping.signal]);
      for (;;) {
        const items = await store.due(tenantId, itemsPerStep);
        for (const item of items) {
          if (signal.aborted) return;
          await yieldToCallers();
          await doOne(item, directory, { signal, teamId: item.teamId, isBackground: true });
          done += 1;
        }
        if (items.length < itemsPerStep) return;
      }
    });
    return done;
  }

  function start(tenantId: string): Promise<number> {
    const known = inFlight.get(tenantId);
    if (known !== undefined) return known;
    const task = doAll(tenantId)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) onError(error);
        return 0;
      })
      .finally(() => inFlight.delete(tenantId));
    inFlight.set(tenantId, task);
    return task;
  }

  return {
    name,
    async runDue() {
      let done = 0;
      for (const tenantId of await store.dueTenants(tenantsPerPoll)) {
        if (stopping.signal.aborted) break;
        if (isSandbox(tenantId)) done += await start(tenantId);
        else if (clock.now() - startedAt >= calmStartMs && inFlight.size < maxInFlight) {
          void start(tenantId).then((count) => {
            if (count > 0) wake();
          });
        }
      }
      return done;
    },
    async nextDueAt(tenantId) {
      if (store.nextDueAt !== undefined) {
        return isSandbox(tenantId) ? store.nextDueAt(tenantId) : undefined;
      }
      const hasDue = isSandbox(tenantId) && (await store.due(tenantId, 1)).length > 0;
      return hasDue ? new Date(0) : undefined;
    },
    async stop() {
      stopping.abort();
      await Promise.all(inFlight.values());
    },
  };
}
