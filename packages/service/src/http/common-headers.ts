// Headers of every answer, whatever its route.
import type { FastifyReply, FastifyRequest } from 'fastify';

export function setCommonHeaders({ id }: Pick<FastifyRequest, 'id'>, reply: FastifyReply): void {
  reply.headers({
    'request-id': id,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
}
