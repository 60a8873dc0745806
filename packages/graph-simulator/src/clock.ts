// Time as the simulator sees it: the machine's, or a virtual one that lets 15 minutes pass in no time.

export interface SimulatorClock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Resolves once `durationMs` have passed on this clock. */
  wait(durationMs: number): Promise<void>;
}

export const realClock: SimulatorClock = {
  now: () => Date.now(),
  wait: (durationMs) => new Promise((resolve) => setTimeout(resolve, durationMs)),
};

export interface VirtualClock extends SimulatorClock {
  /** Calls back once after this time, unless the returned function is called before. */
  after(durationMs: number, callback: () => void): () => void;
  /** Passes time up to the moment given, waking everything that is due on the way, in order. */
  advanceTo(momentMs: number): void;
  /** When the next waiter is due, if anybody waits. */
  nextDueAt(): number | undefined;
  /** Counts the work as in progress until it settles. While any work is in progress, `run` lets no time pass. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Whenever no work is in progress, advances time to the next waiter, until the work settles. */
  run<T>(work: Promise<T>): Promise<T>;
}

interface Waiter {
  readonly dueAt: number;
  readonly number: number;
  /** Undefined once cancelled. */
  wake: (() => void) | undefined;
}

/** A binary heap by due time, then by order of arrival, so that a run replays. */
function createHeap() {
  const items: Waiter[] = [];
  const before = (a: Waiter, b: Waiter): boolean =>
    a.dueAt < b.dueAt || (a.dueAt === b.dueAt && a.number < b.number);
  return {
    first: (): Waiter | undefined => items[0],
    push(item: Waiter): void {
      let at = items.push(item) - 1;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        const above = items[parent];
        if (above === undefined || !before(item, above)) break;
        items[at] = above;
        at = parent;
      }
      items[at] = item;
    },
    pop(): Waiter | undefined {
      const first = items[0];
      const last = items.pop();
      if (first === undefined || last === undefined || items.length === 0) return first;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        let below = items[child];
        if (below === undefined) break;
        const sibling = items[child + 1];
        if (sibling !== undefined && before(sibling, below)) {
          below = sibling;
          child += 1;
        }
        if (!before(below, last)) break;
        items[at] = below;
        at = child;
      }
      items[at] = last;
      return first;
    },
  };
}

export function createVirtualClock(startMs = Date.UTC(2027, 0, 1)): VirtualClock {
  const heap = createHeap();
  let nowMs = startMs;
  let counter = 0;
  let inFlight = 0;
  /** They wait for anything to change: a waiter came, or no work is in progress. */
  let watchers: (() => void)[] = [];

  function noteChange(): void {
    const woken = watchers;
    watchers = [];
    for (const wake of woken) wake();
  }

  /** The next waiter that was not cancelled. */
  function first(): Waiter | undefined {
    for (;;) {
      const next = heap.first();
      if (next === undefined || next.wake !== undefined) return next;
      heap.pop();
    }
  }

  /** Passes time to the moment given, waking what is due by then, in order. */
  function pass(momentMs: number): void {
    for (let next = first(); next && next.dueAt <= momentMs; next = first()) {
      heap.pop();
      nowMs = Math.max(nowMs, next.dueAt);
      next.wake?.();
    }
    nowMs = Math.max(nowMs, momentMs);
  }

  function after(durationMs: number, callback: () => void): () => void {
    counter += 1;
    const waiter: Waiter = {
      dueAt: nowMs + Math.max(0, durationMs),
      number: counter,
      wake: callback,
    };
    heap.push(waiter);
    noteChange();
    return () => {
      waiter.wake = undefined;
    };
  }

  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  /** Leaves the processor to those that do the work. */
  const change = (): Promise<void> => new Promise((resolve) => watchers.push(resolve));

  return {
    now: () => nowMs,
    after,
    wait: (durationMs) => new Promise((resolve) => after(durationMs, resolve)),
    advanceTo: pass,
    nextDueAt: () => first()?.dueAt,
    track(work) {
      inFlight += 1;
      return work.finally(() => {
        inFlight -= 1;
        if (inFlight === 0) noteChange();
      });
    },
    async run(work) {
      const state = { settled: false };
      const watched = work.finally(() => {
        state.settled = true;
        noteChange();
      });
      // The caller sees a rejection through the promise returned at the end.
      watched.catch(() => undefined);
      let quietTurns = 0;
      while (!state.settled) {
        if (inFlight > 0) await change();
        await turn();
        quietTurns = inFlight === 0 ? quietTurns + 1 : 0;
        if (state.settled || quietTurns < 3) continue;
        quietTurns = 0;
        const next = first();
        if (next === undefined) {
          await change();
          continue;
        }
        // Everything that is due at this very moment wakes together.
        pass(next.dueAt);
      }
      return watched;
    },
  };
}
