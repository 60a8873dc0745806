// What follows a commit by itself: activity is sealed, readers of the feed are told, and the ends of the chains
// are logged.
import { createHeadLog } from '../activity/log-heads.ts';
import { createSealer } from '../activity/sealer.ts';
import { createSealStore } from '../activity/seals.postgres.ts';
import type { Clock, Timers } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database } from '../postgres/database.ts';
import { createFeedStore } from './feed.postgres.ts';
import { createHeadWatch } from './head-watch.ts';

const logHeadsEveryMs = 3_600_000;

export type EventJobs = ReturnType<typeof createEventJobs>;

export function createEventJobs(world: {
  database: Database;
  clock: Clock & Timers;
  log: Log;
  onError: (error: unknown) => void;
}) {
  const { database, clock, log, onError } = world;
  const store = createFeedStore({ database });
  const watch = createHeadWatch({
    readHeads: (tenantIds) => store.heads(tenantIds),
    clock,
    onError,
  });
  const headLog = createHeadLog((head) => log.info(head, 'head of the audit chain'));
  const sealer = createSealer({
    store: createSealStore({ database, clock }),
    timers: clock,
    onSealed({ heads }) {
      headLog.note(heads);
      for (const [tenantId, { position }] of heads) watch.notice(tenantId, position);
    },
    onError,
  });
  let headTimer: NodeJS.Timeout | undefined;

  return {
    store,
    watch,
    /** Something that leaves activity was committed. */
    notice: () => sealer.wake(),
    /** For a process with the role worker. */
    start() {
      sealer.start();
      headTimer = setInterval(() => headLog.write(), logHeadsEveryMs);
    },
    async stop() {
      clearInterval(headTimer);
      await sealer.stop();
      headLog.write();
    },
  };
}
