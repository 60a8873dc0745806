// The Idempotency-Key header (draft-ietf-httpapi-idempotency-key-header): a structured-field string
// (RFC 8941 section 3.3.3). Many callers send the bare text instead, so that is taken too and means
// the same.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../ground/errors.ts';
import { type RequestKey, requestHashOf } from '../ground/idempotency-key.ts';
import { senderOf } from './sender.ts';
import type { Server } from './server.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The route takes an Idempotency-Key. `answer`: the answer is kept, and the handler, which returns it and sends nothing,
     * runs in the transaction that keeps it. `use case`: the handler reads the key, for a use case that commits it with
     * the effect.
     */
    idempotentBy?: 'answer' | 'use case';
  }
}

export const idempotencyKeyMeaning =
  'Any text of 1 to 255 characters, hard to guess where the answer has a secret. The service keeps it for 30 days. The same key with the same body has one effect and gets the same answer, including secrets.';
export const replayedMeaning =
  'true: the answer is that to an earlier request with the same Idempotency-Key. Absent otherwise, and where a request has a result for each entry.';

const maxKey = 255;
const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"\s*(?:;.*)?$/;
const bare = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/;

/** The key, or undefined when the header is absent. Throws `invalid_request`. */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const text = typeof header === 'string' ? header.trim() : header.join(', ');
  const key = quoted.exec(text)?.[1]?.replaceAll(/\\(["\\])/g, '$1') ?? bare.exec(text)?.[0];
  if (key !== undefined && key !== '' && key.length <= maxKey) return key;
  const detail = `The Idempotency-Key header must be 1 to ${maxKey} printable ASCII characters in double quotes.`;
  throw new DomainError('invalid_request', detail, {
    faults: [{ parameter: 'Idempotency-Key', code: 'pattern_mismatch', detail }],
  });
}

/** The key of a request with its holder; undefined without the header. Throws `invalid_request`. */
export function requestKeyOf(request: FastifyRequest, reply: FastifyReply): RequestKey | undefined {
  const text = readIdempotencyKey(request.headers['idempotency-key']);
  if (text === undefined) return undefined;
  const { tenantId, holderId } = senderOf(request);
  const onReplay = () => void reply.header('idempotent-replayed', 'true');
  return { tenantId, holderId, text, onReplay };
}

interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: string;
}

/** Keeps the answers of the routes that are declared afterwards, each with what the work commits. */
export function keepAnswers(
  server: Server,
  answerOnce: (
    key: RequestKey,
    requestHash: string,
    work: () => Promise<Answer>,
  ) => Promise<Answer>,
): void {
  server.addHook('onRoute', (route) => {
    if (route.config?.idempotentBy !== 'answer') return;
    const { handler } = route;
    route.handler = async function handleOnce(request, reply) {
      const key = requestKeyOf(request, reply);
      if (key === undefined) return handler.call(this, request, reply);
      const [path = ''] = request.url.toLowerCase().split('?');
      const requestHash = requestHashOf('answer', path, request.body ?? null);
      const answer = await answerOnce(key, requestHash, async () => {
        const payload: unknown = await handler.call(this, request, reply);
        const etag = reply.getHeader('etag');
        return {
          status: reply.statusCode,
          etag: typeof etag === 'string' ? etag : undefined,
          body: reply.serialize(payload) as string,
        };
      });
      if (answer.etag !== undefined) reply.header('etag', answer.etag);
      return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
    };
  });
}
