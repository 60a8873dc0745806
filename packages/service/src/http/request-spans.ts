// Where spans are recorded, what a request does belongs to its span: its statements are spans below it.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  openScope,
  readTraceparent,
  type SpanScope,
  type Tracer,
  withinSpan,
} from '../ground/trace.ts';
import { isProbe } from './request-record.ts';

export function followRequests(
  server: Pick<FastifyInstance, 'addHook'>,
  tracer: Tracer | undefined,
): void {
  if (tracer?.isOn !== true) return;
  const scopes = new WeakMap<FastifyRequest, SpanScope>();
  server.addHook('onRequest', (request, reply, done) => {
    const context = readTraceparent(request.id);
    const scope =
      context === undefined || isProbe(request.routeOptions.url)
        ? undefined
        : openScope(tracer, context);
    if (scope !== undefined) {
      scopes.set(request, scope);
      reply.raw.once('close', () => (scope.hasEnded = true));
    }
    withinSpan(scope, done);
  });
  // The body came in turns of its socket, which know nothing of the request.
  server.addHook('preValidation', (request, _, done) => withinSpan(scopes.get(request), done));
}
