// One line a request: who, what, how it ended and how long it took. Never headers, bodies or the
// query, which may hold secrets; the path is given as its route's pattern.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';

export function createRequestLog(log: Log) {
  return function logRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    if (log.isLevelEnabled('info')) {
      log.info({
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 1000) / 1000,
        tenantId: request.caller?.tenantId,
        apiKeyId: request.caller?.apiKeyId,
        peer: request.ip,
      });
    }
    done();
  };
}
