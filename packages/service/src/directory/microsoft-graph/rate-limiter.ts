// Keeps the calls of one connection just below the published limits, and the directory's word where it
// asks for less. Calls wait their turn here: in the order in which they came, one creation after the
// other, so that a creation with thousands of people does not hold up the rest.
//
// A batch waits for one turn with the cost of all its calls, so that a refused batch has spent nothing.
import type { Clock } from '../../foundation/clock.ts';
import { DirectoryError } from '../directory.ts';
import type { Application, ApplicationLimits, SharedBudget } from './application-limits.ts';
import { createBudget, type Budget } from './budget.ts';
import { isTeamBudget, kindOf, type BudgetName, type CallName, type Limit } from './operations.ts';

export interface RateLimiterClock extends Clock {
  after(milliseconds: number, callback: () => void): () => void;
}

export interface Turn {
  /** Kinds of call any of which would do; the first whose turn it is, is answered. */
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
   * Resolves when one of the kinds may be called; a turn that is refused costs nothing.
   * @throws DirectoryError `throttled` when that takes longer than `maxWaitMs`
   */
  turn(turn: Turn): Promise<CallName>;
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
const firstPauseMs = 1000;
const maxPauseMs = 60_000;
/** Budgets of single teams. */
const teamBudgetsRemembered = 10_000;

interface Costs {
  readonly own: readonly [Budget, number][];
  readonly shared: readonly [SharedBudget, number] | undefined;
}

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
  /** The Entra application, and the limits that it shares with other connections; none unless said otherwise. */
  application?: Application;
  applicationLimits?: ApplicationLimits;
}): RateLimiter {
  const { clock, limits, application, applicationLimits } = deps;
  const share =
    application && applicationLimits?.join(application, limits, () => wakeAt(clock.now()));
  const budgets = new Map<string, Budget>();
  const teams = new Map<string, Budget>();
  /** By kind: the end of the wait that the directory asked for, and the number of waits in a row without a duration. */
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

  function teamBudget(name: BudgetName, groupId: string): Budget {
    const key = `${name} ${groupId}`;
    let found = teams.get(key);
    if (found === undefined) {
      if (teams.size >= teamBudgetsRemembered) {
        for (const [id, one] of teams) if (one.idle(clock.now())) teams.delete(id);
      }
      found = createBudget(limits[name]);
      teams.set(key, found);
    }
    return found;
  }

  /** The limits that a call of the kind counts against, and its cost. */
  function costsOf(name: CallName, { calls = 1, groupId }: Turn): Costs {
    const list: [Budget, number][] = [];
    let shared: [SharedBudget, number] | undefined;
    for (const [limit, cost] of Object.entries(kindOf(name).costs)) {
      const budgetName = limit as BudgetName;
      const sharedBudget = share?.budget(budgetName);
      if (sharedBudget !== undefined) shared = [sharedBudget, cost * calls];
      if (!isTeamBudget(budgetName)) list.push([budget(budgetName), cost * calls]);
      else if (groupId !== undefined) list.push([teamBudget(budgetName, groupId), cost * calls]);
    }
    return { own: list, shared };
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
    return new DirectoryError(
      'throttled',
      'Microsoft 365 accepts no more requests at the moment.',
      {
        retryAfterMs,
        cause: { anyOf: waiter.turn.anyOf },
      },
    );
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

  /**
   * Gives the waiter its turn if one of its kinds may be called now; otherwise returns the time when one may.
   * @param awaited budgets that an earlier waiter waits for: no waiter overtakes it there; the waiter's are added
   * @param wanted the application's budgets for which alone a waiter waits; the waiter's are added
   */
  function tryGrant(
    waiter: Waiter,
    now: number,
    awaited: Set<Budget | SharedBudget>,
    wanted: Set<SharedBudget>,
  ): number | 'granted' {
    const { turn } = waiter;
    const kinds = turn.anyOf.map((name) => {
      const { own, shared } = costsOf(name, turn);
      const isOvertaking = own.some(([one]) => awaited.has(one));
      const ownAt = Math.max(
        blocks.get(name)?.until ?? 0,
        ...own.map(([one, cost]) => one.readyAt(cost)),
      );
      const isReserved = shared !== undefined && (awaited.has(shared[0]) || shared[0].isReserved());
      // The first in the application's line wakes the next; until then, only the deadline applies.
      const sharedAt = isReserved
        ? waiter.since + maxWaitMs
        : (shared?.[0].readyAt(shared[1]) ?? 0);
      const at = ownAt > now ? ownAt : Math.max(ownAt, sharedAt);
      return { name, own, shared, ownAt, isOvertaking, at };
    });
    const chosen = kinds
      .filter(({ at, isOvertaking }) => at <= now && !isOvertaking)
      .sort((a, b) => a.at - b.at)[0];
    if (chosen !== undefined) {
      for (const [one, cost] of chosen.own) one.take(now, cost);
      chosen.shared?.[0].take(now, chosen.shared[1]);
      leave(waiter);
      waiter.grant(chosen.name);
      return 'granted';
    }
    for (const { own, shared, ownAt, isOvertaking } of kinds) {
      for (const [one, cost] of own) if (one.readyAt(cost) > now) awaited.add(one);
      if (shared !== undefined && ownAt <= now && !isOvertaking) {
        awaited.add(shared[0]);
        wanted.add(shared[0]);
      }
    }
    return Math.min(...kinds.map(({ at }) => at));
  }

  /** Gives turns, one for each creation after the other, while there are any to give; then sleeps until the next. */
  function serve(): void {
    const now = clock.now();
    let next: number;
    let hasLeft: boolean;
    let wanted: Set<SharedBudget>;
    do {
      next = Number.POSITIVE_INFINITY;
      hasLeft = false;
      wanted = new Set();
      const awaited = new Set<Budget | SharedBudget>();
      for (const [first] of waiting.values()) {
        if (first === undefined) continue;
        const earliest = tryGrant(first, now, awaited, wanted);
        if (earliest === 'granted') {
          hasLeft = true;
        } else if (earliest > first.since + maxWaitMs || now >= first.since + maxWaitMs) {
          hasLeft = true;
          leave(first);
          first.refuse(throttled(first, earliest));
        } else if (earliest > now) {
          // Otherwise an earlier waiter blocks it, and the time of that one counts.
          next = Math.min(next, earliest);
        }
      }
    } while (hasLeft);
    for (const one of share?.all() ?? []) one.setWaiting(wanted.has(one));
    if (waiting.size > 0) wakeAt(next);
  }

  return {
    turn(turn) {
      return new Promise((grant, refuse) => {
        if (turn.signal.aborted) {
          refuse(
            new DirectoryError('unavailable', 'The request was abandoned before it was sent.'),
          );
          return;
        }
        const waiter: Waiter = {
          turn,
          since: clock.now(),
          grant,
          refuse,
          onAbort() {
            leave(waiter);
            refuse(
              new DirectoryError('unavailable', 'The request was abandoned before it was sent.'),
            );
          },
        };
        turn.signal.addEventListener('abort', waiter.onAbort, { once: true });
        const line = waiting.get(turn.teamId);
        if (line === undefined) waiting.set(turn.teamId, [waiter]);
        else line.push(waiter);
        serve();
      });
    },
    observe(name, { throttled: isThrottled, retryAfterMs, used }) {
      const now = clock.now();
      if (used !== undefined) {
        for (const limit of Object.keys(kindOf(name).costs)) {
          const budgetName = limit as BudgetName;
          if (!isTeamBudget(budgetName)) budget(budgetName).near(now, used);
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
      share?.close();
      cancelTimer?.();
      for (const [first] of waiting.values()) {
        if (first) first.refuse(new DirectoryError('unavailable', 'The connection was closed.'));
      }
      waiting.clear();
    },
  };
}
