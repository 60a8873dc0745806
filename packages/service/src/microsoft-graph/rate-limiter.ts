// Keeps the calls of one connection just below the published limits, and the directory's word where it
// asks for less. Calls wait here: in the order in which they came, one creation after the
// other, so that a creation with thousands of people does not hold up the rest.
//
// A batch acquires the cost of all its calls at once, so that a refused batch has spent nothing.
import type { Clock } from '../ground/clock.ts';
import { DirectoryError } from '../directory/directory.ts';
import type { Application, ApplicationLimits, ApplicationShare } from './application-limits.ts';
import { createRateLimits, type RateLimits } from './rate-limits.ts';
import { CallOptions, heldBy, type CallOption, type Held, type Round } from './call-options.ts';
import type { LimitName, CallName, Limit } from './graph-calls.ts';
import { createRequestedPauses, type RequestedPauses } from './requested-pauses.ts';
import { type Acquisition, type Slot, WaitingCalls, type Waiter } from './waiting-calls.ts';

export interface RateLimiterClock extends Clock {
  after(milliseconds: number, callback: () => void): () => void;
}

export interface RateLimiter {
  /**
   * Resolves when one of the kinds may be called; a rejected acquisition costs nothing.
   * @throws DirectoryError `throttled` when that takes longer than `maxWaitMs`
   */
  acquire(acquisition: Acquisition): Promise<Slot>;
  /** Reads the limits from an answer. */
  observe(
    name: CallName,
    answer: {
      readonly throttled: boolean;
      readonly retryAfterMs: number | undefined;
      /** `x-ms-throttle-limit-percentage`: from 0.8 on, 1 being the limit. */
      readonly used: number | undefined;
    },
  ): void;
  /** Remaining wait of the kind that the directory has asked for. */
  blockedForMs(name: CallName): number;
  close(): void;
}

/** Waits of minutes are the provisioning's matter, which can do other work meanwhile. */
const maxWaitMs = 20_000;

interface RateLimiterDeps {
  readonly clock: RateLimiterClock;
  readonly limits: Readonly<Record<LimitName, Limit>>;
  /** The Entra application, and the limits that it shares with other connections; none unless said otherwise. */
  readonly application?: Application;
  readonly applicationLimits?: ApplicationLimits;
}

export function createRateLimiter(deps: RateLimiterDeps): RateLimiter {
  return new QueuedRateLimiter(deps);
}

class QueuedRateLimiter implements RateLimiter {
  private readonly clock: RateLimiterClock;
  private readonly rateLimits: RateLimits;
  private readonly pauses: RequestedPauses;
  private readonly share: ApplicationShare | undefined;
  private readonly options: CallOptions;
  private readonly waiting = new WaitingCalls();
  /** The last round: a call that comes later waits behind those that it left. */
  private round: Round = { awaited: new Set(), wanted: new Set() };
  private cancelTimer: (() => void) | undefined;
  private timerAt = Number.POSITIVE_INFINITY;
  private isClosed = false;

  constructor({ clock, limits, application, applicationLimits }: RateLimiterDeps) {
    this.clock = clock;
    this.rateLimits = createRateLimits({ clock, limits });
    this.pauses = createRequestedPauses(clock);
    this.share =
      application &&
      applicationLimits?.join(application, limits, () => this.wakeAt(this.clock.now()));
    const { rateLimits, pauses, share } = this;
    this.options = new CallOptions({ clock, rateLimits, pauses, share });
  }

  acquire(acquisition: Acquisition): Promise<Slot> {
    return new Promise((grant, reject) => {
      if (acquisition.signal.aborted) {
        reject(abandoned());
        return;
      }
      if (this.isClosed) {
        reject(closed());
        return;
      }
      const onAbort = (): void => {
        this.leave(waiter);
        reject(abandoned());
        this.wakeAt(this.clock.now());
      };
      const deadline = this.clock.now() + maxWaitMs;
      const waiter: Waiter = { acquisition, deadline, grant, reject, onAbort };
      acquisition.signal.addEventListener('abort', onAbort, { once: true });
      if (this.waiting.add(waiter)) this.serveNew(waiter);
    });
  }

  observe(
    name: CallName,
    { throttled: isThrottled, retryAfterMs, used }: Parameters<RateLimiter['observe']>[1],
  ): void {
    if (used !== undefined) this.rateLimits.near(name, used);
    if (isThrottled) this.rateLimits.refused(name);
    this.pauses.observe(name, isThrottled, retryAfterMs);
  }

  blockedForMs(name: CallName): number {
    return Math.max(0, this.pauses.until(name) - this.clock.now());
  }

  close(): void {
    this.isClosed = true;
    this.share?.close();
    this.cancelTimer?.();
    for (let one = this.waiting.oldest(); one !== undefined; one = this.waiting.oldest()) {
      this.leave(one);
      one.reject(closed());
    }
  }

  /** Until the timer is due, only the new one has to be looked at: none of those who wait can have its slot. */
  private serveNew(waiter: Waiter): void {
    const now = this.clock.now();
    if (now >= this.timerAt) {
      this.serve();
      return;
    }
    const held = this.tryGrant(waiter, now);
    if (held === undefined) return;
    if (held.until > waiter.deadline) {
      this.refuse(waiter, held.until - now);
      // It left its limits in the round.
      this.wakeAt(now);
      return;
    }
    for (const one of this.round.wanted) one.setWaiting(true);
    this.wakeAt(held.changesAt);
  }

  /** Gives slots, one for each creation after the other, while there are any to give; then sleeps until the next. */
  private serve(): void {
    const { waiting } = this;
    const now = this.clock.now();
    let next: number;
    let hasRefused: boolean;
    do {
      this.round = { awaited: new Set(), wanted: new Set() };
      next = Number.POSITIVE_INFINITY;
      hasRefused = false;
      waiting.beginRound();
      for (let waiter = waiting.next(); waiter !== undefined; waiter = waiting.next()) {
        const held = this.tryGrant(waiter, now);
        if (held === undefined) continue;
        if (held.until > waiter.deadline || now >= waiter.deadline) {
          this.refuse(waiter, held.until - now);
          hasRefused = true;
          continue;
        }
        next = Math.min(next, held.changesAt);
        // The calls behind it may be older, and have to wait for too long.
        if (held.isForAll && Math.max(now, held.ownUntil) < this.firstDeadline()) {
          waiting.skipQueueOf(waiter);
        }
      }
    } while (hasRefused);
    for (const one of this.share?.all() ?? []) one.setWaiting(this.round.wanted.has(one));
    if (!waiting.isEmpty) this.wakeAt(Math.min(next, this.firstDeadline()));
  }

  private firstDeadline(): number {
    return this.waiting.oldest()?.deadline ?? Number.POSITIVE_INFINITY;
  }

  private refuse(waiter: Waiter, waitMs: number): void {
    this.leave(waiter);
    waiter.reject(throttled(waiter, Math.max(1000, waitMs)));
  }

  /**
   * Gives the waiter its slot if one of its kinds may be called now. Otherwise adds its limits to the round, and
   * returns for what it waits.
   */
  private tryGrant(waiter: Waiter, now: number): Held | undefined {
    const { awaited, wanted } = this.round;
    const options = this.options.optionsOf(waiter, this.round, now);
    let chosen: CallOption | undefined;
    for (const option of options) {
      if (option.at > now || option.isOvertaking) continue;
      if (chosen === undefined || option.at < chosen.at) chosen = option;
    }
    if (chosen !== undefined) {
      this.leave(waiter);
      waiter.grant(this.options.take(chosen, now));
      return undefined;
    }
    for (const { own, shared, ownAt, isOvertaking } of options) {
      for (const { rateLimit, readyAt } of own) if (readyAt > now) awaited.add(rateLimit);
      if (shared !== undefined && ownAt <= now && !isOvertaking) {
        awaited.add(shared[0]);
        wanted.add(shared[0]);
      }
    }
    return heldBy(options);
  }

  private leave(waiter: Waiter): void {
    waiter.acquisition.signal.removeEventListener('abort', waiter.onAbort);
    this.waiting.remove(waiter);
  }

  private wakeAt(moment: number): void {
    if (moment >= this.timerAt) return;
    this.cancelTimer?.();
    this.timerAt = moment;
    const inMs = Math.max(1, Math.ceil(moment - this.clock.now()));
    this.cancelTimer = this.clock.after(inMs, () => {
      this.timerAt = Number.POSITIVE_INFINITY;
      this.cancelTimer = undefined;
      this.serve();
    });
  }
}

function abandoned(): DirectoryError {
  return new DirectoryError('unavailable', 'The request was abandoned before it was sent.');
}

/** The tenant has another connection now, with which the work is tried again. */
function closed(): DirectoryError {
  return new DirectoryError('unavailable', 'The connection was closed.');
}

function throttled({ acquisition: { anyOf } }: Waiter, retryAfterMs: number): DirectoryError {
  return new DirectoryError('throttled', 'Microsoft 365 accepts no more requests at the moment.', {
    retryAfterMs,
    cause: { anyOf },
  });
}
