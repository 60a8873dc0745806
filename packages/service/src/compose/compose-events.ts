// What follows a commit by itself: activity is sealed, readers of the feed are told, webhooks are delivered, the
// ends of the chains are logged, and what has been kept long enough is removed.
import { Counter, Gauge, type Registry } from 'prom-client';
import { createHeadLog } from '../activity/log-heads.ts';
import { createSealer } from '../activity/sealer.ts';
import { createSealStore } from '../activity/seals.postgres.ts';
import { createPruning } from '../jobs/pruning.postgres.ts';
import { createPurge } from '../jobs/purge.postgres.ts';
import { createSchedules } from '../jobs/schedules.ts';
import { createScheduleStore } from '../jobs/schedules.postgres.ts';
import { steadyClock } from '../foundation/clock.ts';
import type { Log } from '../foundation/log.ts';
import { createPoller } from '../foundation/poller.ts';
import type { Database } from '../postgres/database.ts';
import { createWebhooks, type WebhooksDeps } from '../webhooks/webhooks.jobs.ts';
import { createFeedStore } from '../events/feed.postgres.ts';
import { createFeed } from '../events/feed.ts';
import { createHeadWatch } from '../events/head-watch.ts';

const logHeadsEveryMs = 3_600_000;

export type EventJobs = ReturnType<typeof createEventJobs>;

export function createEventJobs(
  deps: Omit<WebhooksDeps, 'feed' | 'onAttempt'> & {
    /** For what callers read of the feed, which may take long. */
    lists: Database;
    log: Log;
    registry: Registry;
  },
) {
  const { database, clock, log, registry, onError } = deps;
  const sealed = new Counter({
    name: 'groupwright_activity_sealed_total',
    help: 'Entries of activity that this process has sealed.',
    registers: [registry],
  });
  const lastSeal = new Gauge({
    name: 'groupwright_activity_last_seal_timestamp_seconds',
    help: 'When this process sealed last, in seconds since the Unix epoch.',
    registers: [registry],
  });
  const attempts = new Counter({
    name: 'groupwright_webhook_attempts_total',
    help: 'Attempts to deliver an event to a webhook endpoint, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });

  const feed = createFeedStore({ database });
  const watch = createHeadWatch({
    readHeads: (tenantIds) => feed.heads(tenantIds),
    clock: steadyClock(deps.monotonicNow, clock),
    onError,
  });
  const webhooks = createWebhooks({
    ...deps,
    feed,
    onAttempt: ({ outcome }) => attempts.inc({ outcome }),
  });
  const headLog = createHeadLog((head) => log.info(head, 'head of the audit chain'));
  const sealer = createSealer({
    store: createSealStore({ database, clock }),
    timers: clock,
    onSealed({ heads, entries }) {
      sealed.inc(entries);
      lastSeal.set(clock.now() / 1000);
      headLog.note(heads);
      for (const [tenantId, { position }] of heads) watch.notice(tenantId, position);
      webhooks.notice();
    },
    onError,
  });
  const schedules = createSchedules({
    store: createScheduleStore({ database, clock }),
    tasks: [createPruning({ database, clock }), createPurge({ database, clock })],
    timers: clock,
    onError,
  });
  const headWriter = createPoller({
    run: async () => headLog.write(),
    everyMs: logHeadsEveryMs,
    firstAfterMs: logHeadsEveryMs,
    timers: clock,
    onError,
  });

  return {
    webhooks,
    readFeed: createFeed({
      ...deps.events,
      store: createFeedStore({ database: deps.lists }),
      watch,
    }),
    watch,
    /** Something that leaves activity was committed. */
    notice: () => sealer.wake(),
    /** For a process with the role worker. */
    start() {
      sealer.start();
      webhooks.start();
      schedules.start();
      headWriter.start();
    },
    async stop() {
      await headWriter.stop();
      await schedules.stop();
      await sealer.stop();
      await webhooks.stop();
      headLog.write();
    },
  };
}
