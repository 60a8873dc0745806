// Records a request when its answer is complete, or its caller gone: one line in the log and its place in the
// metrics. Never headers, bodies or the query, which may hold secrets; the path is given as its route's pattern. It
// hangs on the response's own `close` event, which also comes for event streams and for callers that hang up, and
// needs no closure per request. Requests of API keys also go to the request log.
import { guidPattern } from '../ground/schema/parts.schema.ts';
import type { ServerResponse, IncomingMessage } from 'node:http';
import type { FastifyRequest, FastifyReply } from 'fastify';
import type { AnsweredRequest } from '../ground/answered-request.ts';
import type { Clock } from '../ground/clock.ts';
import { createLineWriter, type Log } from '../ground/log.ts';
import {
  noTracer,
  readTraceparent,
  type Tracer,
  newContext,
  writeTraceparent,
} from '../ground/trace.ts';
import type { Caller } from '../ground/caller.ts';
import type { InFlight } from './drain.ts';
import type { RouteMetrics } from './metrics.ts';

const guid = new RegExp(guidPattern);

const kRecord = Symbol('request record');

/** The parts of a request that its record needs. */
export type RecordedRequest = Pick<
  FastifyRequest,
  | 'id'
  | 'clientAddress'
  | 'method'
  | 'headers'
  | 'params'
  | 'body'
  | 'caller'
  | 'sessionHolder'
  | 'named'
  | 'refusal'
  | 'routeOptions'
>;

interface RequestRecord {
  readonly request: RecordedRequest;
  readonly metrics: RouteMetrics;
  readonly startedAtMs: number;
}

interface RecordedResponse extends ServerResponse {
  [kRecord]?: RequestRecord;
}

export type RecordRequest = (
  request: RecordedRequest,
  response: ServerResponse,
  metrics: RouteMetrics,
) => void;

export function createRequestRecord({
  log,
  clock,
  inFlight,
  keep,
  onAnswered,
  tracer = noTracer,
}: {
  readonly log: Log;
  readonly clock: Clock;
  readonly inFlight: InFlight;
  /** Takes the requests of API keys: the request log. */
  readonly keep?: ((request: AnsweredRequest) => void) | undefined;
  readonly onAnswered?: ((tenantId: string) => void) | undefined;
  readonly tracer?: Tracer | undefined;
}): RecordRequest {
  const writeLine = createLineWriter(log);

  function onClose(this: RecordedResponse): void {
    inFlight.delete(this);
    const record = this[kRecord];
    if (record === undefined) return;
    const { request, metrics, startedAtMs } = record;
    const durationMs = performance.now() - startedAtMs;
    metrics.observe(this.statusCode, durationMs);
    const holder = (request.caller ?? request.sessionHolder) as Pick<Caller, 'tenantId'> | null;
    if (holder) onAnswered?.(holder.tenantId);
    if (keep !== undefined) keepRequest(keep, record, this.statusCode, durationMs);
    if (tracer.isOn) {
      endSpan(tracer, record, { status: this.statusCode, durationMs, now: clock.now() });
    }
    // Probes and scrapes would be most of the lines.
    if (writeLine === undefined || isQuiet(metrics.route, this.statusCode)) return;
    const caller = request.caller as Caller | null | undefined;
    const line = {
      level: 30,
      time: new Date(clock.now()),
      requestId: request.id,
      traceId: readTraceparent(request.id)?.traceId,
      method: request.method,
      route: metrics.route,
      status: this.statusCode,
      aborted: this.writableEnded ? undefined : true,
      durationMs: Math.round(durationMs * 1000) / 1000,
      tenantId: caller?.tenantId,
      apiKeyId: caller?.apiKeyId,
      peer: request.clientAddress,
      msg: 'request',
    };
    writeLine(`${JSON.stringify(line)}\n`);
  }

  return function recordRequest(request, response: RecordedResponse, metrics) {
    response[kRecord] = { request, metrics, startedAtMs: performance.now() };
    response.on('close', onClose);
    inFlight.add(response);
  };
}

/** Probes and scrapes would be most of the spans. */
const probes: ReadonlySet<string> = new Set(['/livez', '/readyz', '/metrics']);

function isQuiet(route: string, status: number): boolean {
  return isProbe(route) && status < 400;
}

export function isProbe(route: string | undefined): boolean {
  return route !== undefined && probes.has(route);
}

/** The id of the request is the context of its span. */
function endSpan(
  tracer: Tracer,
  { request, metrics: { method, route } }: RequestRecord,
  { status, durationMs, now }: { status: number; durationMs: number; now: number },
): void {
  const context = readTraceparent(request.id);
  if (context === undefined || isProbe(route)) return;
  const caller = request.caller as Caller | null | undefined;
  tracer.end({
    context,
    parent: readTraceparent(request.headers['traceparent']),
    name: `${method} ${route}`,
    kind: 'server',
    startedAt: now - durationMs,
    durationMs,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'groupwright.tenant_id': caller?.tenantId,
    },
    hasFailed: status >= 500,
  });
}

/** Hands over the request of a caller that holds an API key, or was refused and named one. */
function keepRequest(
  keep: (request: AnsweredRequest) => void,
  { request, metrics: { method, route } }: RequestRecord,
  status: number,
  durationMs: number,
): void {
  const caller = request.caller as Caller | null | undefined;
  const holder = caller ?? request.named;
  if (!holder) return;
  const refusal = status >= 400 ? (request.refusal ?? null) : null;
  keep({
    tenantId: holder.tenantId,
    apiKeyId: holder.apiKeyId,
    isProved: caller ? true : request.named?.isProved === true,
    requestId: request.id,
    method,
    route,
    status,
    durationMs,
    address: request.clientAddress,
    userAgent: request.headers['user-agent'],
    groupId: groupOf(request),
    refusal,
    body: refusal === null || isOpenToAll(request) ? undefined : request.body,
  });
}

/** Such a route reads credentials. */
function isOpenToAll({ routeOptions }: RecordedRequest): boolean {
  return routeOptions.config.access === 'public';
}

/** Not every address that matches a route has an id in the place of one. */
function groupOf({ params }: RecordedRequest): string | undefined {
  const { teamId } = (params ?? {}) as { readonly teamId?: string };
  return teamId !== undefined && guid.test(teamId) ? teamId : undefined;
}

// Request ids: unique, short, and cheap. 72 random bits say which process, a counter which request. A request that is
// traced has the context of its span as its id, so that its groups and events belong to the trace, too.

/** @param request undefined where it could not be read */
export type NextRequestId = (request?: Pick<IncomingMessage, 'headers'>) => string;

/** @param randomBytes a CSPRNG, asked once, and for each request that is traced */
export function createRequestIds(
  randomBytes: (size: number) => Buffer,
  tracer: Tracer = noTracer,
): NextRequestId {
  const prefix = randomBytes(9).toString('base64url');
  let count = 0;
  return (request) => {
    const parent = readTraceparent(request?.headers['traceparent']);
    if (parent !== undefined || tracer.isOn) {
      return writeTraceparent(newContext(parent, randomBytes));
    }
    return prefix + (count++).toString(36).padStart(6, '0');
  };
}

// Headers of every answer, whatever its route.
export function setCommonHeaders({ id }: Pick<FastifyRequest, 'id'>, reply: FastifyReply): void {
  reply.headers({
    'request-id': id,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
}
