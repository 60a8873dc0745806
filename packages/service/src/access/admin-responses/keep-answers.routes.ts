// Idempotency-Key on every route whose answer is kept (`config.creates`): the same
// key with the same request has one effect and gets one answer, however often it arrives.
import type { RouteOptions } from 'fastify';
import { readIdempotencyKey } from '../../http/idempotency-key.ts';
import { senderOf } from '../../http/sender.ts';
import type { RespondOnce } from './kept-responses.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Creates something, so that Idempotency-Key is read and the answer is kept. The handler returns its answer and sends nothing. */
    creates?: true;
  }
}

export const idempotencyKeyMeaning =
  'Any text that is hard to guess, such as a random UUID. The service keeps it for a day. The same key with the same body gets the same answer, including secrets, and creates nothing twice.';

export function makeIdempotent(route: RouteOptions, respondOnce: RespondOnce): void {
  if (route.config?.creates !== true) return;
  const { handler } = route;
  route.handler = async function handleOnce(request, reply) {
    const idempotencyKey = readIdempotencyKey(request.headers['idempotency-key']);
    if (idempotencyKey === undefined) return handler.call(this, request, reply);
    const { tenantId, holderId } = senderOf(request);
    const [path = ''] = request.url.toLowerCase().split('?');
    const answer = await respondOnce(
      {
        tenantId,
        holderId,
        idempotencyKey,
        content: JSON.stringify([path, request.body ?? null]),
      },
      async () => {
        const payload: unknown = await handler.call(this, request, reply);
        const etag = reply.getHeader('etag');
        return {
          status: reply.statusCode,
          etag: typeof etag === 'string' ? etag : undefined,
          body: reply.serialize(payload) as string,
        };
      },
    );
    if (answer.etag !== undefined) reply.header('etag', answer.etag);
    return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
  };
}
