// Delivers queued events: each endpoint at its own speed, so that none waits for another; the events of one group in
// order. It looks when it is woken: by new activity, and about once a second while there is an endpoint. After repeated failures, an endpoint is paused and then tried with one delivery. Any number of processes may
// run one: a delivery is claimed before it is attempted, and the claim of a dead process is free again within
// seconds.
import type { Timers } from '../../ground/clock.ts';
import { createPoller, type Poller } from '../../ground/poller.ts';
import type { Attempt, Deliver } from './delivery.ts';
import type { DispatchStore } from './delivery-store.ts';
import { leaseMs, startEndpointWorker, type EndpointWorker } from './endpoint-worker.ts';

/** Time for which a stop waits for attempts in progress. */
const graceMs = 3_000;

export function createDispatcher(deps: {
  store: DispatchStore;
  deliver: Deliver;
  timers: Timers;
  /** The number is at least 0 and below 1. */
  random: () => number;
  /** Milliseconds of a clock that never goes back and keeps running while this process is paused. */
  monotonicNow: () => number;
  /** Ends every attempt in progress. */
  cutOff: () => Promise<void>;
  onAttempt: (attempt: Attempt) => void;
  onError: (error: unknown) => void;
}): Poller {
  const { store, timers, cutOff, onError } = deps;
  const lines = new Map<string, EndpointWorker>();
  let stopped = true;
  const poller = createPoller({
    run: dispatchDue,
    everyMs: Number.POSITIVE_INFINITY,
    timers,
    onError,
  });

  async function dispatchDue(): Promise<void> {
    if (!(await store.hasEndpoints())) return;
    let more = true;
    while (more) more = (await store.queueEvents()) && !stopped;
    for (const endpoint of await store.dueEndpoints(leaseMs)) {
      const key = `${endpoint.tenantId}/${endpoint.endpointId}`;
      const present = lines.get(key);
      if (present !== undefined) present.fill();
      else if (!stopped) {
        const line = startEndpointWorker(endpoint, deps);
        lines.set(key, line);
        void line.ended.finally(() => lines.delete(key));
      }
    }
  }

  return {
    start() {
      stopped = false;
      poller.start();
    },
    wake: () => poller.wake(),
    /** Lets attempts in progress finish; those that take longer than the grace time are aborted and due again. */
    async stop() {
      stopped = true;
      await poller.stop();
      const left = [...lines.values()];
      const cancelCut = timers.after(graceMs, () => {
        for (const line of left) line.abort();
        void cutOff().catch(onError);
      });
      await Promise.all(left.map((line) => line.stop()));
      cancelCut();
    },
  };
}
