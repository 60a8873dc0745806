// Starts everything in one process, in order: the embedded PostgreSQL if configured, the schema, the service, the demo.
// Stops the started parts in the opposite order, even if a later part fails to start.
import { randomBytes } from 'node:crypto';

import { prepareDatabase } from './app/compose/prepare-database.ts';
import { runService } from './app/compose/run-service.ts';
import type { Config } from './ground/config/config.ts';
import { systemClock } from './ground/clock.ts';
import { foldRepeats } from './ground/fold-repeats.ts';
import type { Log } from './ground/log.ts';
import { stopInTurn } from './ground/stop-in-turn.ts';

/** Answers how to stop all of it. */
export async function start(config: Config, log: Log): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = [];
  const stopAll = () => stopInTurn(stops);
  const databaseLog = foldRepeats(log, {
    timers: systemClock,
    monotonicNow: () => performance.now(),
  });
  stops.push(async () => databaseLog.close());
  let isStarted = false;
  try {
    const { database, encryption } = await prepareDatabase(config, {
      log: databaseLog,
      randomBytes,
      isStarting: () => !isStarted,
      stops,
    });
    const service = await runService(
      {
        config,
        log,
        database,
        encryption,
        randomBytes,
        isStarted: () => isStarted,
        isListening: true,
      },
      stops,
    );
    if (config.demo !== 'off' && config.databaseUrl === undefined) {
      const { offerDemo } = await import('./app/demo/offer-demo.ts');
      // Last, because the demo's secret can only be printed once: a port in use must not lose it.
      await offerDemo({
        config,
        database,
        refresh: () => service.refresh(),
        print: (text) => console.log(text),
        log,
      });
    }
    isStarted = true;
    return stopAll;
  } catch (error) {
    await stopAll().catch(() => undefined);
    throw error;
  }
}
