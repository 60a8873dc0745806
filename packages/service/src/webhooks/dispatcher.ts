// Delivers what is queued: each endpoint at its own speed, so that none waits for another; the events of one
// group in their order; an endpoint that fails again and again is left alone for a while and then tried with
// one delivery. Any number of processes may run one: a delivery is claimed before it is attempted, and one
// whose claimer died is free again within seconds.
import type { Timers } from '../foundation/clock.ts';
import type { Attempt, Deliver } from './delivery.ts';
import type { DispatchStore } from './delivery-store.ts';
import { startEndpointWorker, type EndpointWorker } from './endpoint-worker.ts';

export interface Dispatcher {
  start(): void;
  /** Something was sealed, or is due. */
  wake(): void;
  /** Resolves when the attempts under way are done; those that take too long are cut off and due again. */
  stop(): Promise<void>;
}

const pollMs = 1_000;
/** So long a stop waits for attempts under way. */
const graceMs = 3_000;

export function createDispatcher(deps: {
  store: DispatchStore;
  deliver: Deliver;
  timers: Timers;
  /** From 0 up to 1. */
  random: () => number;
  now: () => number;
  /** Milliseconds that never go back and go on while this process stands still. */
  monotonicNow: () => number;
  /** Ends every attempt under way. */
  cutOff: () => Promise<void>;
  onAttempt: (attempt: Attempt) => void;
  onError: (error: unknown) => void;
}): Dispatcher {
  const { store, timers, cutOff, onError } = deps;
  const lines = new Map<string, EndpointWorker>();
  let cancel: (() => void) | undefined;
  let turning: Promise<void> | undefined;
  let again = false;
  let stopped = true;

  function turn(): void {
    if (stopped) return;
    if (turning !== undefined) {
      again = true;
      return;
    }
    cancel?.();
    turning = dispatchDue()
      .catch(onError)
      .finally(() => {
        turning = undefined;
        if (stopped) return;
        cancel = timers.after(again ? 0 : pollMs, turn);
        again = false;
      });
  }

  async function dispatchDue(): Promise<void> {
    let more = true;
    while (more) more = (await store.queueEvents()) && !stopped;
    for (const endpoint of await store.dueEndpoints()) {
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
      turn();
    },
    wake: turn,
    async stop() {
      stopped = true;
      cancel?.();
      await turning;
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
