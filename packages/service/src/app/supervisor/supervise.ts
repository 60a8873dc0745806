// Keeps the processes of a service running: starts them together, restarts one that has ended after a pause that grows
// while it keeps ending, and stops them together. A process that cannot start ends the first start, with its reason.
import type { Clock, Timers } from '../../ground/clock.ts';
import type { Log } from '../../ground/log.ts';
import { StartError } from '../../ground/start-error.ts';
import type { MetricsOfProcess } from '../../http/metrics.ts';
import type { ConnectionSettings } from '../../postgres/connection-settings.ts';
import { createExchange, type Exchange, type Member } from './exchange.ts';
import type { ToProcess, ToSupervisor } from './messages.ts';
import type { ProcessPlan } from './process-plans.ts';

export interface SupervisedProcess {
  readonly processId: number | undefined;
  /** A message to a process that has ended is lost. */
  send(message: ToProcess): void;
  /** Ends it at once, with SIGKILL. */
  kill(): void;
}

export interface ProcessListener {
  onMessage(this: void, message: ToSupervisor): void;
  /** @param how the exit code or the signal, in words */
  onEnd(this: void, how: string): void;
}

export type Fork = (listener: ProcessListener) => SupervisedProcess;

export interface Supervisor {
  /** @throws StartError if one of them cannot start */
  start(database: ConnectionSettings): Promise<void>;
  /** The start of the whole service is complete. */
  complete(): void;
  /** Resolves when each process that runs has read the configuration again. */
  refresh(): Promise<void>;
  /** The process ids by name, of those that run. */
  processIds(): Readonly<Record<string, number | undefined>>;
  /** @throws Error if one had to be killed */
  stop(): Promise<void>;
}

const firstPauseMs = 100;
const maxPauseMs = 30_000;
/** A process that ran for this long begins with the shortest pause again. */
const steadyAfterMs = 60_000;
/** Longer than a process waits for its callers. */
const stopWithinMs = 25_000;

export interface SupervisorDeps {
  readonly plans: readonly ProcessPlan[];
  readonly fork: Fork;
  /** Never goes back. */
  readonly clock: Clock & Timers;
  readonly log: Pick<Log, 'info' | 'error'>;
  /** It belongs to the supervisor itself. */
  readonly ownMetrics?: () => MetricsOfProcess;
}

interface Shared {
  database: ConnectionSettings | undefined;
  isComplete: boolean;
  isStopping: boolean;
  readonly sharesLimits: boolean;
}

/** Forks all processes at once: they load their code while the database starts. */
export function createSupervisor(deps: SupervisorDeps): Supervisor {
  const { plans, clock, ownMetrics = () => [] } = deps;
  const shared: Shared = {
    database: undefined,
    isComplete: false,
    isStopping: false,
    sharesLimits: plans.filter(({ roles }) => roles.includes('api')).length > 1,
  };
  const exchange = createExchange({
    members: () => places.filter((place) => place.isReady()),
    ownMetrics: () => [...ownMetrics(), ...metricsOf(places)],
    timers: clock,
  });
  const places = plans.map((plan) => new Place(plan, { ...deps, exchange }, shared));

  return {
    async start(database) {
      shared.database = database;
      await Promise.all(places.map((place) => place.start()));
    },
    complete() {
      shared.isComplete = true;
      for (const place of places) place.send({ kind: 'complete' });
    },
    async refresh() {
      await Promise.all(places.map((place) => place.refresh()));
    },
    processIds: () => Object.fromEntries(places.map((place) => [place.name, place.processId()])),
    async stop() {
      shared.isStopping = true;
      const wasKilled = await Promise.all(places.map((place) => place.stop()));
      if (wasKilled.includes(true)) throw new Error('A process had to be killed.');
    },
  };
}

function metricsOf(places: readonly Place[]): MetricsOfProcess {
  const valuesOf = (value: (place: Place) => number) =>
    places.map((place) => ({ labels: { process: place.name }, value: value(place) }));
  const running = {
    name: 'groupwright_process_running',
    help: 'Whether the process of the supervisor serves or works, by its name.',
    type: 'gauge',
    aggregator: 'sum',
    values: valuesOf((place) => (place.isReady() ? 1 : 0)),
  };
  const restarts = {
    name: 'groupwright_process_restarts_total',
    help: 'Restarts of a process that had ended, by its name.',
    type: 'counter',
    aggregator: 'sum',
    values: valuesOf((place) => place.restarts),
  };
  return [running, restarts] as unknown as MetricsOfProcess;
}

/** One process after the other that fills the same plan. */
class Place implements Member {
  restarts = 0;
  private readonly plan: ProcessPlan;
  private readonly deps: SupervisorDeps & { readonly exchange: Exchange };
  private readonly shared: Shared;
  private process: SupervisedProcess | undefined;
  private isLoaded = false;
  private hasStarted = false;
  private readyAt: number | undefined;
  private explanation: string | undefined;
  private pauseMs = firstPauseMs;
  private cancelRestart: (() => void) | undefined;
  private readonly started = Promise.withResolvers<void>();
  private refreshed: PromiseWithResolvers<void> | undefined;
  private readonly stopped = Promise.withResolvers<void>();

  constructor(
    plan: ProcessPlan,
    deps: SupervisorDeps & { readonly exchange: Exchange },
    shared: Shared,
  ) {
    this.plan = plan;
    this.deps = deps;
    this.shared = shared;
    // Awaited later, and not at all if the start ends before.
    this.started.promise.catch(() => undefined);
    this.fork();
  }

  get name(): string {
    return this.plan.name;
  }

  isReady(): boolean {
    return this.readyAt !== undefined;
  }

  processId(): number | undefined {
    return this.process?.processId;
  }

  async start(): Promise<void> {
    if (this.isLoaded) this.sendOrder();
    await this.started.promise;
  }

  send(message: ToProcess): void {
    this.process?.send(message);
  }

  async refresh(): Promise<void> {
    if (this.readyAt === undefined) return;
    this.refreshed ??= Promise.withResolvers();
    this.send({ kind: 'refresh' });
    await this.refreshed.promise;
  }

  /** Answers whether the process had to be killed. */
  async stop(): Promise<boolean> {
    this.cancelRestart?.();
    if (this.process === undefined) return false;
    let wasKilled = false;
    this.send({ kind: 'stop' });
    const cancel = this.deps.clock.after(stopWithinMs, () => {
      wasKilled = true;
      this.process?.kill();
    });
    await this.stopped.promise;
    cancel();
    return wasKilled;
  }

  private fork(): void {
    this.isLoaded = false;
    this.explanation = undefined;
    this.process = this.deps.fork({
      onMessage: (message) => this.receive(message),
      onEnd: (how) => this.end(how),
    });
  }

  private receive(message: ToSupervisor): void {
    switch (message.kind) {
      case 'loaded':
        this.isLoaded = true;
        this.sendOrder();
        break;
      case 'ready':
        this.becomeReady();
        break;
      case 'refreshed':
        this.endRefresh();
        break;
      case 'failed':
        this.explanation = message.explanation;
        break;
      case 'counts':
      case 'gather':
      case 'collected':
        this.deps.exchange.receive(this.name, message);
        break;
      default:
        message satisfies never;
    }
  }

  private sendOrder(): void {
    const { database, isComplete, sharesLimits } = this.shared;
    if (database === undefined) return;
    this.send({ kind: 'start', plan: this.plan, database, isComplete, sharesLimits });
  }

  private becomeReady(): void {
    this.readyAt = this.deps.clock.now();
    const { name } = this.plan;
    const { processId } = this.process ?? {};
    if (this.hasStarted) this.deps.log.info({ process: name, processId }, 'a process is back');
    this.hasStarted = true;
    this.started.resolve();
    // The start may have been completed since its order.
    if (this.shared.isComplete) this.send({ kind: 'complete' });
  }

  private endRefresh(): void {
    this.refreshed?.resolve();
    this.refreshed = undefined;
  }

  private end(how: string): void {
    const { clock, log } = this.deps;
    const { name } = this.plan;
    const lastedMs = this.readyAt === undefined ? 0 : clock.now() - this.readyAt;
    this.process = undefined;
    this.readyAt = undefined;
    this.endRefresh();
    void this.deps.exchange.forget(name);
    if (this.shared.isStopping) {
      this.stopped.resolve();
      return;
    }
    if (!this.hasStarted) {
      this.started.reject(new StartError(this.explanation ?? `The process ${name} did not start.`));
      return;
    }
    if (lastedMs >= steadyAfterMs) this.pauseMs = firstPauseMs;
    const restartInMs = this.pauseMs;
    this.pauseMs = Math.min(this.pauseMs * 2, maxPauseMs);
    const reason = this.explanation === undefined ? {} : { reason: this.explanation };
    log.error({ process: name, how, restartInMs, ...reason }, 'a process has ended');
    this.cancelRestart = clock.after(restartInMs, () => {
      this.restarts += 1;
      this.fork();
    });
  }
}
