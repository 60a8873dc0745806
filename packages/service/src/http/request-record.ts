// What is kept of a request when its answer is out, or its caller gone: one line in the log and its
// place in the metrics. Never headers, bodies or the query, which may hold secrets; the path is
// given as its route's pattern. It hangs on the response's own `close` event, which also comes for
// event streams and for callers that hang up, and needs no closure a request.
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../log.ts';
import type { RouteMetrics } from './metrics.ts';

const kRecord = Symbol('request record');

interface Recorded extends ServerResponse {
  [kRecord]?: {
    readonly request: FastifyRequest;
    readonly metrics: RouteMetrics;
    startedAt: number;
  };
}

export function createRequestRecord(log: Log) {
  const isLogged = log.isLevelEnabled('info');

  function onClose(this: Recorded): void {
    const record = this[kRecord];
    if (record === undefined) return;
    const { request, metrics, startedAt } = record;
    const durationMs = performance.now() - startedAt;
    metrics.observe(this.statusCode, durationMs);
    if (!isLogged) return;
    log.info({
      requestId: request.id,
      method: request.method,
      route: metrics.route,
      status: this.statusCode,
      ...(this.writableEnded ? undefined : { aborted: true }),
      durationMs: Math.round(durationMs * 1000) / 1000,
      tenantId: request.caller?.tenantId,
      apiKeyId: request.caller?.apiKeyId,
      peer: request.ip,
    });
  }

  return function recordRequest(
    request: FastifyRequest,
    reply: FastifyReply,
    metrics: RouteMetrics,
  ): void {
    const response: Recorded = reply.raw;
    response[kRecord] = { request, metrics, startedAt: performance.now() };
    response.on('close', onClose);
  };
}
