// The access token of a connection. Kept until shortly before it expires.
import type { Microsoft365Connection, ManagedIdentityConnection } from '../directory/connection.ts';
import { createEntraSignIn } from './entra-sign-in.ts';
import {
  type SignInDeps,
  parseAnswer,
  type IdentityEndpoint,
  type IssuedToken,
  type SignIn,
} from './sign-in.ts';
import { explainUnreachable } from '../outbound/unreachable.http.ts';
import { DirectoryError } from '../directory/directory.ts';
import { resourceOf } from './clouds.ts';
import { claimsOf } from './permissions.ts';
import { readRetryAfter } from './retry-after.ts';
import { meaningOf, readSignInResponse } from './sign-in-errors.ts';
import type { RawResponse, RawRequest, Transport } from './transport.ts';

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
  given: SignInDeps,
): TokenSource {
  const { clock, onSignIn } = given;
  const deps = { ...given, transport: countSignIns(given) };
  const signIn =
    connection.credential === 'managed_identity'
      ? createManagedIdentitySignIn(connection, deps)
      : createEntraSignIn(connection, deps);
  let kept: { token: string; renewAt: number } | undefined;
  let inFlight: Promise<string> | undefined;

  async function fetchToken(): Promise<string> {
    const { token, expiresAt } = await signIn.requestToken().catch((error: unknown) => {
      onSignIn?.(error);
      throw error;
    });
    onSignIn?.();
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

/** A request for a token is a call as those to Microsoft Graph. */
function countSignIns({ transport, clock, onCall }: SignInDeps): Transport {
  return {
    ...transport,
    async send(request) {
      const startedAt = clock.now();
      const count = (status?: number) =>
        onCall?.({ name: 'sign_in', status, durationMs: clock.now() - startedAt });
      try {
        const answer = await transport.send(request);
        count(answer.status);
        return answer;
      } catch (error) {
        count();
        throw error;
      }
    },
  };
}

// The token of the managed identity of this host, from the identity endpoint of Azure App Service or of a virtual machine
// (IMDS). docs/decisions/0031-connections-by-administrators.md
const addressOfVirtualMachines = 'http://169.254.169.254/metadata/identity/oauth2/token';
const timeoutMs = 30_000;
/** IMDS answers them while it is updated, and asks for a retry. */
const transientStatuses: ReadonlySet<number> = new Set([404, 408, 410, 429]);

function createManagedIdentitySignIn(
  connection: ManagedIdentityConnection,
  { clock, transport, resource = resourceOf(connection), identityEndpoint }: SignInDeps,
): SignIn {
  return {
    async requestToken() {
      const request = requestFor(connection, resource, identityEndpoint);
      const { host } = new URL(request.url);
      let answer: RawResponse;
      try {
        answer = await transport.send({ ...request, signal: AbortSignal.timeout(timeoutMs) });
      } catch (cause) {
        const { reason } = explainUnreachable(cause);
        const detail = `Azure issued no token: its identity endpoint at ${host} cannot be reached: ${reason}.`;
        throw new DirectoryError('unavailable', detail, { cause });
      }
      if (answer.status !== 200) throw refusal(host, answer, identityEndpoint, clock.now());
      const issued = readToken(answer.body);
      const entraTenantId = issued && claimsOf(issued.token)?.['tid'];
      if (issued === undefined || typeof entraTenantId !== 'string') {
        const detail = `Azure issued no token: the answer from ${host} is not a token response.`;
        throw new DirectoryError('unavailable', detail);
      }
      if (entraTenantId.toLowerCase() !== connection.entraTenantId.toLowerCase()) {
        const detail = `The managed identity belongs to the Entra tenant ${entraTenantId.slice(0, 64)}, and the connection names ${connection.entraTenantId}. A managed identity only works in its own tenant.`;
        throw new DirectoryError('permission_missing', detail);
      }
      return issued;
    },
    // The platform caches its tokens; this keeps none.
    forget: () => undefined,
  };
}

/** The request is that of App Service, Functions and Container Apps, or that of a virtual machine. */
function requestFor(
  { clientId }: ManagedIdentityConnection,
  resource: string,
  endpoint: IdentityEndpoint | undefined,
): Omit<RawRequest, 'signal'> {
  const url = new URL(endpoint?.url ?? addressOfVirtualMachines);
  url.searchParams.set('api-version', endpoint === undefined ? '2018-02-01' : '2019-08-01');
  url.searchParams.set('resource', resource);
  if (clientId !== undefined) url.searchParams.set('client_id', clientId);
  const request = { method: 'GET', url: url.href, body: undefined };
  if (endpoint === undefined) return { ...request, headers: { metadata: 'true' } };
  if (endpoint.header === undefined) {
    throw new DirectoryError(
      'permission_missing',
      'The service cannot use the managed identity of this kind of host: IDENTITY_ENDPOINT is set without IDENTITY_HEADER.',
    );
  }
  return { ...request, headers: { 'x-identity-header': endpoint.header } };
}

function refusal(
  host: string,
  { status, headers, body }: RawResponse,
  endpoint: IdentityEndpoint | undefined,
  now: number,
): DirectoryError {
  const { code, sentence } = readSignInResponse(body, endpoint?.header, [
    'error_description',
    'message',
    'error',
  ]);
  const numbered = code === undefined ? '' : ` (AADSTS${code})`;
  const said = sentence === '' ? `status ${status}` : `“${sentence}”${numbered}`;
  if (status >= 500 || transientStatuses.has(status)) {
    const retryAfterMs = readRetryAfter(headers['retry-after'], now);
    const detail = `Azure issued no token at the moment: its identity endpoint at ${host} says: ${said}.`;
    return new DirectoryError('unavailable', detail, { retryAfterMs });
  }
  const meaning = meaningOf(code);
  const remedy =
    meaning?.sentence ?? 'Assign the managed identity to this host, and check the client id.';
  const detail = `Azure issued no token: its identity endpoint at ${host} says: ${said}. ${remedy}`;
  return new DirectoryError('permission_missing', detail, { signInReason: meaning?.reason });
}

function readToken(body: string): IssuedToken | undefined {
  const { access_token: token, expires_on: expiresOn } = parseAnswer(body);
  // Seconds since the Unix epoch, as a text or a number.
  const expiresAt = Number(expiresOn) * 1000;
  if (typeof token !== 'string' || !(expiresAt > 0)) return undefined;
  return { token, expiresAt };
}
