// The access token of a connection, by @azure/identity. Kept until shortly before it expires.
import type { TokenCredential, TokenCredentialOptions } from '@azure/identity';
import type { Clock } from '../../foundation/clock.ts';
import type { Microsoft365Connection } from '../connection.ts';
import { DirectoryError } from '../directory.ts';
import { certificateFault } from './certificate.ts';
import { isKnownLogin, scopeOf } from './clouds.ts';
import { signInError, type SignInTrouble } from './sign-in-errors.ts';
import type { RawAnswer, RawRequest, Transport } from './transport.ts';

export interface TokenSource {
  /** @throws DirectoryError `permission_missing` for credentials that are wrong or expired, else `unavailable` */
  token(signal: AbortSignal): Promise<string>;
  /** The token was refused: the next one is a new one. */
  forget(): void;
}

const requestTimeoutMs = 30_000;
const renewBeforeMs = 5 * 60 * 1000;

async function createCredential(
  connection: Microsoft365Connection,
  secret: string | undefined,
  wire: SignInWire,
): Promise<TokenCredential> {
  // Loaded with the first token: it is large, and most processes never need it.
  const identity = await import('@azure/identity');
  const { entraTenantId, clientId, loginBaseUrl } = connection;
  const options = {
    authorityHost: loginBaseUrl,
    disableInstanceDiscovery: !isKnownLogin(loginBaseUrl),
    retryOptions: { maxRetries: 1 },
    httpClient: await createHttpClient(wire),
  };
  switch (connection.credential) {
    case 'secret':
      return new identity.ClientSecretCredential(entraTenantId, clientId, secret ?? '', options);
    case 'certificate':
      return new identity.ClientCertificateCredential(
        entraTenantId,
        clientId,
        { certificate: secret ?? '' },
        options,
      );
    case 'workload_identity':
      return new identity.WorkloadIdentityCredential({
        tenantId: entraTenantId,
        clientId,
        ...options,
      });
    default:
      return connection.credential satisfies never;
  }
}

/** The transport to the sign-in. It keeps the result of the last request, because the library does not. */
interface SignInWire {
  send(request: RawRequest): Promise<RawAnswer>;
  /** Undefined before the first request since `reset`. */
  last(): { readonly host: string; readonly trouble: SignInTrouble | undefined } | undefined;
  reset(): void;
}

function createSignInWire(transport: Transport): SignInWire {
  let last: ReturnType<SignInWire['last']>;
  return {
    async send(request) {
      const { host } = new URL(request.url);
      try {
        const answer = await transport.send(request);
        const { status, headers, body } = answer;
        const retryAfter = headers['retry-after'];
        const trouble = { kind: 'answered', host, status, body, retryAfter } as const;
        last = { host, trouble: status < 400 ? undefined : trouble };
        return answer;
      } catch (cause) {
        last = { host, trouble: { kind: 'unreachable', host, cause } };
        throw cause;
      }
    },
    last: () => last,
    reset() {
      last = undefined;
    },
  };
}

/** Sends the library's requests by our connector, which checks targets and keeps the answer of the sign-in. */
async function createHttpClient(
  wire: SignInWire,
): Promise<NonNullable<TokenCredentialOptions['httpClient']>> {
  const { createHttpHeaders } = await import('@azure/core-rest-pipeline');
  return {
    async sendRequest(request) {
      const { method, url, headers, body } = request;
      const { status, ...answer } = await wire.send({
        method,
        url,
        headers: headers.toJSON(),
        body: typeof body === 'string' ? body : undefined,
        signal: AbortSignal.timeout(requestTimeoutMs),
      });
      const given = Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value] as const],
      );
      const received = createHttpHeaders(Object.fromEntries(given));
      return { request, status, headers: received, bodyAsText: answer.body };
    },
  };
}

function incomplete(cause: unknown): DirectoryError {
  return new DirectoryError(
    'permission_missing',
    'The connection’s credentials are incomplete: set the secret, the certificate with its private key, or the federated token of the workload.',
    { cause },
  );
}

/** Refuses what cannot be a credential before anybody is asked. */
function checkCredential({ credential }: Microsoft365Connection, secret: string | undefined): void {
  if (credential === 'workload_identity') return;
  if (secret === undefined || secret === '') throw incomplete(undefined);
  const fault = credential === 'certificate' ? certificateFault(secret) : undefined;
  if (fault === undefined) return;
  throw new DirectoryError(
    'permission_missing',
    `The connection’s certificate cannot be used: ${fault}`,
  );
}

/** @param transport carries the requests to the sign-in */
export function createTokenSource(
  connection: Microsoft365Connection,
  secret: string | undefined,
  clock: Clock,
  transport: Transport,
): TokenSource {
  const scope = scopeOf(connection);
  let credential: TokenCredential | undefined;
  let kept: { token: string; expiresAt: number } | undefined;
  let underWay: Promise<string> | undefined;
  const wire = createSignInWire(transport);

  async function fetchToken(): Promise<string> {
    checkCredential(connection, secret);
    wire.reset();
    try {
      credential ??= await createCredential(connection, secret, wire);
      const answer = await credential.getToken(scope);
      if (answer === null) throw new Error('The answer contained no token.');
      kept = { token: answer.token, expiresAt: answer.expiresOnTimestamp };
      return answer.token;
    } catch (error) {
      // The library keeps what it once read, such as the token of a workload.
      credential = undefined;
      const last = wire.last();
      if (last === undefined) throw incomplete(error);
      if (last.trouble !== undefined) {
        throw signInError(last.trouble, error, secret, clock.now());
      }
      throw new DirectoryError(
        'unavailable',
        `Entra issued no token: the answer from ${last.host} is not a token response.`,
        { cause: error },
      );
    }
  }

  return {
    async token() {
      if (kept && clock.now() < kept.expiresAt - renewBeforeMs) return kept.token;
      // Calls that need a token at the same time share one request.
      underWay ??= fetchToken().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    forget() {
      kept = undefined;
      // The library caches tokens with the credential.
      credential = undefined;
    },
  };
}
