// Metrics beside those of each part: unfinished work, the database, and the process.
import serviceManifest from '../../../package.json' with { type: 'json' };
import { createBacklogMetrics } from '../monitoring/backlog-metrics.ts';
import { readDatabaseState } from '../monitoring/backlog.postgres.ts';
import { createProcessMetrics } from '../monitoring/process-metrics.ts';
import type { Base } from './base.ts';

export function composeMonitoring(base: Base): void {
  const { registry, config, database, lists, steady, onError } = base;
  createProcessMetrics({
    registry,
    version: serviceManifest.version,
    dataDirectory: config.dataDir,
    connections: database.connections,
  });
  createBacklogMetrics({
    registry,
    clock: steady,
    read: () =>
      readDatabaseState(lists).catch((error: unknown) => {
        onError(error);
        return undefined;
      }),
  });
}
