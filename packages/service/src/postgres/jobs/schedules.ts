// Recurring tasks: each is done by one process at a time, and again after its interval, whichever process lives
// then. A task that failed is done again at its next time.
import type { Timers } from '../../ground/clock.ts';
import { createPoller } from '../../ground/poller.ts';

export interface RecurringTask {
  /** Names it in the database; stays as it is. */
  readonly name: string;
  readonly everyMs: number;
  run(this: void): Promise<void>;
}

export interface ScheduleStore {
  /** True if the task is due. It is then not due again for any process until its interval ends. */
  claim(name: string, everyMs: number): Promise<boolean>;
}

const pollMs = 60_000;
/** Nothing of it is urgent: not while the service starts. */
const firstPollMs = 15_000;

export function createSchedules(deps: {
  store: ScheduleStore;
  tasks: readonly RecurringTask[];
  timers: Timers;
  onError: (error: unknown) => void;
}) {
  const { store, tasks, timers, onError } = deps;
  let stopped = true;
  const poller = createPoller({
    async run() {
      for (const { name, everyMs, run } of tasks) {
        if (stopped) return;
        try {
          if (await store.claim(name, everyMs)) await run();
        } catch (error) {
          onError(error);
        }
      }
    },
    everyMs: pollMs,
    firstAfterMs: firstPollMs,
    timers,
    onError,
  });

  return {
    start() {
      stopped = false;
      poller.start();
    },
    /** Resolves when the task in progress is done. */
    stop() {
      stopped = true;
      return poller.stop();
    },
  };
}
