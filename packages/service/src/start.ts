// Starts everything in order: the embedded PostgreSQL if configured, the schema, the service in one process or several,
// the demo. Stops the started parts in the opposite order, even if a later part fails to start.
import { randomBytes } from 'node:crypto';

import { prepareDatabase } from './app/compose/prepare-database.ts';
import type { Config } from './ground/config/config.ts';
import { steadyClock, systemClock } from './ground/clock.ts';
import { foldRepeats } from './ground/fold-repeats.ts';
import type { Log } from './ground/log.ts';
import { stopInTurn } from './ground/stop-in-turn.ts';

export interface Started {
  /** It lets balancers and callers leave before a stop, while everything continues. */
  drain(this: void, delayMs: number): Promise<void>;
  stop(this: void): Promise<void>;
}

/** @param signal ends the wait for a database that is away */
export async function start(config: Config, log: Log, signal: AbortSignal): Promise<Started> {
  const monotonicNow = () => performance.now();
  const databaseLog = foldRepeats(log, { timers: systemClock, monotonicNow });
  const stops = [async () => databaseLog.close()];
  // The code of either loads while the database starts.
  const processes = config.processes > 1 ? await forkProcesses() : undefined;
  const loading = config.processes > 1 ? undefined : import('./app/compose/run-service.ts');
  // The processes first, and PostgreSQL last.
  const stopAll = () => stopInTurn([...stops, async () => processes?.stop()]);
  let isStarted = false;
  try {
    const { roles, database, encryption } = await prepareDatabase(config, {
      log: databaseLog,
      randomBytes,
      isStarting: () => !isStarted,
      stops,
      waiting: { log, signal },
    });
    let refresh = async () => processes?.refresh();
    let drain = async (delayMs: number) => processes?.drain(delayMs);
    if (loading !== undefined) {
      const { runService } = await loading;
      const parts = { config, log, database, encryption, randomBytes };
      const service = await runService(
        { ...parts, isStarted: () => isStarted, isListening: true },
        stops,
      );
      refresh = () => service.refresh();
      drain = (delayMs) => service.drain(delayMs);
    } else await processes?.start(roles.application);
    if (config.demo !== 'off' && config.databaseUrl === undefined) {
      const { offerDemo } = await import('./app/demo/offer-demo.ts');
      // Last, because the demo's secret can only be printed once: a port in use must not lose it.
      await offerDemo({ config, database, refresh, print: (text) => console.log(text), log });
    }
    isStarted = true;
    processes?.complete();
    return { drain, stop: stopAll };
  } catch (error) {
    await stopAll().catch(() => undefined);
    throw error;
  }

  async function forkProcesses() {
    const { createFork, createProcesses } = await import('./app/processes/processes.ts');
    const { planProcesses } = await import('./app/processes/process-plans.ts');
    return createProcesses({
      plans: planProcesses(config.processes, config.roles),
      fork: createFork(log),
      clock: steadyClock(monotonicNow, systemClock),
      log,
    });
  }
}
