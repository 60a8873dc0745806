// Has a worker look for work about once a second, as a process of the service does.
import { systemClock } from '../src/ground/clock.ts';
import type { Poller } from '../src/ground/poller.ts';
import { createSharedPoll } from '../src/postgres/jobs/shared-poll.postgres.ts';
import type { Database } from '../src/postgres/database.ts';
import { askForCandidates } from '../src/engine/lanes.postgres.ts';
import type { Worker } from '../src/engine/worker.ts';

export function pollLanes(
  database: Database,
  worker: Worker,
  onError: (error: unknown) => void,
): Poller {
  return createSharedPoll({
    database,
    questions: [askForCandidates(() => worker.look())],
    monotonicNow: () => performance.now(),
    timers: systemClock,
    onError,
  });
}
