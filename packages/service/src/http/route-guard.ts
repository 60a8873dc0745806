// The checks of every request before its route: headers of every answer, 406, authentication, 415, the rate limit,
// and the record of the request. It is one function per route, created at the start, because separate hooks would
// each slow down every request.
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Clock } from '../ground/clock.ts';
import { type Caller, requireAllowedAddress } from '../ground/caller.ts';
import { DomainError } from '../ground/errors.ts';
import { parameterForms } from './allowed-methods.ts';
import {
  bearerToken,
  requireScope,
  type RouteScope,
  type VerifyAccessToken,
} from './authenticate.ts';
import { setCommonHeaders, type RecordRequest } from './request-record.ts';
import type { Metrics } from './metrics.ts';
import { negotiate } from './negotiation.ts';
import type { HeaderSink, RateLimit } from './rate-limit.ts';

type Guard = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

const json: readonly string[] = ['application/json'];

export interface GuardOptions {
  readonly metrics: Metrics;
  readonly recordRequest: RecordRequest;
  /** Answers 405 where the address takes other methods. */
  readonly refuseMethod: (request: FastifyRequest, reply: FastifyReply) => boolean;
  readonly verifyAccessToken: VerifyAccessToken;
  /** Never goes back. */
  readonly steadyClock: Clock;
  /** Undefined: no limit. */
  readonly rateLimit: RateLimit | undefined;
}

export function createRouteGuard(options: GuardOptions, route: RouteOptions): Guard {
  const { recordRequest, refuseMethod, verifyAccessToken, rateLimit, steadyClock } = options;
  const metrics = options.metrics.ofRoute([route.method].flat().join(), route.url);
  const produces = route.config?.produces ?? json;
  const consumes = route.schema?.body === undefined ? undefined : (route.config?.consumes ?? json);
  const needsToken = route.config?.access === undefined;
  const scope = route.config?.scope;
  const forms = [...parameterForms(route)];
  // The stacks of errors for all routes would take a twentieth of the start.
  let notAcceptable: DomainError | undefined;

  const admit = (request: FastifyRequest, reply: FastifyReply, caller: Caller): void =>
    admitCaller(request, reply, caller, { scope, rateLimit });
  const mayLackBody = route.config?.optionalBody === true;
  const finish = (
    request: FastifyRequest,
    reply: FastifyReply,
    done: (error?: Error) => void,
  ): void => {
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (encoding.trim().toLowerCase() !== 'identity') {
      reply.header('accept-encoding', 'identity');
      done(unsupportedEncoding);
    } else if (mayLackBody && hasNoBody(request)) {
      request.body = {};
      done();
    } else if (consumes !== undefined && !isConsumed(request.headers['content-type'], consumes)) {
      done(unsupportedMediaType(consumes));
    } else done();
  };

  return function guard(request, reply, done) {
    recordRequest(request, reply.raw, metrics);
    request.admittedAt = steadyClock.now();
    setCommonHeaders(request, reply);
    // A longer address such as /teams/plan may match where this one has an id.
    const parameters = request.params as Readonly<Record<string, string>>;
    const isOther = forms.some(([name, form]) => !form.test(parameters[name] ?? ''));
    if (isOther && refuseMethod(request, reply)) return;
    const { accept } = request.headers;
    if (accept !== undefined && accept !== '*/*' && negotiate(accept, produces) === undefined) {
      done(
        (notAcceptable ??= new DomainError(
          'not_acceptable',
          `This address returns ${produces.join(', ')}, which the Accept header does not allow.`,
        )),
      );
      return;
    }
    if (!needsToken) {
      finish(request, reply, done);
      return;
    }
    // An error thrown here reaches the error handler through Fastify's hook runner.
    const caller = verifyAccessToken(bearerToken(request.headers.authorization));
    if (caller instanceof Promise) {
      void settle(caller, (found) => admit(request, reply, found)).then((error) => {
        // In a separate turn, so that errors of the rest of the request are not caught here.
        setImmediate(() => (error === undefined ? finish(request, reply, done) : done(error)));
      });
      return;
    }
    admit(request, reply, caller);
    finish(request, reply, done);
  };
}

/** @throws DomainError `rate_limited`, `address_not_allowed` or `scope_missing` */
export function admitCaller(
  request: Pick<FastifyRequest, 'caller' | 'clientAddress'>,
  answer: HeaderSink,
  caller: Caller,
  { scope, rateLimit }: { scope: RouteScope | undefined; rateLimit: RateLimit | undefined },
): void {
  request.caller = caller;
  rateLimit?.take(caller.apiKeyId, answer);
  if (caller.ipRanges !== null) requireAllowedAddress(caller, request.clientAddress);
  if (scope !== undefined) requireScope(caller, scope);
}

async function settle(
  verification: Promise<Caller>,
  admit: (caller: Caller) => void,
): Promise<Error | undefined> {
  try {
    admit(await verification);
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

/** RFC 9112 section 6.3: a request has a body if one of these headers says so. */
function hasNoBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] === undefined && (length === undefined || length === '0');
}

function isConsumed(contentType: string | undefined, consumes: readonly string[]): boolean {
  if (contentType === undefined) return false;
  if (contentType === consumes[0]) return true;
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return consumes.includes(mediaType);
}

// Made once: anyone may send such a body, and each new error records a stack.
const unsupportedEncoding = new DomainError(
  'unsupported_media_type',
  'The body must be sent as it is, without a Content-Encoding.',
);

export function unsupportedMediaType(consumes: readonly string[] = json): DomainError {
  return new DomainError(
    'unsupported_media_type',
    `The body must be sent with the Content-Type ${consumes.join(' or ')}.`,
  );
}
