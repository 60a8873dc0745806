// The work that follows a commit: activity is sealed, readers of the feed are notified, webhooks are delivered, the
// ends of the chains are logged, and expired rows are removed.
import type { Registry } from 'prom-client';
import { createHeadLog } from '../audit/log-heads.ts';
import { createChainMetrics } from '../audit/chain-metrics.ts';
import { type AppendedBatch, createChainAppender } from '../audit/chain-appender.ts';
import { askForUnsealed, createChainStore } from '../audit/chain-appender.postgres.ts';
import type { Retention } from '../ground/config/read-retention.ts';
import { createPruning } from '../postgres/jobs/pruning.postgres.ts';
import { createPurge } from '../postgres/jobs/purge.postgres.ts';
import { createSchedules, type RecurringTask } from '../postgres/jobs/schedules.ts';
import { createScheduleStore } from '../postgres/jobs/schedules.postgres.ts';
import { steadyClock } from '../ground/clock.ts';
import type { Log } from '../ground/log.ts';
import type { Database } from '../postgres/database.ts';
import { createAttemptMetrics } from './webhooks/attempt-metrics.ts';
import { askForEndpoints } from './webhooks/dispatch.postgres.ts';
import { createWebhooks, type WebhooksDeps } from './webhooks/webhooks.jobs.ts';
import { createFeedStore } from './feed.postgres.ts';
import { createFeed } from './feed.ts';
import { createHeadWatch } from './head-watch.ts';

export type Events = ReturnType<typeof wireEvents>;

export function wireEvents(
  deps: Omit<WebhooksDeps, 'feed' | 'onAttempt'> & {
    /** Callers read the feed through it, which may take long. */
    lists: Database;
    log: Log;
    registry: Registry;
    retention: Retention;
    /** Recurring tasks of other parts. */
    tasks: readonly RecurringTask[];
    /** This process has sealed activity: the new ends of the chains. */
    onAppended?: (heads: AppendedBatch['heads']) => void;
  },
) {
  const { database, clock, log, registry, retention, onError } = deps;
  const chainMetrics = createChainMetrics({ registry, clock });
  const attemptMetrics = createAttemptMetrics(registry);

  const feed = createFeedStore({ database });
  const watch = createHeadWatch({
    readHeads: (tenantIds) => feed.heads(tenantIds),
    clock: steadyClock(deps.monotonicNow, clock),
    onError,
  });
  const webhooks = createWebhooks({
    ...deps,
    feed,
    onAttempt: attemptMetrics.countAttempt,
  });
  const headLog = createHeadLog({
    writeLine: (head) => log.info(head, 'head of the audit chain'),
    timers: clock,
    onError,
  });
  const chainAppender = createChainAppender({
    store: createChainStore({ database, clock }),
    timers: clock,
    onAppended({ heads, entries }) {
      chainMetrics.countAppended(entries);
      headLog.record(heads);
      for (const [tenantId, { position }] of heads) watch.notify(tenantId, position);
      webhooks.notify();
      deps.onAppended?.(heads);
    },
    onError,
  });
  const schedules = createSchedules({
    store: createScheduleStore({ database }),
    tasks: [
      createPruning({ database, retention }),
      createPurge({ database, retention }),
      ...deps.tasks,
    ],
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
    notify: () => chainAppender.wake(),
    questions: [
      askForUnsealed(() => chainAppender.wake(0)),
      askForEndpoints(() => webhooks.notify()),
    ],
    /** Only a process with the role worker calls it. */
    start() {
      chainAppender.start();
      webhooks.start();
      schedules.start();
      headLog.start();
    },
    async stop() {
      await schedules.stop();
      await chainAppender.stop();
      await webhooks.stop();
      await headLog.stop();
    },
  };
}
