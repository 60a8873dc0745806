// Has a worker look for work about once a second, as a process of the service does.
import { systemClock } from '../src/foundation/clock.ts';
import type { Poller } from '../src/foundation/poller.ts';
import { createSharedPoll } from '../src/jobs/shared-poll.postgres.ts';
import type { Database } from '../src/postgres/database.ts';
import { askForCandidates } from '../src/provisioning/lanes.postgres.ts';
import type { Worker } from '../src/provisioning/worker.ts';

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
