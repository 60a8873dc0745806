// Runs one task again and again, never twice at once: every so often, and at once when woken.
import type { Timers } from './clock.ts';
import { outsideOfCallers } from './shared-work.ts';

export interface Poller {
  /** Does nothing while the poller runs. */
  start(this: void): void;
  /**
   * There may be work: shortens the pause. A call during a run makes another run follow.
   * @param afterMs in place of `wakeAfterMs`
   */
  wake(this: void, afterMs?: number): void;
  /** Resolves when the run in progress has ended; none follows it until the next start. */
  stop(this: void): Promise<void>;
}

export interface PollerOptions {
  /**
   * Does what there is to do. A number that it answers is the pause in milliseconds until the next run, which
   * `wake` does not shorten; without one the pause is `everyMs`.
   * @param signal aborted by `stop`, which awaits the run
   */
  readonly run: (signal: AbortSignal) => Promise<number | undefined | void>;
  /** Called before each pause if it is a function. `Infinity`: the pause lasts until `wake`. */
  readonly everyMs: number | (() => number);
  /** Pause before the first run; 0 unless it may wait. */
  readonly firstAfterMs?: number;
  /** Delay between `wake` and the run, so that one run serves many calls; 0 by default. */
  readonly wakeAfterMs?: number;
  /** Pause after an error, which `wake` does not shorten; `everyMs`, and woken as ever, by default. */
  readonly errorPauseMs?: number;
  readonly timers: Timers;
  readonly onError: (error: unknown) => void;
}

export function createPoller(options: PollerOptions): Poller {
  const {
    run,
    everyMs,
    firstAfterMs = 0,
    wakeAfterMs = 0,
    errorPauseMs,
    timers,
    onError,
  } = options;
  const pauseNow = typeof everyMs === 'number' ? () => everyMs : everyMs;
  let started = false;
  let stopping = new AbortController();
  let running: Promise<void> | undefined;
  let cancel: (() => void) | undefined;
  let canBeWoken = false;
  let wokenMeanwhile = false;

  function schedule(afterMs: number, wakeable: boolean): void {
    if (!started) return;
    cancel?.();
    cancel = undefined;
    canBeWoken = wakeable;
    if (afterMs === Number.POSITIVE_INFINITY) return;
    cancel = timers.after(afterMs, () => {
      cancel = undefined;
      running = runOnce();
    });
  }

  async function runOnce(): Promise<void> {
    canBeWoken = false;
    wokenMeanwhile = false;
    let pauseMs: number | undefined | void;
    try {
      // A request that wakes it does not have to do with what is found.
      pauseMs = await outsideOfCallers(() => run(stopping.signal));
    } catch (error) {
      onError(error);
      pauseMs = errorPauseMs;
    }
    // In one turn with the next schedule: a start between the two would be lost.
    running = undefined;
    if (pauseMs === undefined) schedule(wokenMeanwhile ? wakeAfterMs : pauseNow(), !wokenMeanwhile);
    else schedule(pauseMs, false);
  }

  return {
    start() {
      if (started) return;
      started = true;
      stopping = new AbortController();
      if (running === undefined) schedule(firstAfterMs, firstAfterMs > wakeAfterMs);
      // A run that outlasted a stop schedules the next one itself.
      else wokenMeanwhile ||= firstAfterMs <= wakeAfterMs;
    },
    wake(afterMs = wakeAfterMs) {
      if (canBeWoken) schedule(afterMs, false);
      else wokenMeanwhile = true;
    },
    async stop() {
      started = false;
      stopping.abort();
      cancel?.();
      cancel = undefined;
      canBeWoken = false;
      await running;
    },
  };
}
