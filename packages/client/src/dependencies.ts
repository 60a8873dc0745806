// The dependencies of the client: tests supply their own network, time and randomness.

export interface Deps {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** At least 0 and below 1. */
  random(): number;
  /** Ends after `durationMs`; throws the signal's reason as soon as it is aborted. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>;
}

export const realDeps: Deps = {
  // Wrapped, because browsers refuse a fetch that is called as a method of another object.
  fetch: (input, init) => globalThis.fetch(input, init),
  now: () => Date.now(),
  random: () => Math.random(),
  sleep,
};

function sleep(durationMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, durationMs);
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
