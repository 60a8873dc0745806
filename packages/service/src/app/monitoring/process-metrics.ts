// Metrics of this process and of the machine that it runs on.
import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

import type { PoolUsage } from '../../ground/pool-usage.ts';

export function createProcessMetrics(deps: {
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
