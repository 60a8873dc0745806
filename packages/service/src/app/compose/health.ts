// Health and metrics, of any process.
import { DomainError } from '../../ground/errors.ts';
import { registerHealthRoutes } from '../../http/health.ts';
import { createServer, type Server } from '../../http/server.ts';
import { createReadinessProbe } from '../../postgres/readiness.ts';
import type { Base } from './base.ts';

/** For a process without the role api: health and metrics only. */
export function composeHealthServer(base: Base): Server {
  const server = createServer({
    ...base,
    verifyAccessToken: () =>
      Promise.reject(new DomainError('invalid_token', 'This process does not have the role api.')),
  });
  registerHealthRoutes(server, healthOf(base));
  return server;
}

export function healthOf(base: Base) {
  const { config, metrics, database, newId, monotonicNow, backgroundLog, isStarted } = base;
  return {
    metrics,
    gatherMetrics: base.gatherMetrics,
    metricsToken: config.metricsToken,
    checks: {
      start: async () => isStarted?.() ?? true,
      database: createReadinessProbe({
        database,
        processId: newId(),
        monotonicNow,
        onFailure: (error) =>
          backgroundLog.warn({ err: error }, 'the database does not accept writes'),
      }),
    },
  };
}
