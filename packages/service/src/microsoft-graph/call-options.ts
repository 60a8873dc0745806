// The options of a waiting call: its kinds, with the costs of each and when each may be called.
import type { Clock } from '../ground/clock.ts';
import type { ApplicationShare, SharedLimit } from './application-limits.ts';
import type { RateLimit } from './rate-limit.ts';
import type { RateLimits, Cost } from './rate-limits.ts';
import { costsOf, type CallName } from './graph-calls.ts';
import type { RequestedPauses } from './requested-pauses.ts';
import type { SentCall } from './sent-calls.ts';
import type { Slot, Waiter } from './waiting-calls.ts';

/** One of a waiter's kinds of call: what it costs, and when it may be called. */
export interface CallOption {
  readonly name: CallName;
  readonly own: readonly (Pick<Cost, 'rateLimit' | 'cost'> & { readonly readyAt: number })[];
  readonly shared: readonly [SharedLimit, number] | undefined;
  readonly ownAt: number;
  readonly at: number;
  /** An earlier waiter waits for one of its limits. */
  readonly isOvertaking: boolean;
  /** It is held up by more than the limits on one team: so are all calls of the kind. */
  readonly isHeldUpForAll: boolean;
  /** When the first of its reasons to wait ends; infinite where there is none, or only an earlier waiter. */
  readonly changesAt: number;
}

/** A waiter that has to wait on. */
export interface Held {
  readonly until: number;
  /** The same, without the limits of the application. */
  readonly ownUntil: number;
  /** All calls of its kinds have to wait. */
  readonly isForAll: boolean;
  /** When it, or those behind it, should be looked at again. */
  readonly changesAt: number;
}

/** The limits that the waiters of one round need. */
export interface Round {
  /** Limits that an earlier waiter waits for: no waiter overtakes it there. */
  readonly awaited: Set<RateLimit | SharedLimit>;
  /** The application's limits for which alone a waiter waits. */
  readonly wanted: Set<SharedLimit>;
}

export function heldBy(options: readonly CallOption[]): Held {
  return {
    until: Math.min(...options.map(({ at }) => at)),
    ownUntil: Math.min(...options.map(({ ownAt }) => ownAt)),
    isForAll: options.every(({ isHeldUpForAll }) => isHeldUpForAll),
    changesAt: Math.min(...options.map(({ changesAt }) => changesAt)),
  };
}

interface CallOptionsDeps {
  readonly clock: Clock;
  readonly rateLimits: RateLimits;
  readonly pauses: RequestedPauses;
  /** The limits that the application shares with other connections. */
  readonly share: ApplicationShare | undefined;
}

export class CallOptions {
  private readonly clock: Clock;
  private readonly rateLimits: RateLimits;
  private readonly pauses: RequestedPauses;
  private readonly share: ApplicationShare | undefined;

  constructor({ clock, rateLimits, pauses, share }: CallOptionsDeps) {
    this.clock = clock;
    this.rateLimits = rateLimits;
    this.pauses = pauses;
    this.share = share;
  }

  optionsOf(waiter: Waiter, round: Round, now: number): readonly CallOption[] {
    return waiter.acquisition.anyOf.map((name) => this.optionOf(name, waiter, round, now));
  }

  private optionOf(
    name: CallName,
    { acquisition, deadline }: Waiter,
    { awaited }: Round,
    now: number,
  ): CallOption {
    const { calls = 1, groupId } = acquisition;
    let ownAt = 0;
    let changesAt = Number.POSITIVE_INFINITY;
    let isOvertaking = false;
    function waitUntil(moment: number): void {
      ownAt = Math.max(ownAt, moment);
      if (moment > now) changesAt = Math.min(changesAt, moment);
    }
    const pausedUntil = this.pauses.until(name);
    waitUntil(pausedUntil);
    let isHeldUpForAll = pausedUntil > now;
    const own = this.rateLimits.costsOf(name, calls, groupId).map((cost) => {
      const readyAt = cost.rateLimit.readyAt(cost.cost);
      const isAwaited = awaited.has(cost.rateLimit);
      waitUntil(readyAt);
      isOvertaking ||= isAwaited;
      isHeldUpForAll ||= !cost.isOfTeam && (isAwaited || readyAt > now);
      return { rateLimit: cost.rateLimit, cost: cost.cost, readyAt };
    });
    const shared = this.sharedCostOf(name, calls);
    const isReserved = shared !== undefined && (awaited.has(shared[0]) || shared[0].isReserved());
    // The first in the application's line wakes the next; until then, only the deadline applies.
    const sharedAt = isReserved ? deadline : (shared?.[0].readyAt(shared[1]) ?? 0);
    const at = ownAt > now ? ownAt : Math.max(ownAt, sharedAt);
    if (ownAt <= now && !isOvertaking && at > now) {
      isHeldUpForAll = true;
      changesAt = at;
    }
    return { name, own, shared, ownAt, at, isOvertaking, isHeldUpForAll, changesAt };
  }

  /** A kind of call counts against at most one of the application's limits. */
  private sharedCostOf(name: CallName, calls: number): [SharedLimit, number] | undefined {
    if (this.share === undefined) return undefined;
    for (const [limit, cost] of costsOf(name)) {
      const rateLimit = this.share.rateLimit(limit);
      if (rateLimit !== undefined) return [rateLimit, cost * calls];
    }
    return undefined;
  }

  /** Gives the slot. */
  take({ name, own, shared }: CallOption, now: number): Slot {
    const calls: SentCall[] = own.map(({ rateLimit, cost }) => rateLimit.take(now, cost));
    if (shared !== undefined) calls.push(shared[0].take(now, shared[1]));
    return {
      name,
      sent: () => {
        for (const call of calls) call.sent(this.clock.now());
      },
      answered: () => {
        for (const call of calls) call.answered(this.clock.now());
      },
    };
  }
}
