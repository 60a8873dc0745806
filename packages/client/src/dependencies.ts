// The dependencies of the client: tests supply their own network, time and randomness.

export interface Deps {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** The number is at least 0 and below 1. */
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
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, durationMs);
  });
  return orAborted(over, signal).finally(() => clearTimeout(timer));
}

/** The outcome of the promise, or the signal's reason, whichever comes first. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    if (signal.aborted) {
      onAbort();
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Aborted with whichever is aborted first. */
export function either(signal: AbortSignal | undefined, other: AbortSignal): AbortSignal {
  return signal === undefined ? other : AbortSignal.any([signal, other]);
}
