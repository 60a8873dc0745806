// The HTTP server: Fastify with our rules. A route needs an access token unless its config says
// `access: 'public'`; every answer carries Request-Id; every error is a problem; a request is one
// line in the log. Routes are added by `registerXRoutes(server, deps)`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type onSendHookHandler,
  type FastifyReply,
  type RawServerDefault,
  type RouteOptions,
} from 'fastify';
import type { SchemaTypes } from './schema-types.ts';
import type { Config } from '../ground/config/config.ts';
import type { AnsweredRequest } from '../ground/answered-request.ts';
import type { Caller } from '../ground/caller.ts';
import { DomainError, type ProblemCode } from '../ground/errors.ts';
import type { Log } from '../ground/log.ts';
import type { Tracer } from '../ground/trace.ts';
import { type Clock, systemClock, type Timers } from '../ground/clock.ts';
import { createAllowedMethods, collectRoutes } from './allowed-methods.ts';
import {
  admitAgain,
  bearerToken,
  type RouteScope,
  type VerifyAccessToken,
} from './authenticate.ts';
import { createClientErrorHandler, createErrorHandlers } from './error-handler.ts';
import { compressForSessions } from './compression.ts';
import { tagContent } from './entity-tags.ts';
import { FieldErrorSchema } from './field-error.schema.ts';
import { createClientAddresses } from './client-address.ts';
import { createRequestIds, createRequestRecord } from './request-record.ts';
import { createIsLate, createLateResponseCheck } from './late-responses.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { createBodyBudget } from './body-budget.ts';
import { addBodyParsers } from './body-parsers.ts';
import type { SharedLimits } from '../ground/shared-limits.ts';
import { type Rest, withoutRest } from '../ground/turns.ts';
import { createRateLimit } from './rate-limit.ts';
import { createDraining, createInFlight, type Draining, trackSilentConnections } from './drain.ts';
import { endUnreadAnswers } from './unread-answers.ts';
import { decorateWithFiles } from './attachment.ts';
import { decorateWithWeights } from './request-weights.ts';
import { admitCaller, createRouteGuard } from './route-guard.ts';
import { createSerializerCompiler } from './serialization.ts';
import { createValidatorCompiler } from './validation.ts';
import { validateInTurns } from './validation-in-turns.ts';

export type Server = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  SchemaTypes
>;

declare module 'fastify' {
  interface FastifyInstance {
    /** How the routes of a plugin are guarded that say nothing themselves; by an access token when undefined. */
    defaultAccess?: 'session';
  }
  interface FastifyContextConfig {
    /**
     * Without it, a route needs an access token. `public`: anyone may call it. `session`: the route asks for the
     * session of an administrator, or also takes an access token if it declares a scope.
     */
    access?: 'public' | 'session';
    /** The scope that the API key of the caller needs; a route that needs an access token has to say it. */
    scope?: RouteScope;
    /** Media types the route can answer with; application/json unless said otherwise. */
    produces?: readonly string[];
    /** Media types of bodies the route reads; application/json unless said otherwise. */
    consumes?: readonly string[];
    /** The route may be called without a body, which then counts as an empty object. */
    optionalBody?: true;
    /** Problems of this route beyond those that every route may have; for the API's description. */
    problems?: readonly ProblemCode[];
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** It comes before `close()`, so that no caller notices the stop. */
    draining: Draining;
    /** Admits the caller of a route that checks for itself whether it needs an access token. */
    admitCaller: (
      request: FastifyRequest,
      reply: FastifyReply,
      scope: RouteScope,
    ) => Promise<Caller>;
  }
}

export interface ServerOptions {
  readonly config: Pick<Config, 'baseUrl' | 'trustedProxies' | 'rateLimitPerMinute'>;
  readonly log: Log;
  readonly clock: Clock;
  /** Never goes back: for the rate limit and for how long an answer took; `clock` where it is not given. */
  readonly steadyClock?: Clock;
  readonly metrics?: Metrics;
  readonly randomBytes: (size: number) => Buffer;
  readonly verifyAccessToken: VerifyAccessToken;
  /** The request log; the requests of API keys are kept nowhere where it is not given. */
  readonly keepRequest?: ((request: AnsweredRequest) => void) | undefined;
  /** A request of a known caller or administrator has its whole answer, or its caller is gone. */
  readonly onAnswered?: ((tenantId: string) => void) | undefined;
  /** Records requests as spans; only passes traces on where it is not given. */
  readonly tracer?: Tracer | undefined;
  /** They belong to other processes that answer callers beside this one. */
  readonly sharedLimits?: SharedLimits | undefined;
  /** The system's where they are not given. */
  readonly timers?: Timers;
  /** Large bodies need it. They are read in one turn where it is not given. */
  readonly rest?: Rest;
  /** Shorter ones, for tests. */
  readonly timeouts?: Timeouts;
}

const bodyLimitBytes = 2 * 1024 * 1024;
const largestHeaderBytes = 16 * 1024;

/** Maximum durations of a connection; slower callers are disconnected. */
const defaultTimeouts = {
  headersMs: 10_000,
  requestMs: 60_000,
  /** A connection ends after this time without any byte in either direction; event streams send a comment more often. */
  idleMs: 120_000,
  keepAliveMs: 65_000,
  /** While bytes of an answer wait and its reader takes none. */
  unreadMs: 60_000,
  /** Maximum delay in noticing these. */
  checkEveryMs: 5000,
  /** Once the port is closed, for requests that were sent before their caller could know. */
  lateRequestsMs: 2_000,
  /** Once the server closes; who has not finished sending or reading by then is cut off. */
  drainMs: 15_000,
} as const;

export type Timeouts = Readonly<Record<keyof typeof defaultTimeouts, number>>;

export function createServer(options: ServerOptions): Server {
  const { config, log, timeouts = defaultTimeouts } = options;
  const nextRequestId = createRequestIds(options.randomBytes, options.tracer);
  const allowedMethods = createAllowedMethods();
  const metrics = options.metrics ?? createMetrics();
  const inFlight = createInFlight();
  const steadyClock = options.steadyClock ?? options.clock;
  const clientAddresses = createClientAddresses({
    trustedProxies: config.trustedProxies,
    log,
    clock: steadyClock,
  });
  const recordRequest = createRequestRecord({
    log,
    clock: options.clock,
    inFlight,
    keep: options.keepRequest,
    onAnswered: options.onAnswered,
    tracer: options.tracer,
  });
  const { onError, onFrameworkError, onNotFound, refuseMethod } = createErrorHandlers({
    baseUrl: config.baseUrl,
    log,
    allowedMethods,
    metrics,
    recordRequest,
    steadyClock,
  });

  const server: Server = fastify({
    logger: false,
    genReqId: nextRequestId,
    requestIdHeader: false,
    bodyLimit: bodyLimitBytes,
    requestTimeout: timeouts.requestMs,
    connectionTimeout: timeouts.idleMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    http: {
      maxHeaderSize: largestHeaderBytes,
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkEveryMs,
      // Refused below instead, by an answer that is a problem like any other.
      requireHostHeader: false,
    },
    // While closing, what still arrives on an open connection is served, with Connection: close.
    return503OnClosing: false,
    frameworkErrors: onFrameworkError,
    clientErrorHandler: createClientErrorHandler(config.baseUrl, nextRequestId),
    routerOptions: { maxParamLength: 400 },
  }).withTypeProvider<SchemaTypes>();

  const { rest = withoutRest } = options;
  const sharedSchemas = () => server.getSchemas();
  const validatorCompiler = validateInTurns(
    createValidatorCompiler(sharedSchemas),
    sharedSchemas,
    rest,
  );
  const serializerCompiler = createSerializerCompiler(sharedSchemas);
  // With a compiler of the server, Fastify copies the shared schemas twice for each route: a quarter of a start.
  server.addHook('onRoute', (route) => {
    route.validatorCompiler ??= validatorCompiler;
    route.serializerCompiler ??= serializerCompiler;
  });
  server.addSchema(FieldErrorSchema);
  server.setErrorHandler(onError);
  server.setNotFoundHandler(onNotFound);
  // Before the body is read: if the target does not exist, faults of the body do not matter.
  server.addHook('onRequest', (request, reply, done) => {
    clientAddresses.watch(request.raw);
    if (request.is404) {
      onNotFound(request, reply);
      return;
    }
    const fault = faultOfHeaders(request.raw);
    if (fault === undefined) done();
    else onFrameworkError(fault, request, reply);
  });
  // An expectation that Node does not know (RFC 9110 section 10.1.1) is passed over.
  server.server.on('checkExpectation', (request, response) => {
    server.server.emit('request', request, response);
  });
  server.decorateRequest('clientAddress', {
    getter() {
      return clientAddresses.of(this.raw);
    },
  });
  server.decorateRequest('caller', null);
  server.decorateRequest('sessionHolder', null);
  server.decorateRequest('subscriber', null);
  server.decorateRequest('refusal', null);
  server.decorateRequest('named', null);
  server.decorateRequest('admittedAt', Number.POSITIVE_INFINITY);
  const { timers = systemClock } = options;
  const { lateRequestsMs } = timeouts;
  server.decorate('draining', createDraining(server.server, inFlight, { timers, lateRequestsMs }));
  endConnectionsOnClose(server, inFlight, timeouts);
  server.server.once('listening', () => {
    server.server.once('close', endUnreadAnswers(inFlight, timeouts));
  });
  addBodyParsers(server, rest);
  collectRoutes(server);
  const { rateLimitPerMinute } = config;
  const rateLimit =
    rateLimitPerMinute === undefined
      ? undefined
      : createRateLimit({
          perMinute: rateLimitPerMinute,
          clock: steadyClock,
          subject: 'This API key',
          shared: options.sharedLimits?.takes('requests'),
        });
  decorateWithFiles(server, options.clock);
  const weighAnswer = decorateWithWeights(server, rateLimit, options.sharedLimits);
  server.decorate('admitCaller', async (request, reply, scope) => {
    const caller = await options.verifyAccessToken(bearerToken(request.headers.authorization));
    admitCaller(request, reply, caller, { scope, rateLimit });
    return caller;
  });
  guardRoutes(server, options, {
    allowedMethods,
    metrics,
    recordRequest,
    refuseMethod,
    rateLimit,
    weighAnswer,
  });
  return server;
}

/** Gives every route its guard, the budget for bodies, and the check of late answers. */
function guardRoutes(
  server: Server,
  {
    config,
    clock,
    steadyClock = clock,
    timers = systemClock,
    verifyAccessToken,
    sharedLimits,
  }: ServerOptions,
  parts: Omit<Parameters<typeof createRouteGuard>[0], 'verifyAccessToken' | 'steadyClock'> & {
    readonly allowedMethods: ReturnType<typeof createAllowedMethods>;
    readonly weighAnswer: onSendHookHandler;
  },
): void {
  const bodies = createBodyBudget({
    clock: steadyClock,
    timers,
    shared: sharedLimits?.holdings('bodies'),
  });
  const guardOptions = { ...parts, verifyAccessToken, steadyClock };
  const isLate = createIsLate(steadyClock);
  const checkLateResponse = createLateResponseCheck(
    isLate,
    (request) => admitAgain(request, verifyAccessToken),
    config.baseUrl,
  );
  server.addHook('onRoute', function prepare(this: FastifyInstance, route) {
    const access = route.config?.access ?? this.defaultAccess;
    if (access !== undefined) route.config = { ...route.config, access };
    else if (route.config?.scope === undefined) {
      const method = [route.method].flat().join();
      throw new Error(`${method} ${route.url} declares neither a scope nor its access.`);
    }
    parts.allowedMethods.add(route);
    requireKnownQuery(route);
    route.onRequest = [createRouteGuard(guardOptions, route), ...hooksOf(route.onRequest)];
    if (route.schema?.body !== undefined) {
      route.preParsing = [bodies.countBody, ...hooksOf(route.preParsing)];
    }
    if ([route.method].flat().some((method) => method === 'GET' || method === 'HEAD')) {
      route.onSend = [tagContent, ...hooksOf(route.onSend)];
    }
    if (access === undefined || route.config?.scope !== undefined) {
      route.onSend = [...hooksOf(route.onSend), checkLateResponse, parts.weighAnswer];
    }
    if (access === 'session' && route.method === 'GET') {
      route.onSend = [...hooksOf(route.onSend), compressForSessions];
    }
  });
}

const noParameters = { type: 'object', properties: {}, additionalProperties: false } as const;

/**
 * A query is not dropped silently. Probes and public pages take any, and so do addresses that no description has: a sign-in
 * provider sends its own parameters to one of them.
 */
function requireKnownQuery(route: RouteOptions): void {
  const { schema = {} } = route;
  const isPublicPage = route.config?.access === 'public' && schema.body === undefined;
  if (schema.querystring !== undefined || isPublicPage || 'hide' in schema) return;
  route.schema = { ...schema, querystring: noParameters };
}

/** In-progress requests complete; callers that have not finished in time are disconnected. */
function endConnectionsOnClose(
  server: Server,
  inFlight: ReturnType<typeof createInFlight>,
  { drainMs }: Pick<Timeouts, 'drainMs'>,
): void {
  const closeSilentConnections = trackSilentConnections(server.server);
  server.addHook('preClose', (done) => {
    inFlight.endConnections();
    closeSilentConnections();
    const cutOff = setTimeout(() => server.server.closeAllConnections(), drainMs);
    server.server.once('close', () => clearTimeout(cutOff));
    done();
  });
}

const hostAmiss = new DomainError(
  'invalid_request',
  'The request must have exactly one Host header.',
);
/** A second one could contradict the first, on which a proxy or the service may decide alone. */
const atMostOnce = ['Authorization', 'Content-Type'] as const;

const unmetCondition = new DomainError(
  'invalid_request',
  'If-None-Match is for GET and HEAD. A change may have If-Match, with the ETag of the version that you read.',
);

/** RFC 9112 section 3.2; HTTP/1.0 knows no Host. Node keeps the first of several and drops the others. */
function faultOfHeaders(request: IncomingMessage): DomainError | undefined {
  const { httpVersion, rawHeaders, method, headers } = request;
  const count = (name: string) =>
    rawHeaders.filter((one, at) => at % 2 === 0 && one.toLowerCase() === name).length;
  const hosts = count('host');
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) return hostAmiss;
  const repeated = atMostOnce.find((name) => count(name.toLowerCase()) > 1);
  if (repeated !== undefined) {
    return new DomainError(
      'invalid_request',
      `The request must have at most one ${repeated} header.`,
    );
  }
  // RFC 9110 section 13.2.2 has such a change refused where the tag is known, so it must not be passed over.
  const isRead = method === 'GET' || method === 'HEAD';
  return headers['if-none-match'] === undefined || isRead ? undefined : unmetCondition;
}

function hooksOf<T>(hooks: T | T[] | undefined): T[] {
  if (hooks === undefined) return [];
  return Array.isArray(hooks) ? hooks : [hooks];
}
