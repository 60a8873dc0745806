// Limits that several processes keep together: each one counts by itself and reports its counts to the others some
// dozens of times a second. A burst over all processes may exceed a limit by the requests of these few milliseconds.
import type { Timers } from './clock.ts';

/** The name of the limit, the key within it, and the number to add. */
export type Count = readonly [limit: string, key: string, count: number];

/** Takes from a bucket, which refills by itself. */
export interface SharedTakes {
  report(key: string, count: number): void;
  /** Calls back with each take of another process. */
  listen(onTake: (key: string, count: number) => void): void;
}

/** Things that are held for a while. Those of a process that has ended are released. */
export interface SharedHoldings {
  /** @param change negative for a release */
  report(key: string, change: number): void;
  /** Held by the other processes together. */
  heldByOthers(key: string): number;
}

export interface SharedLimits {
  takes(limit: string): SharedTakes;
  holdings(limit: string): SharedHoldings;
}

export interface SharedLimitsExchange extends SharedLimits {
  receive(sender: string, counts: readonly Count[]): void;
  /** The process has ended. */
  forget(sender: string): void;
}

const collectMs = 10;

export function createSharedLimits(deps: {
  readonly send: (counts: readonly Count[]) => void;
  readonly timers: Timers;
}): SharedLimitsExchange {
  const { send, timers } = deps;
  const listeners = new Map<string, (key: string, count: number) => void>();
  const held = new Map<string, ReturnType<typeof createHeldByOthers>>();
  const unsent = new Map<string, Map<string, number>>();

  function report(limit: string, key: string, count: number): void {
    if (unsent.size === 0) timers.after(collectMs, flush);
    const counts = unsent.get(limit) ?? new Map<string, number>();
    unsent.set(limit, counts.set(key, (counts.get(key) ?? 0) + count));
  }

  function flush(): void {
    const counts = [...unsent].flatMap(([limit, byKey]) =>
      [...byKey].flatMap(([key, count]): Count[] => (count === 0 ? [] : [[limit, key, count]])),
    );
    unsent.clear();
    if (counts.length > 0) send(counts);
  }

  return {
    takes: (limit) => ({
      report: (key, count) => report(limit, key, count),
      listen: (onTake) => void listeners.set(limit, onTake),
    }),
    holdings(limit) {
      const ofLimit = createHeldByOthers();
      held.set(limit, ofLimit);
      return {
        report: (key, change) => report(limit, key, change),
        heldByOthers: (key) => ofLimit.of(key),
      };
    },
    receive(sender, counts) {
      for (const [limit, key, count] of counts) {
        listeners.get(limit)?.(key, count);
        held.get(limit)?.add(sender, key, count);
      }
    },
    forget(sender) {
      for (const ofLimit of held.values()) ofLimit.forget(sender);
    },
  };
}

function createHeldByOthers() {
  const byKey = new Map<string, Map<string, number>>();

  function add(sender: string, key: string, change: number): void {
    const bySender = byKey.get(key) ?? new Map<string, number>();
    const left = (bySender.get(sender) ?? 0) + change;
    // This process may have started after the take, and get its release only.
    if (left > 0) byKey.set(key, bySender.set(sender, left));
    else if (bySender.delete(sender) && bySender.size === 0) byKey.delete(key);
  }

  return {
    add,
    of(key: string): number {
      let sum = 0;
      for (const count of byKey.get(key)?.values() ?? []) sum += count;
      return sum;
    },
    forget(sender: string): void {
      for (const [key, bySender] of byKey) {
        bySender.delete(sender);
        if (bySender.size === 0) byKey.delete(key);
      }
    },
  };
}
