// Starts the service in several processes: this one has the embedded PostgreSQL, the migrations and the demo, and
// supervises the others, which serve and work.
import { randomBytes } from 'node:crypto';
import { getCompileCacheDir } from 'node:module';

import { prepareDatabase } from '../compose/prepare-database.ts';
import type { MetricsOfProcess } from '../../http/metrics.ts';
import type { Config } from '../../ground/config/config.ts';
import { steadyClock, systemClock } from '../../ground/clock.ts';
import { foldRepeats } from '../../ground/fold-repeats.ts';
import { type Log, linesTo } from '../../ground/log.ts';
import { stopInTurn } from '../../ground/stop-in-turn.ts';
import { createFork } from './fork-process.ts';
import { planProcesses } from './process-plans.ts';
import { createSupervisor } from './supervise.ts';

/** Answers how to stop all of it: the processes first, and PostgreSQL last. */
export async function startSupervised(
  config: Config,
  log: Log,
  print: (text: string) => void,
): Promise<() => Promise<void>> {
  const monotonicNow = () => performance.now();
  const databaseLog = foldRepeats(log, { timers: systemClock, monotonicNow });
  const plans = planProcesses(config.processes, config.roles);
  const supervisor = createSupervisor({
    plans,
    fork: createFork({ plans, writeLog: linesTo(log), compileCache: getCompileCacheDir() }),
    clock: steadyClock(monotonicNow, systemClock),
    log,
    ownMetrics: metricsOfThisProcess,
  });
  const databaseStops = [async () => databaseLog.close()];
  const stopAll = () => stopInTurn([...databaseStops, () => supervisor.stop()]);
  let isStarting = true;
  try {
    const { roles, database } = await prepareDatabase(config, {
      log: databaseLog,
      randomBytes,
      isStarting: () => isStarting,
      stops: databaseStops,
    });
    await supervisor.start(roles.application);
    if (config.demo !== 'off' && config.databaseUrl === undefined) {
      const { offerDemo } = await import('../demo/offer-demo.ts');
      // Last, as with one process: a port in use must not lose the demo's secret.
      await offerDemo({ config, database, refresh: () => supervisor.refresh(), print, log });
    }
    supervisor.complete();
    isStarting = false;
    log.info({ processes: supervisor.processIds() }, 'all processes are running');
    return stopAll;
  } catch (error) {
    await stopAll().catch(() => undefined);
    throw error;
  }
}

/** These metrics of Node can be summed. */
function metricsOfThisProcess(): MetricsOfProcess {
  const { user, system } = process.cpuUsage();
  const metric = (name: string, type: string, value: number) => ({
    name,
    help: '',
    type,
    aggregator: 'sum',
    values: [{ labels: {}, value }],
  });
  return [
    metric('process_cpu_seconds_total', 'counter', (user + system) / 1e6),
    metric('process_resident_memory_bytes', 'gauge', process.memoryUsage.rss()),
  ] as unknown as MetricsOfProcess;
}
