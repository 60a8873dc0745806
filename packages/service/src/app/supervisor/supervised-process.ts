// One process of several: serves or works as the supervisor says, and ends with it. The terminal's Ctrl-C reaches it,
// too, but the supervisor decides. SIGTERM to it alone makes it stop cleanly, and the supervisor starts another.
import { randomBytes } from 'node:crypto';

import { explainStart } from '../compose/explain-start.ts';
import { runService } from '../compose/run-service.ts';
import type { Service } from '../compose/service.ts';
import { type Config, readConfig } from '../../ground/config/config.ts';
import { openEncryption, readKeyProbe } from '../../postgres/key-probe.postgres.ts';
import { systemClock } from '../../ground/clock.ts';
import { foldRepeats } from '../../ground/fold-repeats.ts';
import { createLog, type Log } from '../../ground/log.ts';
import { createSharedLimits } from '../../ground/shared-limits.ts';
import { stopInTurn } from '../../ground/stop-in-turn.ts';
import type { MetricsOfProcess } from '../../http/metrics.ts';
import { openDatabase } from '../../postgres/pool.ts';
import type { ToProcess, ToSupervisor } from './messages.ts';

type StartMessage = Extract<ToProcess, { kind: 'start' }>;

const config = readConfig(process.env);
let log = createLog(config.logLevel);
const stops: (() => Promise<void>)[] = [];
let isComplete = false;
/** It belongs to this process. */
let isStarting = true;
let started: Promise<Service | undefined> | undefined;
let isStopping = false;

function send(message: ToSupervisor): void {
  // The channel is gone only while this process ends.
  if (process.connected) process.send?.(message);
}

/** As this process sees the others. */
const sharedLimits = createSharedLimits({
  send: (counts) => send({ kind: 'counts', counts }),
  timers: systemClock,
});
const gatherings = new Map<number, (metrics: readonly MetricsOfProcess[]) => void>();
let lastGathering = 0;

function gatherMetrics(own: MetricsOfProcess): Promise<readonly MetricsOfProcess[]> {
  const { promise, resolve } = Promise.withResolvers<readonly MetricsOfProcess[]>();
  const id = ++lastGathering;
  gatherings.set(id, resolve);
  send({ kind: 'gather', id, metrics: own });
  return promise.then((others) => [own, ...others]);
}

async function startService(message: StartMessage): Promise<Service> {
  const { plan, database: settings, sharesLimits } = message;
  const own: Config = { ...config, roles: plan.roles };
  const databaseLog = foldRepeats(log, {
    timers: systemClock,
    monotonicNow: () => performance.now(),
  });
  stops.push(async () => databaseLog.close());
  const database = openDatabase(settings, { log: databaseLog, isStarting: () => isStarting });
  stops.push(() => database.close());
  const encryption = openEncryption(own, await readKeyProbe(database), randomBytes);
  return runService(
    {
      config: own,
      log,
      database,
      encryption,
      randomBytes,
      isStarted: () => isComplete,
      isListening: plan.isListening,
      processName: plan.name,
      gatherMetrics,
      ...(sharesLimits && { sharedLimits }),
    },
    stops,
  );
}

async function start(message: StartMessage): Promise<Service | undefined> {
  isComplete ||= message.isComplete;
  log = createLog(config.logLevel, { base: { process: message.plan.name } });
  try {
    const service = await startService(message);
    isStarting = false;
    send({ kind: 'ready' });
    return service;
  } catch (error) {
    const explanation = explainStart(error, config);
    if (explanation === undefined) log.fatal({ err: error }, 'the start failed');
    await stopInTurn(stops).catch(() => undefined);
    send({ kind: 'failed', explanation });
    end(1);
    return undefined;
  }
}

async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  let code = 0;
  try {
    // A start in progress completes first, so that nothing is left behind.
    if ((await started) !== undefined) await stopInTurn(stops);
  } catch (error) {
    logFailure(log, error);
    code = 1;
  }
  end(code);
}

function logFailure(to: Log, error: unknown): void {
  to.error({ err: error }, 'the process did not stop cleanly');
}

/** After the last message: an exit would discard what the channel has not taken. */
function end(code: number): void {
  process.exitCode = code;
  setImmediate(() => process.exit());
}

function receive(message: ToProcess): void {
  switch (message.kind) {
    case 'start':
      started = start(message);
      break;
    case 'complete':
      isComplete = true;
      break;
    case 'counts':
      sharedLimits.receive(message.from, message.counts);
      break;
    case 'ended':
      sharedLimits.forget(message.from);
      break;
    case 'collect':
      void started
        ?.then((service) => service?.metrics())
        .then((metrics = []) => send({ kind: 'collected', id: message.id, metrics }));
      break;
    case 'gathered':
      gatherings.get(message.id)?.(message.metrics);
      gatherings.delete(message.id);
      break;
    case 'refresh':
      void started
        ?.then((service) => service?.refresh())
        .catch(() => undefined)
        .then(() => send({ kind: 'refreshed' }));
      break;
    case 'stop':
      void stop();
      break;
    default:
      message satisfies never;
  }
}

process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => void stop());
process.on('message', receive);
send({ kind: 'loaded' });
