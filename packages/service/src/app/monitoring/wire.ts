// Traces, exported where a collector is configured and only passed on elsewhere; and metrics beside those of each room.
import { hostname } from 'node:os';
import serviceManifest from '../../../package.json' with { type: 'json' };
import { noTracer } from '../../ground/trace.ts';
import { createFetch } from '../../outbound/fetch.http.ts';
import { noProxies } from '../../outbound/proxies.ts';
import type { Base } from '../../postgres/base.ts';
import { createBacklogMetrics } from './backlog-metrics.ts';
import { readDatabaseState } from './backlog.postgres.ts';
import { createSendSpans } from './send-spans.http.ts';
import { createSpanExporter } from './span-exporter.ts';
import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import type { PoolUsage } from '../../ground/pool-usage.ts';

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

// Metrics of this process and of the machine that it runs on.
function createProcessMetrics(deps: {
  readonly registry: Registry;
  readonly version: string;
  readonly dataDirectory: string;
  /** Undefined where the database is not reached by pools of connections. */
  readonly connections: (() => readonly PoolUsage[]) | undefined;
}): void {
  const { registry, version, dataDirectory, connections } = deps;
  const registers = [registry];
  new Gauge({
    name: 'groupwright_build_info',
    help: 'Always 1; the labels name the version of the service and of Node.js.',
    labelNames: ['version', 'node'],
    aggregator: 'first',
    registers,
  }).set({ version, node: process.version }, 1);
  const free: Gauge = new Gauge({
    name: 'groupwright_data_directory_free_bytes',
    help: 'Bytes that the service may still write to the file system of its data directory.',
    aggregator: 'min',
    registers,
    async collect() {
      try {
        const { bavail, bsize } = await statfs(dataDirectory);
        free.set(bavail * bsize);
      } catch {
        // With an external database, there need not be a data directory.
        free.remove();
      }
    },
  });
  if (connections === undefined) return;
  const used: Gauge<'pool' | 'state'> = new Gauge({
    name: 'groupwright_database_connections',
    help: 'Connections to the database by pool, busy or idle, and statements that wait for one.',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, busy, idle, waiting } of connections()) {
        used.set({ pool, state: 'busy' }, busy);
        used.set({ pool, state: 'idle' }, idle);
        used.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
}
