// Folds a lasting state into few log lines: one when it begins, one a minute with a count, one when it ends. For all
// background work that may fail repeatedly, for example while the database cannot be reached.
import type { Timers } from './clock.ts';

/** A log as background parts need it; pino's fits. */
export interface BackgroundLog {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface FoldingLog extends BackgroundLog {
  /** Reports what was folded since the last line. From then on nothing is folded. */
  close(): void;
}

/** Longer than every pause before a retry that comes often enough to be folded. */
const overAfterMs = 30_000;
const reportEveryMs = 60_000;
/** Beyond that, only messages distinguish states, so that details cannot fill memory or log. */
const maxStates = 100;

interface State {
  readonly level: 'warn' | 'error';
  readonly message: string;
  readonly since: number;
  details: object;
  lastAt: number;
  reportedAt: number;
  times: number;
  reportedTimes: number;
  cancel: () => void;
}

export function foldRepeats(
  log: BackgroundLog,
  deps: { timers: Timers; monotonicNow: () => number },
): FoldingLog {
  const { timers, monotonicNow } = deps;
  const states = new Map<string, State>();
  let closed = false;

  function fold(level: State['level'], details: object, message: string): void {
    if (closed) {
      log[level](details, message);
      return;
    }
    const exact = keyOf(details, message);
    const key = states.has(exact) || states.size < maxStates ? exact : message;
    const state = states.get(key);
    if (state === undefined) begin(key, level, details, message);
    else {
      state.details = details;
      state.lastAt = monotonicNow();
      state.times += 1;
      if (state.lastAt - state.reportedAt >= reportEveryMs) report(state);
    }
  }

  function begin(key: string, level: State['level'], details: object, message: string): void {
    log[level](details, message);
    const now = monotonicNow();
    const state: State = {
      level,
      message,
      since: now,
      details,
      lastAt: now,
      reportedAt: now,
      times: 1,
      reportedTimes: 1,
      cancel: () => undefined,
    };
    states.set(key, state);
    const look = (afterMs: number): void => {
      state.cancel = timers.after(afterMs, () => {
        const leftMs = state.lastAt + overAfterMs - monotonicNow();
        if (leftMs > 0) look(leftMs);
        else end(key, state);
      });
    };
    look(overAfterMs);
  }

  function report(state: State): void {
    state.reportedAt = monotonicNow();
    state.reportedTimes = state.times;
    log[state.level]({ ...state.details, ...summaryOf(state) }, state.message);
  }

  function end(key: string, state: State): void {
    states.delete(key);
    // A single event was already reported in full.
    if (state.times > 1) log.info(summaryOf(state), `resolved: ${state.message}`);
  }

  return {
    debug: (details, message) => log.debug(details, message),
    info: (details, message) => log.info(details, message),
    warn: (details, message) => fold('warn', details, message),
    error: (details, message) => fold('error', details, message),
    close() {
      closed = true;
      for (const state of states.values()) {
        state.cancel();
        if (state.times > state.reportedTimes) report(state);
      }
      states.clear();
    },
  };
}

function summaryOf({ times, since, lastAt }: State) {
  return { times, forMs: Math.round(lastAt - since) };
}

/** Two lines describe the same state if their message, their texts and the kind of their error are the same. */
function keyOf(details: object, message: string): string {
  const parts = Object.entries(details).map(([name, value]: [string, unknown]) => {
    if (value instanceof Error) return `${name} ${fingerprintOf(value)}`;
    return typeof value === 'string' ? `${name} ${value}` : name;
  });
  return [message, ...parts].join('\n');
}

/** The result lacks what differs from one time to the next, such as the number of a process. */
function fingerprintOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : error.name;
  return `${code} ${error.message.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d+/gi, '#')}`;
}
