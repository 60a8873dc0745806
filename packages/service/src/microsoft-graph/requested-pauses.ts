// The pauses that the directory asks for, by kind of call.
import type { Clock } from '../ground/clock.ts';
import type { CallName } from './graph-calls.ts';

const firstPauseMs = 1000;
const maxPauseMs = 60_000;

export interface RequestedPauses {
  /** When the kind may be called again; 0 where no pause was asked for. */
  until(name: CallName): number;
  /** An answer: pauses of unknown duration double while they come in a row. */
  observe(name: CallName, isThrottled: boolean, retryAfterMs: number | undefined): void;
}

export function createRequestedPauses(clock: Clock): RequestedPauses {
  const pauses = new Map<CallName, { until: number; withoutDuration: number }>();
  return {
    until: (name) => pauses.get(name)?.until ?? 0,
    observe(name, isThrottled, retryAfterMs) {
      const now = clock.now();
      const before = pauses.get(name);
      if (isThrottled || retryAfterMs !== undefined) {
        const withoutDuration = retryAfterMs === undefined ? (before?.withoutDuration ?? 0) + 1 : 0;
        const pauseMs =
          retryAfterMs ??
          Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(withoutDuration - 1, 10));
        const until = Math.max(before?.until ?? 0, now + pauseMs);
        pauses.set(name, { until, withoutDuration });
      } else if (before !== undefined && before.until <= now) {
        pauses.delete(name);
      }
    },
  };
}
