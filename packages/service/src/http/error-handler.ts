// Turns whatever goes wrong while a request is answered into a problem, and logs what we did not
// expect, with its stack, under the request's id.
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../ground/clock.ts';
import { DomainError, notFound } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import { problemMediaType, problemObject, sendProblem } from './problem.ts';
import type { AllowedMethods } from './allowed-methods.ts';
import { bodyTooLarge } from './body-budget.ts';
import type { Metrics } from './metrics.ts';
import { type RecordRequest, type NextRequestId, setCommonHeaders } from './request-record.ts';
import { unsupportedMediaType } from './route-guard.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers an error in another form than a problem. False: with the problem. */
    refuse?: (request: FastifyRequest, reply: FastifyReply, error: unknown) => boolean;
  }
}

// Made once: anyone may call unknown addresses, and each new error records a stack.
const unknownAddress = notFound();

export function createErrorHandlers(options: {
  readonly baseUrl: string;
  readonly log: Log;
  readonly allowedMethods: AllowedMethods;
  readonly metrics: Metrics;
  readonly recordRequest: RecordRequest;
  /** Never goes back. */
  readonly steadyClock: Clock;
}) {
  const { baseUrl, log, allowedMethods, recordRequest, steadyClock } = options;
  const withoutRoute = options.metrics.ofRoute('*', '(none)');

  function onError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const known = fromFastify(error);
    if (known === undefined) {
      log.error({ err: error, requestId: request.id }, 'unexpected error');
    }
    if (known?.code === 'unavailable') logUnavailable(known, request.id);
    if (known?.code === 'unsupported_media_type') {
      reply.header('accept', (request.routeOptions.config.consumes ?? ['application/json']).join());
    }
    const { refuse } = request.routeOptions.config;
    if (refuse?.(request, reply, known ?? error) !== true) {
      sendProblem(request, reply, known ?? error, baseUrl);
    }
  }

  /** At most one line a second: while the database is away, every request ends here. */
  let quietUntilMs = 0;
  let unsaid = 0;
  function logUnavailable(error: DomainError, requestId: string): void {
    const now = steadyClock.now();
    if (now < quietUntilMs) {
      unsaid++;
      return;
    }
    quietUntilMs = now + 1000;
    const cause = error.cause instanceof Error ? error.cause.message : undefined;
    log.warn({ requestId, detail: error.message, cause, unsaid }, 'unavailable');
    unsaid = 0;
  }

  /** No hook has run: a request without a route has none. */
  function onNotFound(request: FastifyRequest, reply: FastifyReply): void {
    recordRequest(request, reply.raw, withoutRoute);
    setCommonHeaders(request, reply);
    if (refuseMethod(request, reply)) return;
    const meant = allowedMethods.nearest(pathOf(request));
    const detail = `${unknownAddress.message.replace(/\.$/, '')}; did you mean ${meant}?`;
    const problem = meant === undefined ? unknownAddress : new DomainError('not_found', detail);
    sendProblem(request, reply, problem, baseUrl);
  }

  /** Answers 405 where the address takes other methods. */
  function refuseMethod(request: FastifyRequest, reply: FastifyReply): boolean {
    const allowed = allowedMethods.of(pathOf(request));
    if (allowed.length === 0) return false;
    reply.header('allow', allowed.join(', '));
    const detail = `This address supports ${allowed.join(', ')}.`;
    sendProblem(request, reply, new DomainError('method_not_allowed', detail), baseUrl);
    return true;
  }

  /** Errors of the router, before a request has a route; no hook has run. */
  function onFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    recordRequest(request, reply.raw, withoutRoute);
    setCommonHeaders(request, reply);
    onError(error, request, reply);
  }

  return { onError, onNotFound, onFrameworkError, refuseMethod };
}

function pathOf({ url }: FastifyRequest): string {
  return url.split('?', 1)[0] ?? '/';
}

/** Undefined when the error is none that a caller has caused or may know of. */
function fromFastify(error: unknown): DomainError | undefined {
  if (error instanceof DomainError) return error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return bodyTooLarge();
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_EMPTY_TYPE':
      return unsupportedMediaType();
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return new DomainError(
        'invalid_request',
        'The length of the body differs from Content-Length.',
      );
    case 'ECONNRESET':
    case 'ECONNABORTED':
      return new DomainError('invalid_request', 'The body did not arrive completely.');
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return unknownAddress;
    default:
      return undefined;
  }
}

/** Answers what is no readable HTTP, or came too slowly, on the bare connection. */
export function createClientErrorHandler(baseUrl: string, nextRequestId: NextRequestId) {
  return function onClientError(error: Error & { code?: string }, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = nextRequestId();
    const problem = { ...problemObject(clientError(error.code), baseUrl), requestId };
    const body = JSON.stringify(problem);
    socket.end(
      `HTTP/1.1 ${problem.status} ${reasons[problem.status] ?? 'Bad Request'}\r\n` +
        `Content-Type: ${problemMediaType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
        `Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
    );
  };
}

const reasons: Readonly<Record<number, string>> = {
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function clientError(code: string | undefined): DomainError {
  switch (code ?? '') {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new DomainError('request_timeout', 'The request took too long to arrive.');
    case 'HPE_HEADER_OVERFLOW':
      return new DomainError('headers_too_large', 'The headers are larger than 16 KiB in total.');
    default:
      return new DomainError('invalid_request', 'The request is not valid HTTP.');
  }
}
