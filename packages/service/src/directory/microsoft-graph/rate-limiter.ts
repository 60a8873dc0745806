// Keeps the calls of one connection just below the published limits, and the directory's word where it
// asks for less. Calls wait their turn here: in the order in which they came, one creation after the
// other, so that a creation with thousands of people does not hold up the rest.
//
// Each limit is a leaky bucket: calls are let through at an even rate just below the limit, after a small
// burst. With an interval of `perMs / (calls * share)` no sliding window ever holds more than `calls`.
import type { Clock } from '../../foundation/clock.ts';
import { DirectoryError } from '../directory.ts';
import { kindOf, type BudgetName, type CallName, type Limit } from './operations.ts';

export interface RateLimiterClock extends Clock {
  after(milliseconds: number, callback: () => void): () => void;
}

export interface Turn {
  /** Kinds of call any of which would do; the first whose turn it is, is answered. */
  readonly anyOf: readonly CallName[];
  /** The creation, for fairness. */
  readonly teamId: string;
  /** The directory's group, for the limit on one team. */
  readonly groupId?: string;
  readonly signal: AbortSignal;
}

export interface RateLimiter {
  /**
   * Resolves when one of the kinds may be called.
   * @throws DirectoryError `throttled` when that takes longer than `maxWaitMs`
   */
  turn(turn: Turn): Promise<CallName>;
  /** What an answer said of the limits. */
  observe(
    name: CallName,
    answer: {
      readonly throttled: boolean;
      readonly retryAfterMs: number | undefined;
      /** `x-ms-throttle-limit-percentage`: from 0.8 on, 1 being the limit. */
      readonly used: number | undefined;
    },
  ): void;
  /** How long the kind has to wait by the directory's own word. */
  blockedForMs(name: CallName): number;
  close(): void;
}

/** The share of a limit that is used. */
const share = 0.97;
/** Waits of minutes are the provisioning's matter, which can do other work meanwhile. */
const maxWaitMs = 20_000;
/** How long the directory's hint that a limit is near slows the calls down. */
const slowedForMs = 10_000;
const firstPauseMs = 1000;
const maxPauseMs = 60_000;
const teamsRemembered = 5000;

/** A leaky bucket with a burst, as the moment at which it will have leaked empty. */
function createBudget({ calls, perMs }: Limit) {
  const intervalMs = perMs / (calls * share);
  const toleranceMs = Math.max(0, Math.floor((1 - share) * calls) - 1) * intervalMs;
  let emptyAt = 0;
  let factor = 1;
  let slowUntil = 0;
  return {
    /** When the next call may go. */
    readyAt: (): number => emptyAt - toleranceMs,
    take(now: number, cost: number): void {
      const slow = now < slowUntil ? factor : 1;
      emptyAt = Math.max(emptyAt, now) + cost * intervalMs * slow;
    },
    /** Gently from 0.9 of the limit on, hard beyond the limit. */
    near(now: number, used: number): void {
      factor = used >= 1 ? 2 + 4 * (used - 1) : 1 + Math.max(0, used - 0.9);
      slowUntil = now + slowedForMs;
    },
    idle: (now: number): boolean => emptyAt <= now,
  };
}

type Budget = ReturnType<typeof createBudget>;

interface Waiter {
  readonly turn: Turn;
  readonly since: number;
  readonly grant: (name: CallName) => void;
  readonly refuse: (error: unknown) => void;
  readonly onAbort: () => void;
}

export function createRateLimiter(deps: {
  clock: RateLimiterClock;
  limits: Readonly<Record<BudgetName, Limit>>;
}): RateLimiter {
  const { clock, limits } = deps;
  const budgets = new Map<string, Budget>();
  const teams = new Map<string, Budget>();
  /** By kind: until when the directory told us to wait, and how often in a row without saying how long. */
  const blocks = new Map<CallName, { until: number; pauses: number }>();
  /** Waiting calls by creation; the map's order is the order of turns. */
  const waiting = new Map<string, Waiter[]>();
  let cancelTimer: (() => void) | undefined;
  let timerAt = Number.POSITIVE_INFINITY;

  function budget(name: BudgetName): Budget {
    let found = budgets.get(name);
    if (found === undefined) {
      found = createBudget(limits[name]);
      budgets.set(name, found);
    }
    return found;
  }

  function teamBudget(groupId: string): Budget {
    let found = teams.get(groupId);
    if (found === undefined) {
      if (teams.size >= teamsRemembered) {
        for (const [id, one] of teams) if (one.idle(clock.now())) teams.delete(id);
      }
      found = createBudget(limits.onOneTeam);
      teams.set(groupId, found);
    }
    return found;
  }

  function budgetsOf(name: CallName, groupId: string | undefined): [Budget, number][] {
    const { costs, onTeam } = kindOf(name);
    const list = Object.entries(costs).map(([limit, cost]): [Budget, number] => [
      budget(limit as BudgetName),
      cost,
    ]);
    if (onTeam && groupId !== undefined) list.push([teamBudget(groupId), 1]);
    return list;
  }

  /** When the kind may be called. */
  function readyAt(name: CallName, groupId: string | undefined): number {
    let at = blocks.get(name)?.until ?? 0;
    for (const [one] of budgetsOf(name, groupId)) at = Math.max(at, one.readyAt());
    return at;
  }

  function leave(waiter: Waiter): void {
    const { teamId, signal } = waiter.turn;
    signal.removeEventListener('abort', waiter.onAbort);
    const rest = (waiting.get(teamId) ?? []).filter((other) => other !== waiter);
    // To the end of the line: the others' turn comes first.
    waiting.delete(teamId);
    if (rest.length > 0) waiting.set(teamId, rest);
  }

  function throttled(waiter: Waiter, earliest: number): DirectoryError {
    const retryAfterMs = Math.max(1000, earliest - clock.now());
    return new DirectoryError('throttled', 'Microsoft 365 takes no more calls for the moment.', {
      retryAfterMs,
      cause: { anyOf: waiter.turn.anyOf },
    });
  }

  function wakeAt(moment: number): void {
    if (moment >= timerAt) return;
    cancelTimer?.();
    timerAt = moment;
    cancelTimer = clock.after(Math.max(1, Math.ceil(moment - clock.now())), () => {
      timerAt = Number.POSITIVE_INFINITY;
      cancelTimer = undefined;
      serve();
    });
  }

  /** Gives the waiter its turn when one of its kinds may be called now; otherwise says when one may. */
  function tryGrant(waiter: Waiter, now: number): number | 'granted' {
    const { anyOf, groupId } = waiter.turn;
    const moments = anyOf.map((name) => readyAt(name, groupId));
    const earliest = Math.min(...moments);
    const chosen = anyOf[moments.indexOf(earliest)];
    if (chosen === undefined || earliest > now) return earliest;
    for (const [one, cost] of budgetsOf(chosen, groupId)) one.take(now, cost);
    leave(waiter);
    waiter.grant(chosen);
    return 'granted';
  }

  /** Gives turns, one for each creation after the other, while there are any to give; then sleeps until the next. */
  function serve(): void {
    const now = clock.now();
    let next: number;
    let granted: boolean;
    do {
      next = Number.POSITIVE_INFINITY;
      granted = false;
      for (const [first] of waiting.values()) {
        if (first === undefined) continue;
        const earliest = tryGrant(first, now);
        if (earliest === 'granted') {
          granted = true;
        } else if (earliest > first.since + maxWaitMs || now >= first.since + maxWaitMs) {
          leave(first);
          first.refuse(throttled(first, earliest));
        } else {
          next = Math.min(next, earliest);
        }
      }
    } while (granted);
    if (waiting.size > 0) wakeAt(next);
  }

  return {
    turn(turn) {
      return new Promise((grant, refuse) => {
        if (turn.signal.aborted) {
          refuse(new DirectoryError('unavailable', 'The call was given up before it was made.'));
          return;
        }
        const waiter: Waiter = {
          turn,
          since: clock.now(),
          grant,
          refuse,
          onAbort() {
            leave(waiter);
            refuse(new DirectoryError('unavailable', 'The call was given up before it was made.'));
          },
        };
        turn.signal.addEventListener('abort', waiter.onAbort, { once: true });
        const line = waiting.get(turn.teamId);
        if (line === undefined) waiting.set(turn.teamId, [waiter]);
        else line.push(waiter);
        // Whoever came before and still waits, waits for something that is not to be had now.
        if (timerAt <= clock.now()) serve();
        else if (tryGrant(waiter, clock.now()) !== 'granted') serve();
      });
    },
    observe(name, { throttled: isThrottled, retryAfterMs, used }) {
      const now = clock.now();
      if (used !== undefined) {
        for (const limit of Object.keys(kindOf(name).costs)) {
          budget(limit as BudgetName).near(now, used);
        }
      }
      const before = blocks.get(name);
      if (isThrottled || retryAfterMs !== undefined) {
        const pauses = retryAfterMs === undefined ? (before?.pauses ?? 0) + 1 : 0;
        const pauseMs =
          retryAfterMs ?? Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(pauses - 1, 10));
        const until = Math.max(before?.until ?? 0, now + pauseMs);
        blocks.set(name, { until, pauses });
      } else if (before !== undefined && before.until <= now) {
        blocks.delete(name);
      }
    },
    blockedForMs: (name) => Math.max(0, (blocks.get(name)?.until ?? 0) - clock.now()),
    close() {
      cancelTimer?.();
      for (const [first] of waiting.values()) {
        if (first) first.refuse(new DirectoryError('unavailable', 'The connection was closed.'));
      }
      waiting.clear();
    },
  };
}
