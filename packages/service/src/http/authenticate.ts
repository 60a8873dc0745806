// Identifies the caller, only by the bearer token of the Authorization header (RFC 6750 section 2.1), and checks the
// scopes of its API key.
import type { FastifyRequest } from 'fastify';
import { type Caller, requireAllowedAddress } from '../ground/caller.ts';
import { coversLimit } from '../ground/group-limit.ts';
import { DomainError } from '../ground/errors.ts';
import type { Scope } from '../ground/schema/scope.schema.ts';

/** The scope that a route needs; of several, one is enough. */
export type RouteScope = Scope | readonly [Scope, ...Scope[]];

/** Gives the caller, at once when it is already known; throws `invalid_token` or `unavailable`. */
export type VerifyAccessToken = (token: string) => Caller | Promise<Caller>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes that are open to everyone, and for the session of an administrator. */
    caller: Caller | null;
  }
}

/** The caller of a route that needs one; every route does unless its config says `public`. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('A public route has no caller.');
  return request.caller;
}

/** @throws DomainError `scope_missing` if the key has none of the scopes */
export function requireScope({ scopes }: Pick<Caller, 'scopes'>, wanted: RouteScope): void {
  if (
    typeof wanted === 'string'
      ? scopes.includes(wanted)
      : wanted.some((one) => scopes.includes(one))
  )
    return;
  const named = typeof wanted === 'string' ? wanted : wanted.join(' or ');
  throw new DomainError('scope_missing', `This API key lacks the scope ${named}.`);
}

/**
 * Asks again for what outlasts the moment in which a request was let in: the token may have ended since, or the
 * access of its API key may have been reduced.
 */
export async function admitAgain(
  request: FastifyRequest,
  verifyAccessToken: VerifyAccessToken,
): Promise<void> {
  const now = await verifyAccessToken(bearerToken(request.headers.authorization));
  requireAllowedAddress(now, request.clientAddress);
  const { scope } = request.routeOptions.config;
  if (scope !== undefined) requireScope(now, scope);
  if (request.caller === null || coversLimit(now.within, request.caller.within)) return;
  throw new DomainError(
    'unavailable',
    'The organisations or templates of this API key changed during the request. Send it again.',
    { retryAfterMs: 1000 },
  );
}

const b64token = /^[A-Za-z0-9\-._~+/]+=*$/;
const maxToken = 8192;

export function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined) {
    throw new DomainError(
      'invalid_token',
      'This address requires an access token. Send it as "Authorization: Bearer <ACCESS_TOKEN>".',
    );
  }
  const isBearer = authorization.charCodeAt(6) === 32 && /^bearer /i.test(authorization);
  const token = isBearer ? authorization.slice(7).trim() : '';
  if (token === '' || token.length > maxToken || !b64token.test(token)) {
    throw new DomainError(
      'invalid_token',
      'The Authorization header must have the form "Bearer <ACCESS_TOKEN>".',
    );
  }
  return token;
}
