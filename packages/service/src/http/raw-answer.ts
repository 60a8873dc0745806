// Answers of hot routes, written to the connection at once: Fastify's way from a header to the connection costs as much
// as all the rest of a small answer. A route that answers so says `rawAnswers` in its config.
import type { ServerResponse } from 'node:http';
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
  /** In bytes, where it is known. */
  readonly length?: number;
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
 * @param deps.isLate such an answer takes the usual way, where a hook looks at its caller again
 * @param deps.remember called with each request that was answered so
 */
export function createSendRaw(deps: {
  readonly isLate: (request: FastifyRequest) => boolean;
  readonly remember: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined;
}): SendRaw {
  const { isLate, remember } = deps;
  return function sendRaw(request, reply, answer) {
    if (isLate(request)) {
      const { status, headers, body } = answer;
      for (let at = 0; at < headers.length; at += 2)
        reply.header(headers[at] ?? '', headers[at + 1]);
      reply.code(status).send(isOne(body) ? body : Buffer.concat(body));
      return;
    }
    const headers = constantHeaders(request);
    const others = reply.getHeaders();
    for (const name in others) headers.push(name, String(others[name]));
    reply.hijack();
    remember?.(request, reply);
    writeRaw(reply.raw, headers, answer);
  };
}

/** @param headers names and values in turn, beside those of the answer; the array is used up */
export function writeRaw(response: ServerResponse, headers: string[], answer: RawAnswer): void {
  const { status, headers: own, body } = answer;
  headers.push(...own);
  if (body === undefined) {
    response.writeHead(status, headers).end();
    return;
  }
  const parts = isOne(body) ? [body] : body;
  headers.push('content-length', String(answer.length ?? lengthOf(parts)));
  response.writeHead(status, headers);
  const last = parts.length - 1;
  for (let at = 0; at < last; at += 1) response.write(parts[at] ?? '');
  response.end(parts[last]);
}

function lengthOf(parts: readonly (string | Buffer)[]): number {
  let length = 0;
  for (const part of parts) length += Buffer.byteLength(part);
  return length;
}

function isOne(body: RawAnswer['body']): body is string | Buffer | undefined {
  return body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
}
