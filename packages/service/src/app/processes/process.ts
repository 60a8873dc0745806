// One process of several: serves or works as its plan says, and ends with the process that forked it. The terminal's
// Ctrl-C reaches it, too, but that process decides. After SIGTERM it finishes its work, and another takes its place.
import { randomBytes } from 'node:crypto';

import { explainStart } from '../compose/explain-start.ts';
import { runService } from '../compose/run-service.ts';
import type { Service } from '../compose/service.ts';
import { readConfig } from '../../ground/config/config.ts';
import { systemClock } from '../../ground/clock.ts';
import { foldRepeats } from '../../ground/fold-repeats.ts';
import { createLog } from '../../ground/log.ts';
import { createSharedLimits } from '../../ground/shared-limits.ts';
import { stopInTurn } from '../../ground/stop-in-turn.ts';
import type { MetricsOfProcess } from '../../http/metrics.ts';
import { openEncryption, readKeyProbe } from '../../postgres/key-probe.postgres.ts';
import { openDatabase } from '../../postgres/pool.ts';
import type { FromProcess, ToProcess } from './processes.ts';

const config = readConfig(process.env);
let log = createLog(config.logLevel);
const stops: (() => Promise<void>)[] = [];
/** The start of all processes is complete. */
let isComplete = false;
let started: Promise<Service | undefined> | undefined;

function send(message: FromProcess): void {
  // The channel is gone only while this process ends.
  if (process.connected) process.send?.(message);
}

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

async function start({
  plan,
  database: settings,
  sharesLimits,
}: Extract<ToProcess, { kind: 'start' }>): Promise<Service | undefined> {
  log = createLog(config.logLevel, { base: { process: plan.name } });
  let isStarting = true;
  try {
    const databaseLog = foldRepeats(log, {
      timers: systemClock,
      monotonicNow: () => performance.now(),
    });
    stops.push(async () => databaseLog.close());
    const database = openDatabase(settings, { log: databaseLog, isStarting: () => isStarting });
    stops.push(() => database.close());
    const service = await runService(
      {
        config: { ...config, roles: plan.roles },
        log,
        database,
        encryption: openEncryption(config, await readKeyProbe(database), randomBytes),
        randomBytes,
        isStarted: () => isComplete,
        isListening: plan.isListening,
        processName: plan.name,
        gatherMetrics,
        ...(sharesLimits && { sharedLimits }),
      },
      stops,
    );
    isStarting = false;
    send({ kind: 'ready' });
    return service;
  } catch (error) {
    const reason = explainStart(error, config);
    log.fatal(reason === undefined ? { err: error } : { reason }, 'the start failed');
    await stopInTurn(stops).catch(() => undefined);
    end(1);
    return undefined;
  }
}

async function stop(): Promise<void> {
  let code = 0;
  try {
    // A start in progress completes first, so that nothing is left behind.
    const service = await started;
    // Others share the port and take its connections.
    await service?.drain(0);
    if (service !== undefined) await stopInTurn(stops.splice(0));
  } catch (error) {
    log.error({ err: error }, 'the process did not stop cleanly');
    code = 1;
  }
  end(code);
}

/** The process ends after the last message: an exit would discard what the channel has not taken. */
function end(code: number): void {
  process.exitCode = code;
  setImmediate(() => process.exit());
}

async function receive(message: ToProcess): Promise<void> {
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
      send({ kind: 'collected', metrics: (await (await started)?.metrics()) ?? [] });
      break;
    case 'gathered':
      gatherings.get(message.id)?.(message.metrics);
      gatherings.delete(message.id);
      break;
    case 'drain':
      await (await started)?.drain(message.delayMs);
      break;
    case 'refresh':
      await (await started)?.refresh().catch(() => undefined);
      send({ kind: 'refreshed' });
      break;
    default:
      message satisfies never;
  }
}

process.on('SIGINT', () => undefined);
// The supervisor is gone. To write compiled code first takes seconds in which this process would hold the port.
process.on('exit', () => {
  if (!process.connected) process.kill(process.pid, 'SIGKILL');
});
process.on('SIGTERM', () => void stop());
process.on('message', (message: ToProcess) => void receive(message));
send({ kind: 'loaded' });
