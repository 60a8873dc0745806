// Answers of hot routes, written to the connection at once: Fastify's way from a header to the connection costs as much
// as all the rest of a small answer. A route that answers so says `rawAnswers` in its config.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { constantHeaders } from './constant-headers.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers by `sendRaw`; for every other answer of it, the constant headers are set when it is sent. */
    rawAnswers?: true;
  }
  interface FastifyInstance {
    sendRaw: SendRaw;
  }
}

export interface RawAnswer {
  readonly status: number;
  /** Names and values in turn, beside those of every answer and those that the reply has. */
  readonly headers: readonly string[];
  /** Several parts are sent one after the other; undefined for a status that has no body. */
  readonly body: string | Buffer | readonly Buffer[] | undefined;
}

type SendRaw = (
  this: void,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RawAnswer,
) => void;

export const jsonContent = ['content-type', 'application/json; charset=utf-8'] as const;

/**
 * As `reply.send` does, but no hook runs.
 * @param isLate such an answer takes the usual way, where a hook looks at its caller again
 */
export function createSendRaw(isLate: (request: FastifyRequest) => boolean): SendRaw {
  return function sendRaw(request, reply, { status, headers, body }) {
    if (isLate(request)) {
      for (let at = 0; at < headers.length; at += 2)
        reply.header(headers[at] ?? '', headers[at + 1]);
      reply.code(status).send(isOne(body) ? body : Buffer.concat(body));
      return;
    }
    const all = constantHeaders(request);
    const others = reply.getHeaders();
    for (const name in others) all.push(name, String(others[name]));
    all.push(...headers);
    const { raw } = reply;
    reply.hijack();
    if (body === undefined) {
      raw.writeHead(status, all).end();
      return;
    }
    const parts = isOne(body) ? [body] : body;
    const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
    all.push('content-length', String(length));
    raw.writeHead(status, all);
    for (const part of parts.slice(0, -1)) raw.write(part);
    raw.end(parts.at(-1));
  };
}

function isOne(body: RawAnswer['body']): body is string | Buffer | undefined {
  return body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
}
