// Delivers to one endpoint until nothing is due for it or it has to be paused: several at once, but the events of one
// group in sequence (the store claims only the first of each). A claim is renewed until its attempt is recorded. If a
// claim was lost, for example because this process was paused, its delivery is not attempted.
import type { Timers } from '../../ground/clock.ts';
import type { Attempt, Deliver } from './delivery.ts';
import type { ClaimedDelivery, DeliveryRecord, DispatchStore } from './delivery-store.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import { failuresBeforeCooldown, cooldownMs, retryDelayMs } from './retry-schedule.ts';

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
/** Attempts in progress, and those whose record is being written: records that wait for each other share a statement. */
const maxUnrecorded = 64;
const claimsAtOnce = 128;
/** Maximum time until the deliveries of a dead process are free. */
export const leaseMs = 10_000;
const renewEveryMs = 2_500;

interface EndpointWorkerDeps {
  readonly store: Pick<DispatchStore, 'claim' | 'renew' | 'release' | 'record'>;
  readonly deliver: Deliver;
  readonly timers: Timers;
  readonly random: () => number;
  readonly monotonicNow: () => number;
  readonly onAttempt: (attempt: Attempt) => void;
  readonly onError: (error: unknown) => void;
}

export function startEndpointWorker(
  endpoint: WebhookEndpoint,
  deps: EndpointWorkerDeps,
): EndpointWorker {
  const worker = new DeliveringWorker(endpoint, deps);
  worker.fill();
  return worker;
}

class DeliveringWorker implements EndpointWorker {
  readonly ended: Promise<void>;
  private readonly endpoint: WebhookEndpoint;
  private readonly deps: EndpointWorkerDeps;
  private readonly end: () => void;
  /** Each claim holds at least until then, by `monotonicNow`; a claim is here until its attempt is recorded. */
  private readonly heldUntil = new Map<ClaimedDelivery, number>();
  private queue: ClaimedDelivery[] = [];
  private inProgress = 0;
  private unrecorded = 0;
  private failuresInRow: number;
  private mayBeDue = true;
  private claiming = false;
  private closing = false;
  private aborted = false;
  private hasEnded = false;
  private cancelRenewal: () => void;

  constructor(endpoint: WebhookEndpoint, deps: EndpointWorkerDeps) {
    this.endpoint = endpoint;
    this.deps = deps;
    ({ promise: this.ended, resolve: this.end } = Promise.withResolvers<void>());
    ({ failuresInRow: this.failuresInRow } = endpoint);
    this.cancelRenewal = deps.timers.after(renewEveryMs, () => this.renew());
  }

  fill(): void {
    this.mayBeDue = true;
    this.proceed();
  }

  abort(): void {
    this.aborted = true;
  }

  async stop(): Promise<void> {
    this.closing = true;
    this.proceed();
    await this.ended;
  }

  /** Starts as many attempts as may run at once, claims more, or closes. */
  private proceed(): void {
    while (!this.closing && this.hasRoom()) {
      const delivery = this.queue.shift();
      if (delivery === undefined) break;
      this.start(delivery);
    }
    const hasNone = this.queue.length === 0;
    const mayClaim = !this.closing && this.mayBeDue && this.hasRoom() && hasNone;
    if (this.claiming) return;
    if (mayClaim) void this.claim();
    else if (this.unrecorded === 0 && (this.closing || hasNone)) void this.close();
  }

  /** An endpoint that fails is tried with one delivery, which is recorded before the next. */
  private hasRoom(): boolean {
    if (this.isFailing()) return this.unrecorded === 0;
    return this.inProgress < attemptsAtOnce && this.unrecorded < maxUnrecorded;
  }

  private start(delivery: ClaimedDelivery): void {
    if (this.deps.monotonicNow() >= (this.heldUntil.get(delivery) ?? 0)) {
      // It may be another process's by now, or is due again.
      this.heldUntil.delete(delivery);
      return;
    }
    this.inProgress += 1;
    this.unrecorded += 1;
    this.attempt(delivery)
      .catch((error: unknown) => {
        // A delivery that cannot be recorded is free again when its claim ends.
        this.closing = true;
        this.deps.onError(error);
      })
      .finally(() => {
        this.heldUntil.delete(delivery);
        this.unrecorded -= 1;
        // The next event of the same group may be due now.
        this.fill();
      });
  }

  private async claim(): Promise<void> {
    const { store, monotonicNow, onError } = this.deps;
    this.claiming = true;
    this.mayBeDue = false;
    try {
      const askedAt = monotonicNow();
      const atMost = this.isFailing() ? 1 : claimsAtOnce;
      this.queue = await store.claim(this.endpoint, atMost, leaseMs);
      for (const delivery of this.queue) this.heldUntil.set(delivery, askedAt + leaseMs);
    } catch (error) {
      this.closing = true;
      onError(error);
    } finally {
      this.claiming = false;
    }
    this.proceed();
  }

  private renew(): void {
    const { timers, onError } = this.deps;
    this.renewHeld()
      .catch(onError)
      .finally(() => {
        if (this.hasEnded) return;
        this.cancelRenewal = timers.after(renewEveryMs, () => this.renew());
      });
  }

  private async renewHeld(): Promise<void> {
    const { store, monotonicNow } = this.deps;
    const held = [...this.heldUntil.keys()];
    if (held.length === 0) return;
    const askedAt = monotonicNow();
    const renewed = new Set(await store.renew(this.endpoint, held, leaseMs));
    for (const delivery of held) {
      // A delivery that was recorded meanwhile is no longer held.
      if (!this.heldUntil.has(delivery)) continue;
      this.heldUntil.set(delivery, renewed.has(delivery.position) ? askedAt + leaseMs : 0);
    }
  }

  private async close(): Promise<void> {
    this.closing = true;
    this.claiming = true;
    const left = this.queue;
    this.queue = [];
    try {
      if (left.length > 0) await this.deps.store.release(this.endpoint, left);
    } catch (error) {
      this.deps.onError(error);
    } finally {
      this.hasEnded = true;
      this.cancelRenewal();
      this.end();
    }
  }

  private async attempt(delivery: ClaimedDelivery): Promise<void> {
    const { deliver, store, onAttempt } = this.deps;
    const made = await deliver(this.endpoint, delivery.event).finally(() => {
      this.inProgress -= 1;
    });
    if (this.aborted && made.outcome !== 'delivered') {
      await store.release(this.endpoint, [delivery]);
      return;
    }
    onAttempt(made);
    const record = this.recordOf(delivery, made);
    this.proceed();
    await store.record(record);
  }

  /** Counts the attempt, and closes where the endpoint has to be paused or is gone. */
  private recordOf(delivery: ClaimedDelivery, made: Attempt): DeliveryRecord {
    const { random } = this.deps;
    const isDelivered = made.outcome === 'delivered';
    const hasRecovered = isDelivered && this.isFailing();
    const failuresBefore = this.failuresInRow;
    // Attempts that were in progress when the pause began do not prolong it.
    if (isDelivered) this.failuresInRow = 0;
    else if (!this.closing) this.failuresInRow += 1;
    const { failuresInRow } = this;
    const rest = isDelivered || this.closing ? 0 : cooldownMs(failuresInRow, random());
    if (rest > 0 || made.outcome === 'gone') this.closing = true;
    return {
      endpoint: this.endpoint,
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
  }

  private isFailing(): boolean {
    return this.failuresInRow >= failuresBeforeCooldown;
  }
}
