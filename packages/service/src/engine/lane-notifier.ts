// Notifies the worker that holds a tenant's lane of new work: directly in this process, else by a notification,
// sent after the commit and at most once per tenant in a while. A poll covers both.
import type { Timers } from '../ground/clock.ts';

export interface LaneNotifier {
  notify(tenantId: string): void;
}

const atMostOnceInMs = 50;

/**
 * @param deps.wakeHere answers false when no lane of the tenant runs in this process
 * @param deps.notifyOthers reaches the workers of other processes
 */
export function createLaneNotifier(deps: {
  wakeHere: (tenantId: string) => boolean;
  notifyOthers: (tenantIds: readonly string[]) => Promise<void>;
  timers: Timers;
  onError: (error: unknown) => void;
}): LaneNotifier {
  const { wakeHere, notifyOthers, timers, onError } = deps;
  const toNotify = new Set<string>();
  let isPausing = false;

  /** The first one at once: a request on an idle service does not wait for others. */
  function send(): void {
    isPausing = toNotify.size > 0;
    if (!isPausing) return;
    const tenantIds = [...toNotify];
    toNotify.clear();
    notifyOthers(tenantIds).catch(onError);
    timers.after(atMostOnceInMs, send);
  }

  return {
    notify(tenantId) {
      if (wakeHere(tenantId)) return;
      toNotify.add(tenantId);
      if (!isPausing) send();
    },
  };
}
