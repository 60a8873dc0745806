// Refuses creations of a tenant before their wait would grow past the operator's bound. The wait is foreseen from the age
// of the tenant's oldest creation that has not begun, and from the speed at which this oldest one moves on. Each tenant
// is measured by itself, so that one with a backlog costs no other anything.
import type { Clock, Timers } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
import { createPoller } from '../../ground/poller.ts';

export interface Admission {
  /** @throws DomainError `rate_limited` */
  check(this: void, tenantId: string): void;
  stop(this: void): Promise<void>;
}

/** The result has the age of each tenant's oldest creation that has not begun, in milliseconds; absent where there is none. */
export type ReadOldestWaiting = (
  tenantIds: readonly string[],
) => Promise<ReadonlyMap<string, number>>;

const lookEveryMs = 1_000;
/** A tenant that asks for nothing is no longer looked at. */
const forgetAfterMs = 10_000;
/** A pause of the worker must not look like an endless wait. */
const minSpeed = 0.1;
const maxRetryAfterMs = 60_000;

interface Queue {
  askedAt: number;
  lookedAt: number;
  ageMs: number;
  /** The oldest one's acceptance moves on by this share of the time; 1: the wait stays as it is. */
  speed: number;
}

/** @param deps.maxWaitMs undefined: nothing is refused */
export function createAdmission(deps: {
  readonly maxWaitMs: number | undefined;
  readonly readOldestWaiting: ReadOldestWaiting;
  /** Never goes back. */
  readonly clock: Clock & Timers;
  readonly onError: (error: unknown) => void;
}): Admission {
  const { maxWaitMs, readOldestWaiting, clock, onError } = deps;
  const queues = new Map<string, Queue>();

  const poller = createPoller({
    async run() {
      const now = clock.now();
      for (const [tenantId, { askedAt }] of queues) {
        if (now - askedAt > forgetAfterMs) queues.delete(tenantId);
      }
      if (queues.size === 0) {
        void poller.stop();
        return;
      }
      const ages = await readOldestWaiting([...queues.keys()]);
      const lookedAt = clock.now();
      for (const [tenantId, queue] of queues) look(queue, ages.get(tenantId) ?? 0, lookedAt);
    },
    everyMs: lookEveryMs,
    timers: clock,
    onError,
  });

  return {
    check(tenantId) {
      if (maxWaitMs === undefined) return;
      const now = clock.now();
      const queue = queues.get(tenantId);
      if (queue === undefined) {
        queues.set(tenantId, { askedAt: now, lookedAt: now, ageMs: 0, speed: 1 });
        poller.start();
        return;
      }
      queue.askedAt = now;
      const waitMs = foreseen(queue);
      if (waitMs <= maxWaitMs) return;
      throw new DomainError(
        'rate_limited',
        `The groups of this tenant that wait to be created would take longer than ${Math.round(maxWaitMs / 1_000)} seconds. Wait for the time in the Retry-After header.`,
        { retryAfterMs: Math.min(maxRetryAfterMs, Math.max(1_000, waitMs - maxWaitMs)) },
      );
    },
    stop: () => poller.stop(),
  };
}

function look(queue: Queue, ageMs: number, lookedAt: number): void {
  const elapsedMs = lookedAt - queue.lookedAt;
  if (elapsedMs > 0) {
    const moved = (elapsedMs + queue.ageMs - ageMs) / elapsedMs;
    queue.speed = ageMs === 0 ? 1 : (queue.speed + Math.max(0, moved)) / 2;
  }
  queue.ageMs = ageMs;
  queue.lookedAt = lookedAt;
}

/** How long a creation would wait that is accepted now. */
function foreseen({ ageMs, speed }: Queue): number {
  return ageMs / Math.min(1, Math.max(minSpeed, speed));
}
