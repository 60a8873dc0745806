// How late the timers of this process have fired lately. A process whose timers are late also delays calls between
// their turn and their arrival, so a rate limiter needs that much room.
import type { Clock } from '../../foundation/clock.ts';

export interface Lateness {
  /** A timer fired this late. */
  observe(lateMs: number): void;
  /** The most of the last ten to twenty seconds, in milliseconds. */
  recentMs(): number;
}

const generationMs = 10_000;

export function createLateness(clock: Clock): Lateness {
  let young = 0;
  let old = 0;
  let since = clock.now();

  function age(): void {
    const now = clock.now();
    const passedMs = now - since;
    // A clock that was set back starts a generation, too.
    if (passedMs >= 0 && passedMs < generationMs) return;
    old = passedMs >= 0 && passedMs < 2 * generationMs ? young : 0;
    young = 0;
    since = now;
  }

  return {
    observe(lateMs) {
      age();
      young = Math.max(young, lateMs);
    },
    recentMs() {
      age();
      return Math.max(young, old);
    },
  };
}
