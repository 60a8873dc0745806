// The sign-in of an Entra application by @azure/identity, with a secret, a certificate or the token of a workload.
import type { TokenCredential, TokenCredentialOptions } from '@azure/identity';
import type { ApplicationConnection } from '../directory/connection.ts';
import { DirectoryError } from '../directory/directory.ts';
import { certificateFault } from './certificate.ts';
import { isKnownLogin, scopeOf } from './clouds.ts';
import { signInError, type SignInTrouble } from './sign-in-errors.ts';
import type { SignIn, SignInDeps } from './sign-in.ts';
import type { RawResponse, RawRequest, Transport } from './transport.ts';

const requestTimeoutMs = 30_000;

async function createCredential(
  connection: ApplicationConnection,
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
  send(request: RawRequest): Promise<RawResponse>;
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
function checkCredential({ credential }: ApplicationConnection, secret: string | undefined): void {
  if (credential === 'workload_identity') return;
  if (secret === undefined || secret === '') throw incomplete(undefined);
  const fault = credential === 'certificate' ? certificateFault(secret) : undefined;
  if (fault === undefined) return;
  throw new DirectoryError(
    'permission_missing',
    `The connection’s certificate cannot be used: ${fault}`,
  );
}

export function createEntraSignIn(
  connection: ApplicationConnection,
  { secret, clock, transport }: SignInDeps,
): SignIn {
  const scope = scopeOf(connection);
  const wire = createSignInWire(transport);
  let credential: TokenCredential | undefined;

  return {
    async requestToken() {
      checkCredential(connection, secret);
      wire.reset();
      try {
        credential ??= await createCredential(connection, secret, wire);
        const answer = await credential.getToken(scope);
        if (answer === null) throw new Error('The answer contained no token.');
        return { token: answer.token, expiresAt: answer.expiresOnTimestamp };
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
    },
    forget() {
      // The library caches tokens with the credential.
      credential = undefined;
    },
  };
}
