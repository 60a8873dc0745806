// How a probe waits: calls are repeated as provisioning repeats them, and what has to appear is looked for until its time
// is over.
import type { Clock, Timers } from '../../ground/clock.ts';
import type { CallContext } from '../../directory/call-context.ts';
import { DirectoryError } from '../../directory/directory.ts';

/** The time of the probe is over, which says nothing about the suite. */
export class ProbeTimeOver extends Error {}

export interface Looking {
  /** @throws DirectoryError a permanent one; ProbeTimeOver */
  persist<T>(this: void, attempt: (context: CallContext) => Promise<T>): Promise<T>;
  /**
   * Milliseconds until the look answers true; undefined if it does not within that time.
   * @throws DirectoryError a permanent one; ProbeTimeOver
   */
  appears(
    this: void,
    withinMs: number,
    look: (context: CallContext) => Promise<boolean>,
  ): Promise<number | undefined>;
  pause(this: void, milliseconds: number): Promise<void>;
}

const soonestMs = 1_000;
const latestMs = 60_000;

/** @param until on the clock */
export function createLooking(
  clock: Clock & Timers,
  context: Pick<CallContext, 'signal' | 'teamId'>,
  until: number,
): Looking {
  const { signal, teamId } = context;

  async function pause(milliseconds: number): Promise<void> {
    signal.throwIfAborted();
    if (clock.now() + milliseconds > until) throw new ProbeTimeOver();
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = () => resolve();
    const cancel = clock.after(milliseconds, end);
    signal.addEventListener('abort', end, { once: true });
    await promise;
    cancel();
    signal.removeEventListener('abort', end);
    signal.throwIfAborted();
  }

  const mayPass = (error: unknown): error is DirectoryError =>
    error instanceof DirectoryError && !error.permanent;
  const newCall = (): CallContext => ({ signal, teamId, notes: new Map() });

  return {
    pause,
    async persist(attempt) {
      const call = newCall();
      for (let waitMs = soonestMs; ; waitMs = Math.min(latestMs, waitMs * 2)) {
        try {
          return await attempt(call);
        } catch (error) {
          if (!mayPass(error)) throw error;
          await pause(Math.max(soonestMs, error.retryAfterMs ?? waitMs));
        }
      }
    },
    async appears(withinMs, look) {
      const call = newCall();
      const startedAt = clock.now();
      for (;;) {
        let askedMs = 0;
        try {
          if (await look(call)) return clock.now() - startedAt;
        } catch (error) {
          if (!mayPass(error)) throw error;
          askedMs = error.retryAfterMs ?? 0;
        }
        const elapsedMs = clock.now() - startedAt;
        if (elapsedMs >= withinMs) return undefined;
        const restMs = withinMs - elapsedMs;
        const nextMs = Math.min(latestMs, Math.max(soonestMs, elapsedMs / 4), restMs);
        await pause(Math.max(askedMs, nextMs));
      }
    },
  };
}
