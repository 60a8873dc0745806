// A few pieces of work at a time, in the order in which they were asked for. Work may be for someone, such as a tenant:
// then places are given to all who wait in turn, so that the many requests of one do not hold up the few of others.

export interface ConcurrencyLimit {
  /**
   * Runs the work once a place is free. Work that is given up while it waits is run at once, to say so itself.
   * @param whom the work is for
   */
  run<T>(work: () => Promise<T>, signal?: AbortSignal, whom?: string): Promise<T>;
}

export function createConcurrencyLimit(maxAtOnce: number): ConcurrencyLimit {
  let free = maxAtOnce;
  /** They are in the order of their turns. */
  const waiting = new Map<string, Set<() => void>>();

  function release(): void {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    const [whom, places] = next;
    const [onSlot] = places;
    // To the end: the others have their turns first.
    waiting.delete(whom);
    waiting.set(whom, places);
    onSlot?.();
  }

  function remove(whom: string, onSlot: () => void): void {
    const places = waiting.get(whom);
    places?.delete(onSlot);
    if (places?.size === 0) waiting.delete(whom);
  }

  /** Answers whether there is a place to give back. */
  async function enter(signal: AbortSignal | undefined, whom: string): Promise<boolean> {
    if (signal?.aborted) return false;
    if (free > 0) {
      free -= 1;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const leave = (hasSlot: boolean) => (): void => {
      remove(whom, onSlot);
      signal?.removeEventListener('abort', onAbort);
      resolve(hasSlot);
    };
    const onSlot = leave(true);
    const onAbort = leave(false);
    const places = waiting.get(whom) ?? new Set();
    waiting.set(whom, places.add(onSlot));
    signal?.addEventListener('abort', onAbort, { once: true });
    return await promise;
  }

  return {
    async run(work, signal, whom = '') {
      const hasSlot = await enter(signal, whom);
      try {
        return await work();
      } finally {
        if (hasSlot) release();
      }
    },
  };
}
