// A few pieces of work at a time, in the order in which they were asked for.

export interface ConcurrencyLimit {
  /** Runs the work once a place is free. Work that is given up while it waits is run at once, to say so itself. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

export function createConcurrencyLimit(maxAtOnce: number): ConcurrencyLimit {
  let free = maxAtOnce;
  const waiting = new Set<() => void>();

  function release(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  }

  /** Answers whether there is a place to give back. */
  async function enter(signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted) return false;
    if (free > 0) {
      free -= 1;
      return true;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const leave = (hasSlot: boolean) => (): void => {
      waiting.delete(onSlot);
      signal?.removeEventListener('abort', onAbort);
      resolve(hasSlot);
    };
    const onSlot = leave(true);
    const onAbort = leave(false);
    waiting.add(onSlot);
    signal?.addEventListener('abort', onAbort, { once: true });
    return await promise;
  }

  return {
    async run(work, signal) {
      const hasSlot = await enter(signal);
      try {
        return await work();
      } finally {
        if (hasSlot) release();
      }
    },
  };
}
