// Traces, exported where a collector is configured and only passed on elsewhere; and metrics beside those of each room.
import { hostname } from 'node:os';
import serviceManifest from '../../../package.json' with { type: 'json' };
import { noTracer } from '../../ground/trace.ts';
import { createFetch } from '../../outbound/fetch.http.ts';
import { noProxies } from '../../outbound/proxies.ts';
import type { Base } from '../../postgres/base.ts';
import { createBacklogMetrics } from './backlog-metrics.ts';
import { readDatabaseState } from './backlog.postgres.ts';
import { createProcessMetrics } from './process-metrics.ts';
import { createSendSpans } from './send-spans.http.ts';
import { createSpanExporter } from './span-exporter.ts';

const { version } = serviceManifest;

export function wireTracing(
  deps: Pick<Base, 'config' | 'backgroundLog' | 'clock' | 'randomBytes'> & {
    readonly processName?: string | undefined;
  },
) {
  const { config, backgroundLog, clock, randomBytes, processName } = deps;
  if (config.tracing === undefined) return { tracer: noTracer, close: async () => undefined };
  const tracer = createSpanExporter({
    send: createSendSpans({
      ...config.tracing,
      resource: {
        'service.name': 'groupwright',
        'service.version': version,
        'service.instance.id': `${hostname()}:${process.pid}`,
        'host.name': hostname(),
        'process.pid': process.pid,
        'groupwright.process': processName,
      },
      version,
      // The collector is the operator's, and beside the service.
      fetch: createFetch(noProxies),
    }),
    timers: clock,
    randomBytes,
    onError: (error, dropped) =>
      backgroundLog.warn({ err: error, dropped }, 'spans could not be exported'),
  });
  /** Sends what waits. */
  return { tracer, close: () => tracer.close() };
}

/** Unfinished work, the database, and the process. */
export function wireMetrics({ registry, config, database, lists, steady, onError }: Base): void {
  createProcessMetrics({
    registry,
    version,
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
