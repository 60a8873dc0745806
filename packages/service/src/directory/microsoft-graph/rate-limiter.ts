// Keeps the calls of one connection just below the published limits, and the directory's word where it
// asks for less. Calls wait here: in the order in which they came, one creation after the
// other, so that a creation with thousands of people does not hold up the rest.
//
// A batch acquires the cost of all its calls at once, so that a refused batch has spent nothing.
import type { Clock } from '../../foundation/clock.ts';
import { DirectoryError } from '../directory.ts';
import type {
  Application,
  ApplicationLimits,
  ApplicationShare,
  SharedBudget,
} from './application-limits.ts';
import type { Budget } from './budget.ts';
import { createBudgets, type Budgets } from './budgets.ts';
import { createLateness, type Lateness } from './lateness.ts';
import { costsOf, type BudgetName, type CallName, type Limit } from './operations.ts';
import { createRequestedPauses, type RequestedPauses } from './requested-pauses.ts';

export interface RateLimiterClock extends Clock {
  after(milliseconds: number, callback: () => void): () => void;
}

export interface Acquisition {
  /** Kinds of call any of which would do; resolves with the first that is free. */
  readonly anyOf: readonly CallName[];
  /** Number of calls of the kind that go together; default 1. */
  readonly calls?: number;
  /** The creation, for fairness. */
  readonly teamId: string;
  /** The directory's group, for the limits on one team. */
  readonly groupId?: string;
  readonly signal: AbortSignal;
}

export interface RateLimiter {
  /**
   * Resolves when one of the kinds may be called; a rejected acquisition costs nothing.
   * @throws DirectoryError `throttled` when that takes longer than `maxWaitMs`
   */
  acquire(acquisition: Acquisition): Promise<CallName>;
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
interface Waiter {
  readonly acquisition: Acquisition;
  readonly since: number;
  readonly grant: (name: CallName) => void;
  readonly reject: (error: unknown) => void;
  readonly onAbort: () => void;
}

/** One of a waiter's kinds of call: what it costs, and when it may be called. */
interface Choice {
  readonly name: CallName;
  readonly own: readonly [Budget, number][];
  readonly shared: readonly [SharedBudget, number] | undefined;
  readonly ownAt: number;
  readonly at: number;
  /** An earlier waiter waits for one of its budgets. */
  readonly isOvertaking: boolean;
}

/** The budgets that the waiters of one round need. */
interface Round {
  readonly now: number;
  /** Budgets that an earlier waiter waits for: no waiter overtakes it there. */
  readonly awaited: Set<Budget | SharedBudget>;
  /** The application's budgets for which alone a waiter waits. */
  readonly wanted: Set<SharedBudget>;
}

interface RateLimiterDeps {
  readonly clock: RateLimiterClock;
  readonly limits: Readonly<Record<BudgetName, Limit>>;
  /** The Entra application, and the limits that it shares with other connections; none unless said otherwise. */
  readonly application?: Application;
  readonly applicationLimits?: ApplicationLimits;
}

export function createRateLimiter(deps: RateLimiterDeps): RateLimiter {
  return new QueuedRateLimiter(deps);
}

class QueuedRateLimiter implements RateLimiter {
  private readonly clock: RateLimiterClock;
  private readonly lateness: Lateness;
  private readonly budgets: Budgets;
  private readonly pauses: RequestedPauses;
  private readonly share: ApplicationShare | undefined;
  /** Waiting calls by creation; the map's order is the order of turns. */
  private readonly waiting = new Map<string, Waiter[]>();
  private cancelTimer: (() => void) | undefined;
  private timerAt = Number.POSITIVE_INFINITY;

  constructor({ clock, limits, application, applicationLimits }: RateLimiterDeps) {
    this.clock = clock;
    this.lateness = createLateness(clock);
    this.budgets = createBudgets({
      clock,
      limits,
      latenessMs: () => this.lateness.recentMs(),
    });
    this.pauses = createRequestedPauses(clock);
    this.share =
      application &&
      applicationLimits?.join(application, limits, () => this.wakeAt(this.clock.now()));
  }

  acquire(acquisition: Acquisition): Promise<CallName> {
    return new Promise((grant, reject) => {
      if (acquisition.signal.aborted) {
        reject(abandoned());
        return;
      }
      const onAbort = (): void => {
        this.leave(waiter);
        reject(abandoned());
      };
      const waiter: Waiter = { acquisition, since: this.clock.now(), grant, reject, onAbort };
      acquisition.signal.addEventListener('abort', onAbort, { once: true });
      const line = this.waiting.get(acquisition.teamId);
      if (line === undefined) this.waiting.set(acquisition.teamId, [waiter]);
      else line.push(waiter);
      this.serve();
    });
  }

  observe(
    name: CallName,
    { throttled: isThrottled, retryAfterMs, used }: Parameters<RateLimiter['observe']>[1],
  ): void {
    if (used !== undefined) this.budgets.near(name, used);
    this.pauses.observe(name, isThrottled, retryAfterMs);
  }

  blockedForMs(name: CallName): number {
    return Math.max(0, this.pauses.until(name) - this.clock.now());
  }

  close(): void {
    this.share?.close();
    this.cancelTimer?.();
    for (const [first] of this.waiting.values()) {
      if (first) first.reject(new DirectoryError('unavailable', 'The connection was closed.'));
    }
    this.waiting.clear();
  }

  /** Gives turns, one for each creation after the other, while there are any to give; then sleeps until the next. */
  private serve(): void {
    const now = this.clock.now();
    let round: Round;
    let next: number;
    let hasLeft: boolean;
    do {
      round = { now, awaited: new Set(), wanted: new Set() };
      next = Number.POSITIVE_INFINITY;
      hasLeft = false;
      for (const [first] of this.waiting.values()) {
        if (first === undefined) continue;
        const earliest = this.tryGrant(first, round);
        const deadline = first.since + maxWaitMs;
        if (earliest === 'granted') {
          hasLeft = true;
        } else if (earliest > deadline || now >= deadline) {
          hasLeft = true;
          this.leave(first);
          first.reject(throttled(first, Math.max(1000, earliest - now)));
        } else if (earliest > now) {
          // Otherwise an earlier waiter blocks it, and the time of that one counts.
          next = Math.min(next, earliest);
        }
      }
    } while (hasLeft);
    for (const one of this.share?.all() ?? []) one.setWaiting(round.wanted.has(one));
    if (this.waiting.size > 0) this.wakeAt(next);
  }

  /**
   * Gives the waiter its turn if one of its kinds may be called now. Otherwise adds its budgets to the round, and
   * returns the time when one may.
   */
  private tryGrant(waiter: Waiter, round: Round): number | 'granted' {
    const { now, awaited, wanted } = round;
    const choices = waiter.acquisition.anyOf.map((name) => this.choiceOf(name, waiter, round));
    let chosen: Choice | undefined;
    for (const choice of choices) {
      if (choice.at > now || choice.isOvertaking) continue;
      if (chosen === undefined || choice.at < chosen.at) chosen = choice;
    }
    if (chosen !== undefined) {
      for (const [one, cost] of chosen.own) one.take(now, cost);
      chosen.shared?.[0].take(now, chosen.shared[1]);
      this.leave(waiter);
      waiter.grant(chosen.name);
      return 'granted';
    }
    for (const { own, shared, ownAt, isOvertaking } of choices) {
      for (const [one, cost] of own) if (one.readyAt(cost) > now) awaited.add(one);
      if (shared !== undefined && ownAt <= now && !isOvertaking) {
        awaited.add(shared[0]);
        wanted.add(shared[0]);
      }
    }
    return Math.min(...choices.map(({ at }) => at));
  }

  private choiceOf(
    name: CallName,
    { acquisition, since }: Waiter,
    { now, awaited }: Round,
  ): Choice {
    const own = this.budgets.costsOf(name, acquisition.calls ?? 1, acquisition.groupId);
    const shared = this.sharedCostOf(name, acquisition.calls ?? 1);
    const isOvertaking = own.some(([one]) => awaited.has(one));
    const ownAt = Math.max(this.pauses.until(name), ...own.map(([one, cost]) => one.readyAt(cost)));
    const isReserved = shared !== undefined && (awaited.has(shared[0]) || shared[0].isReserved());
    // The first in the application's line wakes the next; until then, only the deadline applies.
    const sharedAt = isReserved ? since + maxWaitMs : (shared?.[0].readyAt(shared[1]) ?? 0);
    const at = ownAt > now ? ownAt : Math.max(ownAt, sharedAt);
    return { name, own, shared, ownAt, isOvertaking, at };
  }

  /** A kind of call counts against at most one of the application's limits. */
  private sharedCostOf(name: CallName, calls: number): [SharedBudget, number] | undefined {
    if (this.share === undefined) return undefined;
    for (const [limit, cost] of costsOf(name)) {
      const budget = this.share.budget(limit);
      if (budget !== undefined) return [budget, cost * calls];
    }
    return undefined;
  }

  private leave(waiter: Waiter): void {
    const { teamId, signal } = waiter.acquisition;
    signal.removeEventListener('abort', waiter.onAbort);
    const rest = (this.waiting.get(teamId) ?? []).filter((other) => other !== waiter);
    // To the end of the line: the others' turn comes first.
    this.waiting.delete(teamId);
    if (rest.length > 0) this.waiting.set(teamId, rest);
  }

  private wakeAt(moment: number): void {
    if (moment >= this.timerAt) return;
    this.cancelTimer?.();
    this.timerAt = moment;
    const now = this.clock.now();
    const inMs = Math.max(1, Math.ceil(moment - now));
    this.cancelTimer = this.clock.after(inMs, () => {
      this.lateness.observe(this.clock.now() - now - inMs);
      this.timerAt = Number.POSITIVE_INFINITY;
      this.cancelTimer = undefined;
      this.serve();
    });
  }
}

function abandoned(): DirectoryError {
  return new DirectoryError('unavailable', 'The request was abandoned before it was sent.');
}

function throttled({ acquisition: { anyOf } }: Waiter, retryAfterMs: number): DirectoryError {
  return new DirectoryError('throttled', 'Microsoft 365 accepts no more requests at the moment.', {
    retryAfterMs,
    cause: { anyOf },
  });
}
