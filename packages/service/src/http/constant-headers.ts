// Headers of every answer, whatever its route.
import type { FastifyReply, FastifyRequest } from 'fastify';

export function setConstantHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  reply.header('referrer-policy', 'no-referrer');
  reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
}
