// A connection that sends the same request again, as callers do that poll. What follows from the bytes of a request alone,
// such as its route, its Host and what it accepts, was found when it came first, and Fastify is not asked again. What may
// have changed since is looked at each time by the functions of every other request: the access token and its API key, the
// scope, the address, the rate limit, and the answer.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../ground/caller.ts';
import {
  forgetToken,
  type PresentedToken,
  presentedToken,
  type VerifyAccessToken,
} from './authenticate.ts';
import { constantHeaders } from './constant-headers.ts';
import type { RouteMetrics } from './metrics.ts';
import type { HeaderSink, RateLimit } from './rate-limit.ts';
import { type RawAnswer, writeRaw } from './raw-answer.ts';
import type { NextRequestId } from './request-id.ts';
import { type RecordedRequest, recordedMetrics, type RecordRequest } from './request-record.ts';
import { admitCaller } from './route-guard.ts';

/**
 * The answer to a request whose address and headers were checked, if it can be given without waiting. Otherwise
 * undefined, or it throws: the request then takes the usual way.
 */
export type AnswerAtOnce = (
  request: Pick<FastifyRequest, 'params' | 'headers'>,
  caller: Caller,
) => RawAnswer | undefined;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a GET that answers by `sendRaw`: a repeated request is answered by this. */
    answerAtOnce?: AnswerAtOnce;
  }
}

export interface RepeatedRequests {
  /** Keeps a request that was answered by `sendRaw`, in place of the one before on its connection. */
  remember(this: void, request: FastifyRequest, reply: FastifyReply): void;
  /** Answers a request that is the same as the one before on its connection; false: it takes the usual way. */
  answer(this: void, request: IncomingMessage, response: ServerResponse): boolean;
  /** Each answer from now on ends its connection, which is the usual way's task. */
  stop(): void;
}

interface Remembered {
  readonly url: string;
  readonly httpVersion: string;
  readonly rawHeaders: readonly string[];
  readonly presented: PresentedToken;
  readonly answerAtOnce: AnswerAtOnce;
  readonly metrics: RouteMetrics;
  /** Without its caller and its id. */
  readonly request: Pick<
    RecordedRequest,
    'clientAddress' | 'method' | 'headers' | 'params' | 'routeOptions'
  >;
}

/** Headers that take part in more than the answer: the body, the trace, and the address of the caller. */
const neverRepeated = [
  'content-length',
  'transfer-encoding',
  'expect',
  'traceparent',
  'tracestate',
  'x-forwarded-for',
] as const;

export function createRepeatedRequests(deps: {
  readonly nextRequestId: NextRequestId;
  readonly recordRequest: RecordRequest;
  readonly verifyAccessToken: VerifyAccessToken;
  /** Undefined: no limit. */
  readonly rateLimit: RateLimit | undefined;
}): RepeatedRequests {
  const { nextRequestId, recordRequest, verifyAccessToken, rateLimit } = deps;
  const lastOfConnection = new WeakMap<object, Remembered>();
  let isStopped = false;

  function admit(last: Remembered): Admitted | undefined {
    const caller = verifyAccessToken(last.presented.token, last.presented);
    if (caller instanceof Promise) {
      // The usual way asks again, and has the error.
      caller.catch(() => undefined);
      return undefined;
    }
    const answer = last.answerAtOnce(last.request, caller);
    if (answer === undefined) return undefined;
    const request = recorded(last.request, nextRequestId());
    const headers = constantHeaders(request);
    const sink: HeaderSink = { header: (...field) => headers.push(...field) };
    const { scope } = last.request.routeOptions.config;
    admitCaller(request, sink, caller, { scope, rateLimit });
    return { request, headers, answer };
  }

  return {
    remember(request, reply) {
      const { raw, method } = request;
      if (method !== 'GET') return;
      const { answerAtOnce } = request.routeOptions.config;
      const metrics = recordedMetrics(reply.raw);
      if (answerAtOnce === undefined || metrics === undefined) return;
      if (neverRepeated.some((name) => request.headers[name] !== undefined)) return;
      const { clientAddress, headers, params, routeOptions } = request;
      lastOfConnection.set(raw.socket, {
        url: raw.url ?? '',
        httpVersion: raw.httpVersion,
        rawHeaders: raw.rawHeaders,
        presented: presentedToken(request),
        answerAtOnce,
        metrics,
        request: { clientAddress, method, headers, params, routeOptions },
      });
    },
    answer(raw, response) {
      if (raw.method !== 'GET' || isStopped) return false;
      const { socket } = raw;
      const last = lastOfConnection.get(socket);
      if (last === undefined || raw.url !== last.url) return false;
      if (raw.httpVersion !== last.httpVersion || !isSame(raw.rawHeaders, last.rawHeaders)) {
        // The time of the comparison tells each guess about another caller's token once at most.
        lastOfConnection.delete(socket);
        forgetToken(socket);
        return false;
      }
      let admitted: Admitted | undefined;
      try {
        admitted = admit(last);
      } catch {
        // The usual way refuses it, with the reason.
        lastOfConnection.delete(socket);
      }
      if (admitted === undefined) return false;
      recordRequest(admitted.request, response, last.metrics);
      writeRaw(response, admitted.headers, admitted.answer);
      return true;
    },
    stop() {
      isStopped = true;
    },
  };
}

interface Admitted {
  readonly request: RecordedRequest;
  readonly headers: string[];
  readonly answer: RawAnswer;
}

function recorded(
  { clientAddress, method, headers, params, routeOptions }: Remembered['request'],
  id: string,
): RecordedRequest {
  return {
    id,
    clientAddress,
    method,
    headers,
    params,
    routeOptions,
    body: undefined,
    caller: null,
    named: null,
    refusal: null,
  };
}

function isSame(headers: readonly string[], others: readonly string[]): boolean {
  if (headers.length !== others.length) return false;
  for (let at = 0; at < headers.length; at += 1) if (headers[at] !== others[at]) return false;
  return true;
}
