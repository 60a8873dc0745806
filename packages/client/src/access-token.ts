// Keeps an access token until shortly before it expires. However many calls need a new one at the same
// moment, the service is asked once; a caller who gives up does not take the others' token along.
import { orAborted } from './dependencies.ts';
import { UnexpectedAnswerError } from './errors.ts';
import type { Token, TokenRequest } from './generated/api.ts';

/** An API key. */
export type Credentials = TokenRequest;

/** A token as the service issued it. */
export interface IssuedToken extends Pick<Token, 'accessToken' | 'expiresAt'> {
  /** The service's own time when it answered, if known: a caller's clock may be wrong. */
  readonly issuedAtMs?: number;
}

export interface TokenKeeper {
  get(signal?: AbortSignal): Promise<string>;
  /** Says that the service no longer takes this token. */
  discard(token: string): void;
}

const renewEarlyMs = 5 * 60_000;

export function createTokenKeeper(
  request: () => Promise<IssuedToken>,
  now: () => number,
): TokenKeeper {
  let current: { readonly token: string; readonly renewAtMs: number } | undefined;
  let renewal: Promise<string> | undefined;

  async function renew(): Promise<string> {
    const issued = await request();
    const expiresAtMs = Date.parse(issued.expiresAt);
    if (Number.isNaN(expiresAtMs)) {
      throw new UnexpectedAnswerError('The token has no valid expiresAt.', 200);
    }
    const lifetimeMs = expiresAtMs - (issued.issuedAtMs ?? now());
    // A tenth of a short life, so that a token is never renewed on each use.
    const earlyMs = Math.min(renewEarlyMs, lifetimeMs / 10);
    current = { token: issued.accessToken, renewAtMs: now() + lifetimeMs - earlyMs };
    return issued.accessToken;
  }

  return {
    async get(signal) {
      signal?.throwIfAborted();
      if (current !== undefined && now() < current.renewAtMs) return current.token;
      renewal ??= renew().finally(() => {
        renewal = undefined;
      });
      return orAborted(renewal, signal);
    },
    discard(token) {
      if (current?.token === token) current = undefined;
    },
  };
}
