// The access token of a connection, by @azure/identity. Kept until shortly before it expires.
import type { TokenCredential, TokenCredentialOptions } from '@azure/identity';
import type { Clock } from '../../foundation/clock.ts';
import type { Microsoft365Connection } from '../connection.ts';
import { refusedAddress } from '../../outbound/guarded-connector.http.ts';
import { DirectoryError } from '../directory.ts';
import { certificateFault } from './certificate.ts';
import type { RawRequest, Transport } from './transport.ts';

export interface TokenSource {
  /** @throws DirectoryError `permission_missing` for credentials that are wrong or expired, else `unavailable` */
  token(signal: AbortSignal): Promise<string>;
  /** The token was refused: the next one is a new one. */
  forget(): void;
}

const requestTimeoutMs = 30_000;
const renewBeforeMs = 5 * 60 * 1000;
const globalGraph = 'https://graph.microsoft.com';

/** Microsoft's own sign-in hosts; any other is not asked about at them. */
const knownLoginHosts = new Set([
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'login.chinacloudapi.cn',
]);

/** What Entra's error codes mean to the administrator. */
const meanings: readonly { code: string; sentence: string }[] = [
  {
    code: 'AADSTS7000215',
    sentence: 'The client secret is wrong. Enter the secret’s value, not its id.',
  },
  {
    code: 'AADSTS7000222',
    sentence: 'The client secret has expired. Make a new one in Entra and set it.',
  },
  {
    code: 'AADSTS700016',
    sentence: 'Entra knows no application with this client id in this tenant.',
  },
  { code: 'AADSTS90002', sentence: 'Entra knows no tenant with this id.' },
  { code: 'AADSTS900023', sentence: 'Entra knows no tenant with this id.' },
  {
    code: 'AADSTS700027',
    sentence: 'Entra does not accept the certificate: upload its public part to the application.',
  },
  { code: 'AADSTS7000112', sentence: 'The application is disabled in Entra.' },
];

async function createCredential(
  connection: Microsoft365Connection,
  secret: string | undefined,
  wire: Transport | undefined,
): Promise<TokenCredential> {
  // Loaded with the first token: it is large, and most processes never need it.
  const identity = await import('@azure/identity');
  const { entraTenantId, clientId, loginBaseUrl } = connection;
  const options = {
    authorityHost: loginBaseUrl,
    disableInstanceDiscovery: !knownLoginHosts.has(new URL(loginBaseUrl).host),
    retryOptions: { maxRetries: 1 },
    ...(wire !== undefined && { httpClient: await createHttpClient(wire) }),
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

/** What the library sends goes by our wire, which knows where it may not go. */
async function createHttpClient(
  wire: Transport,
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

/** National clouds are asked for a token to their own Graph; a rehearsal's takes the global one's. */
function scopeOf(graphBaseUrl: string): string {
  const { host, origin } = new URL(graphBaseUrl);
  const isMicrosofts = /(?:^|\.)(?:microsoft\.(?:com|us)|chinacloudapi\.cn)$/.test(host);
  return `${isMicrosofts ? origin : globalGraph}/.default`;
}

function incomplete(cause: unknown): DirectoryError {
  return new DirectoryError(
    'permission_missing',
    'The connection’s credentials are not complete: set the secret, the certificate with its private key, or the federated token of the workload.',
    { cause },
  );
}

/** Refuses what cannot be a credential before anybody is asked. */
function checkCredential({ credential }: Microsoft365Connection, secret: string | undefined): void {
  if (credential === 'workload_identity') return;
  if (secret === undefined || secret === '') throw new Error('There is no secret.');
  const fault = credential === 'certificate' ? certificateFault(secret) : undefined;
  if (fault !== undefined) throw new Error(fault);
}

function failure(error: unknown): DirectoryError {
  const text = error instanceof Error ? error.message : '';
  const code = /AADSTS\d+/.exec(text)?.[0];
  const meaning = meanings.find((one) => one.code === code);
  const status = (error as { statusCode?: unknown } | undefined)?.statusCode;
  if (code !== undefined && (meaning !== undefined || status === 400 || status === 401)) {
    const sentence = meaning?.sentence ?? 'Entra does not accept the connection’s credentials.';
    return new DirectoryError('permission_missing', `${sentence} (${code})`, { cause: error });
  }
  if (refusedAddress(error) !== undefined) {
    return new DirectoryError('unavailable', `Entra gave no token: ${text}`, { cause: error });
  }
  if (/tokenFilePath|federated/i.test(text)) return incomplete(error);
  return new DirectoryError('unavailable', 'Entra gave no token: its sign-in cannot be reached.', {
    cause: error,
  });
}

/** @param guarded carries the requests where the sign-in's address is an administrator's */
export function createTokenSource(
  connection: Microsoft365Connection,
  secret: string | undefined,
  clock: Clock,
  guarded?: Transport,
): TokenSource {
  const scope = scopeOf(connection.graphBaseUrl);
  let credential: TokenCredential | undefined;
  let kept: { token: string; expiresAt: number } | undefined;
  let underWay: Promise<string> | undefined;
  // The library does not keep what a request failed of.
  let refused: Error | undefined;
  const wire = guarded && {
    ...guarded,
    send: (request: RawRequest) =>
      guarded.send(request).catch((error: unknown) => {
        refused = refusedAddress(error);
        throw error;
      }),
  };

  async function fetchToken(): Promise<string> {
    try {
      checkCredential(connection, secret);
      credential ??= await createCredential(connection, secret, wire);
    } catch (error) {
      throw incomplete(error);
    }
    try {
      refused = undefined;
      const answer = await credential.getToken(scope);
      if (answer === null) throw new Error('The answer held no token.');
      kept = { token: answer.token, expiresAt: answer.expiresOnTimestamp };
      return answer.token;
    } catch (error) {
      throw failure(refused ?? error);
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
      // The library keeps tokens of its own with the credential.
      credential = undefined;
    },
  };
}
