// Headers of every answer, whatever its route.
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Names and values in turn. */
export function constantHeaders({ id }: Pick<FastifyRequest, 'id'>): string[] {
  return [
    'request-id',
    id,
    'x-content-type-options',
    'nosniff',
    'referrer-policy',
    'no-referrer',
    'content-security-policy',
    "default-src 'none'; frame-ancestors 'none'",
  ];
}

export function setConstantHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const headers = constantHeaders(request);
  for (let at = 0; at < headers.length; at += 2) reply.header(headers[at] ?? '', headers[at + 1]);
}
