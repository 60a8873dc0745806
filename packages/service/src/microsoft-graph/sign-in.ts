// The part of a token source that depends on the kind of credential.
import type { Clock } from '../ground/clock.ts';
import type { OnCall } from './graph-calls.ts';
import type { Transport } from './transport.ts';

export interface IssuedToken {
  readonly token: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

export interface SignIn {
  /** @throws DirectoryError as of a token source */
  requestToken(): Promise<IssuedToken>;
  /** Tokens that were received before are not used again. */
  forget(): void;
}

/** Where the platform issues tokens of the host's managed identity: IDENTITY_ENDPOINT and IDENTITY_HEADER. */
export interface IdentityEndpoint {
  readonly url: string;
  /** Proves that the request comes from this host; a secret. */
  readonly header: string | undefined;
}

export interface SignInDeps {
  /** The client secret or the certificate, in clear. */
  readonly secret: string | undefined;
  readonly clock: Clock;
  /** Carries the requests to the sign-in or the identity endpoint. */
  readonly transport: Transport;
  /** Undefined: that of a virtual machine. */
  readonly identityEndpoint?: IdentityEndpoint | undefined;
  /** The tokens are for it. Undefined: for the Graph of the connection. */
  readonly resource?: string | undefined;
  /** The platform keeps the token of the workload in this file. */
  readonly federatedTokenFile?: string | undefined;
  /** Called for each request for a token. */
  readonly onCall?: OnCall | undefined;
  /** Called when a sign-in has ended; without an error if it gave a token. */
  readonly onSignIn?: ((error?: unknown) => void) | undefined;
}

/** The members of a JSON answer; none where it is no object. */
export function parseAnswer(body: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
