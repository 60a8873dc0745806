// Identifies the caller: only by the bearer token of the Authorization header (RFC 6750 section 2.1).
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../foundation/errors.ts';

/** The caller of a request. */
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

/** Asks again for what outlasts the moment in which a request was let in: the token may have ended since. */
export async function admitAgain(
  request: FastifyRequest,
  verifyAccessToken: VerifyAccessToken,
): Promise<void> {
  await verifyAccessToken(bearerToken(request.headers.authorization));
}

const b64token = /^[A-Za-z0-9\-._~+/]+=*$/;
const maxToken = 8192;

/** The token of an Authorization header. */
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
