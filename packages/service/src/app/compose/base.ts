// The ground that every part of the service is built on.
import type { Config } from '../../ground/config/config.ts';
import type { Encryption } from '../../ground/encryption/encryption.ts';
import { type Clock, type Timers, steadyClock } from '../../ground/clock.ts';
import { foldRepeats } from '../../ground/fold-repeats.ts';
import { createIdGenerator } from '../../ground/identifiers.ts';
import type { Log } from '../../ground/log.ts';
import { createRest } from '../../ground/turns.ts';
import type { SharedLimits } from '../../ground/shared-limits.ts';
import { createMetrics, type GatherMetrics } from '../../http/metrics.ts';
import { createProxyFor } from '../../outbound/proxies.ts';
import { createTargetAddresses } from '../../outbound/target-addresses.ts';
import type { Database } from '../../postgres/database.ts';
import { joinTransactions } from '../../postgres/joined-transactions.ts';
import { createKeptAnswers } from '../../postgres/kept-answers.postgres.ts';
import { withConcurrencyLimit } from '../../postgres/limit-concurrency.ts';
import { composeTracing } from './tracing.ts';

export interface Deps {
  readonly config: Config;
  readonly log: Log;
  readonly database: Database;
  readonly encryption: Encryption;
  readonly clock: Clock & Timers;
  /** Milliseconds that never go back. */
  readonly monotonicNow: () => number;
  /** Share of the time that the event loop was busy since the last call. */
  readonly eventLoopUtilization: () => number;
  /** A CSPRNG. */
  readonly randomBytes: (size: number) => Buffer;
  /** From 0 up to 1, for jitter. */
  readonly random: () => number;
  /** How long a caller waits for a check of the configuration; 1.5 s when left out. */
  readonly configurationCheckMs?: number;
  /** Whether other processes serve from the database, too; false when left out. */
  readonly hasPeers?: boolean;
  /** The limits of the processes that answer callers beside this one; of this one alone when left out. */
  readonly sharedLimits?: SharedLimits;
  /** The metrics of the other processes of the supervisor; none when left out. */
  readonly gatherMetrics?: GatherMetrics;
  /** The name of this process among those of the supervisor; undefined if it is the only one. */
  readonly processName?: string;
  /** Whether the start is complete, so that `/readyz` may say yes; complete when left out. */
  readonly isStarted?: () => boolean;
}

export type Base = ReturnType<typeof composeBase>;

/** Of the pool's ten, for the lists and the feed that callers read. */
const connectionsOfLists = 3;
/** Of those whose plans are kept, for reads of one record by its key. */
const connectionsOfRecords = 2;

export function composeBase(deps: Deps) {
  const { config, log, clock, monotonicNow, randomBytes } = deps;
  const backgroundLog = foldRepeats(log, { timers: clock, monotonicNow });
  const metrics = createMetrics();
  const tracing = composeTracing({ ...deps, backgroundLog });
  const transactions = joinTransactions(deps.database);
  const { database } = transactions;
  return {
    ...deps,
    database,
    transactions,
    keptAnswers: createKeptAnswers({ ...deps, database }),
    /** For what callers read at length. */
    lists: withConcurrencyLimit(database, connectionsOfLists),
    /** For what is read by its key and planned once. */
    records: withConcurrencyLimit(database, connectionsOfRecords),
    steady: steadyClock(monotonicNow, clock),
    /** One for all long work of the process. */
    rest: createRest({
      monotonicNow,
      inNextTurn: setImmediate,
      afterPromises: (run) => queueMicrotask(() => process.nextTick(run)),
    }),
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
