// Delivers to one endpoint until nothing is due for it or it has to be paused: several at once, but the events of one
// group in sequence (the store claims only the first of each). A claim is renewed until its attempt is recorded. If a
// claim was lost, for example because this process was paused, its delivery is not attempted.
import type { Timers } from '../foundation/clock.ts';
import type { Attempt, Deliver } from './delivery.ts';
import type { ClaimedDelivery, DeliveryRecord, DispatchStore } from './delivery-store.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { failuresBeforeHold, cooldownMs, retryDelayMs } from './retry-schedule.ts';

export interface EndpointWorker {
  /** More may be due. */
  fill(): void;
  /** Completes attempts in progress, and releases the other claims. */
  stop(): Promise<void>;
  /** Attempts in progress are about to be aborted: they do not count as failures, and are due again at once. */
  abort(): void;
  readonly ended: Promise<void>;
}

const attemptsAtOnce = 8;
const claimsAtOnce = 32;
/** Maximum time until the deliveries of a dead process are free. */
export const leaseMs = 10_000;
const renewEveryMs = 2_500;

export function startEndpointWorker(
  endpoint: WebhookEndpoint,
  deps: {
    store: Pick<DispatchStore, 'claim' | 'renew' | 'release' | 'record'>;
    deliver: Deliver;
    timers: Timers;
    random: () => number;
    monotonicNow: () => number;
    onAttempt: (attempt: Attempt) => void;
    onError: (error: unknown) => void;
  },
): EndpointWorker {
  const { store, deliver, timers, random, monotonicNow, onAttempt, onError } = deps;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  /** Until when each claim holds at least, by `monotonicNow`; a claim is here until its attempt is recorded. */
  const heldUntil = new Map<ClaimedDelivery, number>();
  let cancelRenewal = timers.after(renewEveryMs, renew);
  let queue: ClaimedDelivery[] = [];
  let underWay = 0;
  let claiming = false;
  let mayBeDue = true;
  let closing = false;
  let abandoned = false;
  let hasEnded = false;
  let { failuresInRow } = endpoint;

  function fill(): void {
    mayBeDue = true;
    goOn();
  }

  function goOn(): void {
    const atOnce = isFailing() ? 1 : attemptsAtOnce;
    while (!closing && underWay < atOnce) {
      const delivery = queue.shift();
      if (delivery === undefined) break;
      if (monotonicNow() >= (heldUntil.get(delivery) ?? 0)) {
        // It may be another's by now, or is due again.
        heldUntil.delete(delivery);
        continue;
      }
      underWay += 1;
      attempt(delivery)
        .catch((error: unknown) => {
          // A delivery that cannot be recorded is free again when its claim ends.
          closing = true;
          onError(error);
        })
        .finally(() => {
          heldUntil.delete(delivery);
          underWay -= 1;
          // The next event of the same group may be due now.
          mayBeDue = true;
          goOn();
        });
    }
    if (!closing && !claiming && mayBeDue && underWay < atOnce && queue.length === 0) void claim();
    else if (underWay === 0 && !claiming && (closing || queue.length === 0)) void close();
  }

  async function claim(): Promise<void> {
    claiming = true;
    mayBeDue = false;
    try {
      const askedAt = monotonicNow();
      queue = await store.claim(endpoint, isFailing() ? 1 : claimsAtOnce, leaseMs);
      for (const delivery of queue) heldUntil.set(delivery, askedAt + leaseMs);
    } catch (error) {
      closing = true;
      onError(error);
    } finally {
      claiming = false;
    }
    goOn();
  }

  function renew(): void {
    renewHeld()
      .catch(onError)
      .finally(() => {
        if (!hasEnded) cancelRenewal = timers.after(renewEveryMs, renew);
      });
  }

  async function renewHeld(): Promise<void> {
    const held = [...heldUntil.keys()];
    if (held.length === 0) return;
    const askedAt = monotonicNow();
    const renewed = new Set(await store.renew(endpoint, held, leaseMs));
    for (const delivery of held) {
      // A delivery that was recorded meanwhile is no longer held.
      if (!heldUntil.has(delivery)) continue;
      heldUntil.set(delivery, renewed.has(delivery.position) ? askedAt + leaseMs : 0);
    }
  }

  async function close(): Promise<void> {
    closing = true;
    claiming = true;
    const left = queue;
    queue = [];
    try {
      if (left.length > 0) await store.release(endpoint, left);
    } catch (error) {
      onError(error);
    } finally {
      hasEnded = true;
      cancelRenewal();
      end();
    }
  }

  async function attempt(delivery: ClaimedDelivery): Promise<void> {
    const made = await deliver(endpoint, delivery.event);
    if (abandoned && made.outcome !== 'delivered') {
      await store.release(endpoint, [delivery]);
      return;
    }
    onAttempt(made);
    const isDelivered = made.outcome === 'delivered';
    const hasRecovered = isDelivered && isFailing();
    const failuresBefore = failuresInRow;
    // Attempts that were in progress when the pause began do not prolong it.
    if (isDelivered) failuresInRow = 0;
    else if (!closing) failuresInRow += 1;
    const rest = isDelivered || closing ? 0 : cooldownMs(failuresInRow, random());
    if (rest > 0 || made.outcome === 'gone') closing = true;
    const record: DeliveryRecord = {
      endpoint,
      delivery,
      attempt: made,
      retryInMs: isDelivered
        ? undefined
        : retryDelayMs(delivery.failures + 1, delivery.ageMs, made.retryAfterMs, random()),
      failuresInRow,
      failuresHaveChanged: failuresInRow !== failuresBefore,
      cooldownMs: rest,
      hasRecovered,
    };
    await store.record(record);
  }

  function isFailing(): boolean {
    return failuresInRow >= failuresBeforeHold;
  }

  goOn();
  return {
    fill,
    ended,
    abort() {
      abandoned = true;
    },
    async stop() {
      closing = true;
      goOn();
      await ended;
    },
  };
}
