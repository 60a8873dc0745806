// The access token of a connection. Kept until shortly before it expires.
import type { Microsoft365Connection } from '../directory/connection.ts';
import { createEntraSignIn } from './entra-sign-in.ts';
import { createManagedIdentitySignIn } from './managed-identity.ts';
import type { SignInDeps } from './sign-in.ts';

export interface TokenSource {
  /** @throws DirectoryError `permission_missing` for credentials that are wrong or expired, else `unavailable` */
  token(signal: AbortSignal): Promise<string>;
  /** The token was refused: the next one is a new one. */
  forget(): void;
}

const renewBeforeMs = 5 * 60 * 1000;
/** An identity endpoint may return the same token until it expires, so it is asked again after this time. */
const leastUseMs = 30_000;

export function createTokenSource(
  connection: Microsoft365Connection,
  deps: SignInDeps,
): TokenSource {
  const { clock } = deps;
  const signIn =
    connection.credential === 'managed_identity'
      ? createManagedIdentitySignIn(connection, deps)
      : createEntraSignIn(connection, deps);
  let kept: { token: string; renewAt: number } | undefined;
  let inFlight: Promise<string> | undefined;

  async function fetchToken(): Promise<string> {
    const { token, expiresAt } = await signIn.requestToken();
    const soonest = Math.min(expiresAt, clock.now() + leastUseMs);
    kept = { token, renewAt: Math.max(expiresAt - renewBeforeMs, soonest) };
    return token;
  }

  return {
    async token() {
      if (kept && clock.now() < kept.renewAt) return kept.token;
      // Calls that need a token at the same time share one request.
      inFlight ??= fetchToken().finally(() => {
        inFlight = undefined;
      });
      return inFlight;
    },
    forget() {
      kept = undefined;
      signIn.forget();
    },
  };
}
