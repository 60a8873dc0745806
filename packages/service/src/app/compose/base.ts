// The ground that every part of the service is built on.
import type { AdminBase } from '../../admin/wire.ts';
import type { Config } from '../../ground/config/config.ts';
import { steadyClock } from '../../ground/clock.ts';
import { foldRepeats } from '../../ground/fold-repeats.ts';
import { createApiPriority } from '../../engine/api-priority.ts';
import { createIdGenerator } from '../../ground/identifiers.ts';
import { createRest } from '../../ground/turns.ts';
import { createMetrics, type GatherMetrics } from '../../http/metrics.ts';
import { createProxyFor } from '../../outbound/proxies.ts';
import { createTargetAddresses } from '../../outbound/target-addresses.ts';
import type { Base } from '../../postgres/base.ts';
import { joinTransactions } from '../../postgres/joined-transactions.ts';
import { createKeptAnswers } from '../../postgres/kept-answers.postgres.ts';
import { withConcurrencyLimit } from '../../postgres/limit-concurrency.ts';
import { wireTracing } from '../monitoring/wire.ts';

/** The rest of it is made from these. */
export interface Deps
  extends
    Pick<AdminBase, 'buildPage'>,
    Pick<
      Base,
      | 'config'
      | 'log'
      | 'database'
      | 'encryption'
      | 'clock'
      | 'monotonicNow'
      | 'randomBytes'
      | 'random'
      | 'configurationCheckMs'
      | 'hasPeers'
      | 'sharedLimits'
    > {
  /** Share of the time that the event loop was busy since the last call. */
  readonly eventLoopUtilization: () => number;
  /** The metrics of the other processes of the supervisor; none when left out. */
  readonly gatherMetrics?: GatherMetrics;
  /** The name of this process among those of the supervisor; undefined if it is the only one. */
  readonly processName?: string;
  /** Whether the start is complete, so that `/readyz` may say yes; complete when left out. */
  readonly isStarted?: () => boolean;
}

export type ProcessBase = ReturnType<typeof composeBase>;

/** It is a part of the pool's ten, for the lists and the feed that callers read. */
const connectionsOfLists = 3;

export function composeBase(deps: Deps) {
  const { config, log, clock, monotonicNow, randomBytes } = deps;
  const backgroundLog = foldRepeats(log, { timers: clock, monotonicNow });
  const metrics = createMetrics();
  const tracing = wireTracing({ ...deps, backgroundLog });
  const transactions = joinTransactions(deps.database);
  const { database } = transactions;
  const steady = steadyClock(monotonicNow, clock);
  const rest = createRest({
    monotonicNow,
    inNextTurn: setImmediate,
    afterPromises: (run) => queueMicrotask(() => process.nextTick(run)),
  });
  const apiPriority = createApiPriority({
    utilization: deps.eventLoopUtilization,
    clock: steady,
    rest,
  });
  return {
    ...deps,
    database,
    transactions,
    keptAnswers: createKeptAnswers({ ...deps, database }),
    lists: withConcurrencyLimit(database, connectionsOfLists),
    steady,
    rest,
    apiPriority,
    beginWork: apiPriority.beginWork,
    newId: createIdGenerator({ clock, randomBytes }),
    backgroundLog,
    onError: (error: unknown) => backgroundLog.error({ err: error }, 'a background task failed'),
    tracer: tracing.tracer,
    closeTracing: () => tracing.close(),
    metrics,
    registry: metrics.registry,
    targets: createTargetAddresses(config.webhookNetworks),
    proxyFor: createProxyFor(config.proxies),
    hasRole: (role: Config['roles'][number]) => config.roles.includes(role),
  };
}
