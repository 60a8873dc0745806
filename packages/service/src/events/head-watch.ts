// Lets readers wait until a tenant's chain grows. The chain appender of this process notifies at once. For seals of other
// processes, one poll a few times a second serves all waiting readers.
import type { Clock, Timers } from '../ground/clock.ts';
import { DomainError } from '../ground/errors.ts';
import { createPoller } from '../ground/poller.ts';

export interface HeadWatch {
  /** The chain of the tenant ends at this position now. */
  notify(tenantId: string, position: number): void;
  /**
   * Starts the wait of a reader, until its time ends or the signal aborts.
   * @throws DomainError `rate_limited` if the tenant has too many
   */
  begin(tenantId: string, timeoutMs: number, signal?: AbortSignal): HeadWait;
  /** It ends every wait at once before a stop, and prevents new ones. */
  endAll(): void;
}

export interface HeadWait {
  /** Resolves with true once the chain ends after this position, with false when the time is up. */
  next(afterPosition: number): Promise<boolean>;
  end(): void;
}

const pollMs = 400;
/** In one process. Each event is read for all that wait for it, and written for each. */
const waitsPerTenant = 100;
const retryAfterMs = 2_000;

interface Waiter {
  readonly tenantId: string;
  readonly afterPosition: number;
  readonly resolve: (hasMoved: boolean) => void;
}

export function createHeadWatch(deps: {
  readHeads: (tenantIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  clock: Clock & Timers;
  onError: (error: unknown) => void;
}): HeadWatch {
  const { readHeads, clock, onError } = deps;
  const waiters = new Set<Waiter>();
  const waitsByTenant = new Map<string, number>();
  let isOver = false;

  function settle(waiter: Waiter, hasMoved: boolean): void {
    if (!waiters.delete(waiter)) return;
    waiter.resolve(hasMoved);
    if (waiters.size === 0) void poller.stop();
  }

  /** @returns what gives the place back */
  function takePlace(tenantId: string): () => void {
    const waits = waitsByTenant.get(tenantId) ?? 0;
    if (waits >= waitsPerTenant) {
      const detail = `This tenant has ${waits} requests that wait for events. Wait until some have ended.`;
      throw new DomainError('rate_limited', detail, { retryAfterMs });
    }
    waitsByTenant.set(tenantId, waits + 1);
    return () => {
      const left = (waitsByTenant.get(tenantId) ?? 0) - 1;
      if (left > 0) waitsByTenant.set(tenantId, left);
      else waitsByTenant.delete(tenantId);
    };
  }

  function notifyAll(heads: ReadonlyMap<string, number>): void {
    for (const waiter of waiters) {
      if ((heads.get(waiter.tenantId) ?? 0) > waiter.afterPosition) settle(waiter, true);
    }
  }

  /** Polls while anybody waits. */
  const poller = createPoller({
    async run() {
      notifyAll(await readHeads([...new Set([...waiters].map(({ tenantId }) => tenantId))]));
    },
    everyMs: pollMs,
    timers: clock,
    onError,
  });

  return {
    notify: (tenantId, position) => notifyAll(new Map([[tenantId, position]])),
    begin(tenantId, timeoutMs, signal) {
      const leave = timeoutMs > 0 ? takePlace(tenantId) : () => undefined;
      const endsAt = clock.now() + timeoutMs;
      let current: Waiter | undefined;
      const endCurrent = () => {
        if (current !== undefined) settle(current, false);
      };
      signal?.addEventListener('abort', endCurrent);
      return {
        next(afterPosition) {
          const leftMs = endsAt - clock.now();
          if (isOver || signal?.aborted || timeoutMs === 0 || leftMs <= 0)
            return Promise.resolve(false);
          const { promise, resolve } = Promise.withResolvers<boolean>();
          const waiter = { tenantId, afterPosition, resolve };
          current = waiter;
          waiters.add(waiter);
          const cancelEnd = clock.after(leftMs, () => settle(waiter, false));
          // The first poll comes at once: the end may have moved since the caller read it.
          poller.start();
          return promise.finally(cancelEnd);
        },
        end() {
          signal?.removeEventListener('abort', endCurrent);
          endCurrent();
          leave();
        },
      };
    },
    endAll() {
      isOver = true;
      for (const waiter of waiters) settle(waiter, false);
    },
  };
}
