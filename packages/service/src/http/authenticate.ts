// Who asks: the bearer token of the Authorization header (RFC 6750 section 2.1), nothing else.
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../errors.ts';

/** Who a request speaks for. */
export interface Caller {
  readonly tenantId: string;
  readonly apiKeyId: string;
}

/** Gives the caller, at once when it is already known; throws `invalid_token` or `unavailable`. */
export type VerifyAccessToken = (token: string) => Caller | Promise<Caller>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on routes that are open to everyone. */
    caller: Caller | null;
  }
}

/** The caller of a route that needs one; every route does unless its config says `public`. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('A public route has no caller.');
  return request.caller;
}

const b64token = /^[A-Za-z0-9\-._~+/]+=*$/;
const longestToken = 8192;

/** The token of an Authorization header. */
export function bearerToken(authorization: string | undefined): string {
  if (authorization === undefined) {
    throw new DomainError(
      'invalid_token',
      'This address needs an access token: send it as "Authorization: Bearer <ACCESS_TOKEN>".',
    );
  }
  const isBearer = authorization.charCodeAt(6) === 32 && /^bearer /i.test(authorization);
  const token = isBearer ? authorization.slice(7).trim() : '';
  if (token === '' || token.length > longestToken || !b64token.test(token)) {
    throw new DomainError(
      'invalid_token',
      'The Authorization header must have the form "Bearer <ACCESS_TOKEN>".',
    );
  }
  return token;
}

/** A Fastify onRequest hook; it stays synchronous when the token is already known. */
export function createAuthenticate(verifyAccessToken: VerifyAccessToken) {
  return function authenticate(
    request: FastifyRequest,
    _reply: unknown,
    done: (error?: Error) => void,
  ): void {
    let caller: Caller | Promise<Caller>;
    try {
      caller = verifyAccessToken(bearerToken(request.headers.authorization));
    } catch (error) {
      done(error as Error);
      return;
    }
    if (caller instanceof Promise) {
      settle(request, caller, done);
      return;
    }
    request.caller = caller;
    done();
  };
}

function settle(
  request: FastifyRequest,
  verification: Promise<Caller>,
  done: (error?: Error) => void,
): void {
  // Calling back from a new turn, so that what the rest of the request throws is not caught here.
  verification.then(
    (caller) => {
      request.caller = caller;
      setImmediate(done);
    },
    (error: Error) => setImmediate(done, error),
  );
}
