// Several processes of a service, forked by Node's cluster: they start together, one that has ended is started again after
// a pause that grows while it keeps ending, and they stop together. They learn of each other's counts and metrics here.
import cluster from 'node:cluster';
import { getCompileCacheDir } from 'node:module';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { AggregatorRegistry } from 'prom-client';

import type { Clock, Timers } from '../../ground/clock.ts';
import { type Log, linesTo } from '../../ground/log.ts';
import type { Count } from '../../ground/shared-limits.ts';
import { StartError } from '../../ground/start-error.ts';
import type { MetricsOfProcess } from '../../http/metrics.ts';
import type { ConnectionSettings } from '../../postgres/connection-settings.ts';
import type { ProcessPlan } from './process-plans.ts';

export type ToProcess =
  | {
      readonly kind: 'start';
      readonly plan: ProcessPlan;
      readonly database: ConnectionSettings;
      /** Whether others answer callers, too, so that limits are shared. */
      readonly sharesLimits: boolean;
    }
  /** The start of all processes is complete: `/readyz` may say yes. */
  | { readonly kind: 'complete' }
  /** Counts of shared limits of another process. */
  | { readonly kind: 'counts'; readonly from: string; readonly counts: readonly Count[] }
  /** Lets balancers and callers leave before the stop. */
  | { readonly kind: 'drain'; readonly delayMs: number }
  /** Another process has ended, and holds nothing. */
  | { readonly kind: 'ended'; readonly from: string }
  /** Asks for its metrics, or for the configuration to be read again now. */
  | { readonly kind: 'collect' | 'refresh' }
  /** The metrics of all others. */
  | { readonly kind: 'gathered'; readonly id: number; readonly metrics: MetricsOfProcess[] };

export type FromProcess =
  /** It waits for its order; it serves, or works; it has read the configuration again. */
  | { readonly kind: 'loaded' | 'ready' | 'refreshed' }
  | { readonly kind: 'counts'; readonly counts: readonly Count[] }
  | { readonly kind: 'collected'; readonly metrics: MetricsOfProcess }
  /** Asks for the metrics of all others; with its own, in case it ends. */
  | { readonly kind: 'gather'; readonly id: number; readonly metrics: MetricsOfProcess };

export interface ForkedProcess {
  readonly processId: number | undefined;
  /** A message to a process that has ended is lost. */
  send(message: ToProcess): void;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

export interface ProcessListener {
  onMessage(this: void, message: FromProcess): void;
  /** @param how the exit code or the signal, in words */
  onEnd(this: void, how: string): void;
}

const firstPauseMs = 100;
const maxPauseMs = 30_000;
/** A process that ran for this long begins with the shortest pause again. */
const steadyAfterMs = 60_000;
/** Longer than a process waits for its callers. */
const stopWithinMs = 25_000;
/** A process that does not answer in this time counts with its previous metrics: a sum that falls looks like a restart. */
const collectWithinMs = 1_000;

export type Processes = ReturnType<typeof createProcesses>;

/** Forks all at once: they load their code while the database starts. */
export function createProcesses(deps: {
  readonly plans: readonly ProcessPlan[];
  readonly fork: (listener: ProcessListener) => ForkedProcess;
  /** Never goes back. */
  readonly clock: Clock & Timers;
  readonly log: Pick<Log, 'info' | 'error'>;
}) {
  const { plans, fork, clock, log } = deps;
  const sharesLimits = plans.filter(({ roles }) => roles.includes('api')).length > 1;
  let database: ConnectionSettings | undefined;
  let isComplete = false;
  let isStopping = false;
  /** The counters of processes that have ended, so that sums do not fall. */
  let ofEnded = Promise.resolve<MetricsOfProcess>([]);
  const places = plans.map(createPlace);

  /** One process after the other that fills the same plan. */
  function createPlace(plan: ProcessPlan) {
    const { name } = plan;
    const started = Promise.withResolvers<void>();
    // Awaited later, and not at all if the start ends before.
    started.promise.catch(() => undefined);
    const stopped = Promise.withResolvers<void>();
    const waiting: Record<'collect' | 'refresh', (() => void)[]> = { collect: [], refresh: [] };
    let child: ForkedProcess | undefined = begin();
    let isLoaded = false;
    let readyAt: number | undefined;
    let hasStarted = false;
    let restarts = 0;
    let metrics: MetricsOfProcess = [];
    let pauseMs = firstPauseMs;
    let cancelRestart = () => undefined as void;

    const send = (message: ToProcess) => child?.send(message);
    const sendOthers = (message: ToProcess) => {
      for (const other of places) if (other.name !== name) other.send(message);
    };

    function begin() {
      return fork({ onMessage: (message) => void receive(message), onEnd: end });
    }

    function order() {
      if (!isLoaded || database === undefined) return;
      send({ kind: 'start', plan, database, sharesLimits });
    }

    async function receive(message: FromProcess): Promise<void> {
      switch (message.kind) {
        case 'loaded':
          isLoaded = true;
          order();
          break;
        case 'ready':
          readyAt = clock.now();
          if (hasStarted)
            log.info({ process: name, processId: child?.processId }, 'a process is back');
          hasStarted = true;
          started.resolve();
          if (isComplete) send({ kind: 'complete' });
          break;
        case 'refreshed':
          waiting.refresh.shift()?.();
          break;
        case 'collected':
          metrics = message.metrics;
          for (const answer of waiting.collect.splice(0)) answer();
          break;
        case 'counts':
          sendOthers({ kind: 'counts', from: name, counts: message.counts });
          break;
        case 'gather':
          metrics = message.metrics;
          send({ kind: 'gathered', id: message.id, metrics: await metricsBeside(name) });
          break;
        default:
          message satisfies never;
      }
    }

    function end(how: string): void {
      const lastedMs = readyAt === undefined ? 0 : clock.now() - readyAt;
      child = undefined;
      isLoaded = false;
      readyAt = undefined;
      const counters = metrics.filter(({ type }) => (type as unknown) !== 'gauge');
      metrics = [];
      ofEnded = ofEnded.then((sum) =>
        AggregatorRegistry.aggregate([[...sum], counters]).getMetricsAsJSON(),
      );
      for (const answer of Object.values(waiting).flatMap((all) => all.splice(0))) answer();
      if (isStopping) return stopped.resolve();
      sendOthers({ kind: 'ended', from: name });
      if (!hasStarted)
        return started.reject(
          new StartError(`The process ${name} did not start.`, { isLasting: false }),
        );
      if (lastedMs >= steadyAfterMs) pauseMs = firstPauseMs;
      log.error({ process: name, how, restartInMs: pauseMs }, 'a process has ended');
      cancelRestart = clock.after(pauseMs, () => {
        restarts += 1;
        child = begin();
      });
      pauseMs = Math.min(pauseMs * 2, maxPauseMs);
    }

    return {
      name,
      send,
      isReady: () => readyAt !== undefined,
      restarts: () => restarts,
      metrics: () => metrics,
      processId: () => child?.processId,
      start() {
        order();
        return started.promise;
      },
      /** Resolves with its answer, or its end. */
      ask: (kind: 'collect' | 'refresh') =>
        new Promise<void>((resolve) => {
          if (readyAt === undefined) return resolve();
          waiting[kind].push(resolve);
          send({ kind });
        }),
      /** Answers whether the process had to be killed. */
      async stop(): Promise<boolean> {
        cancelRestart();
        if (child === undefined) return false;
        let wasKilled = false;
        child.kill('SIGTERM');
        const cancel = clock.after(stopWithinMs, () => {
          wasKilled = true;
          child?.kill('SIGKILL');
        });
        await stopped.promise;
        cancel();
        return wasKilled;
      },
    };
  }

  async function metricsBeside(name: string): Promise<MetricsOfProcess[]> {
    const others = places.filter((place) => place.name !== name);
    const late = Promise.withResolvers<void>();
    const cancel = clock.after(collectWithinMs, late.resolve);
    await Promise.race([Promise.all(others.map((place) => place.ask('collect'))), late.promise]);
    cancel();
    return [...others.map((place) => place.metrics()), await ofEnded, ownMetrics(places)];
  }

  return {
    /** @throws StartError if one of them cannot start */
    async start(settings: ConnectionSettings) {
      database = settings;
      await Promise.all(places.map((place) => place.start()));
    },
    /** The start of the whole service is complete. */
    complete() {
      isComplete = true;
      for (const place of places) place.send({ kind: 'complete' });
      const processes = Object.fromEntries(places.map((place) => [place.name, place.processId()]));
      log.info({ processes }, 'all processes are running');
    },
    /** Resolves when each process that runs has read the configuration again. */
    async refresh() {
      await Promise.all(places.map((place) => place.ask('refresh')));
    },
    /** Resolves when they may stop. */
    async drain(delayMs: number) {
      if (delayMs === 0) return;
      for (const place of places) place.send({ kind: 'drain', delayMs });
      await new Promise<void>((resolve) => void clock.after(delayMs, resolve));
    },
    /** @throws Error if one had to be killed */
    async stop() {
      isStopping = true;
      const wasKilled = await Promise.all(places.map((place) => place.stop()));
      if (wasKilled.includes(true)) throw new Error('A process had to be killed.');
    },
  };
}

/** The metrics of this process that can be summed, and how the others run. */
function ownMetrics(
  places: readonly { name: string; isReady(): boolean; restarts(): number }[],
): MetricsOfProcess {
  const metric = (name: string, type: 'counter' | 'gauge', help: string, values: object[]) => ({
    name,
    help,
    type,
    aggregator: 'sum',
    values,
  });
  const { user, system } = process.cpuUsage();
  const valuesOf = (valueOf: (place: (typeof places)[number]) => number) =>
    places.map((place) => ({ labels: { process: place.name }, value: valueOf(place) }));
  return [
    metric('process_cpu_seconds_total', 'counter', '', [
      { labels: {}, value: (user + system) / 1e6 },
    ]),
    metric('process_resident_memory_bytes', 'gauge', '', [
      { labels: {}, value: process.memoryUsage.rss() },
    ]),
    metric(
      'groupwright_process_running',
      'gauge',
      'Whether a process of several serves or works, by its name.',
      valuesOf((place) => (place.isReady() ? 1 : 0)),
    ),
    metric(
      'groupwright_process_restarts_total',
      'counter',
      'Restarts of a process of several that had ended, by its name.',
      valuesOf((place) => place.restarts()),
    ),
  ] as unknown as MetricsOfProcess;
}

/** A fork of the program in `process.ts`. It ends by the loss of its channel when this process dies. Its log lines join those of this process. */
export function createFork(log: Log) {
  const writeLog = linesTo(log);
  // The published package has JavaScript.
  const exec = fileURLToPath(new URL(`process${extname(import.meta.url)}`, import.meta.url));
  cluster.setupPrimary({ exec, args: [], silent: true });
  const compileCache = getCompileCacheDir();

  return ({ onMessage, onEnd }: ProcessListener): ForkedProcess => {
    const worker = cluster.fork(compileCache && { NODE_COMPILE_CACHE: compileCache });
    const { process: child } = worker;
    // Half of a line would end in the middle of another process's.
    const lines = child.stdout && createInterface({ input: child.stdout });
    lines?.on('line', (line) => writeLog(`${line}\n`));
    child.stderr?.pipe(process.stderr, { end: false });
    worker.on('message', onMessage);
    // The process is gone.
    worker.on('error', () => undefined);
    // Its output is complete then.
    child.once('close', (code, signal) => {
      onEnd(signal ?? `exit code ${code}`);
    });
    return {
      processId: child.pid,
      send(message) {
        if (worker.isConnected()) worker.send(message);
      },
      kill: (signal) => void child.kill(signal),
    };
  };
}
