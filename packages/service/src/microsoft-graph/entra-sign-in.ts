// The sign-in of an Entra application by client credentials: a secret, a certificate or the token of a workload.
// https://learn.microsoft.com/entra/identity-platform/v2-oauth2-client-creds-grant-flow
import { createPrivateKey, randomUUID, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { SignJWT } from 'jose';
import type { ApplicationConnection } from '../directory/connection.ts';
import { DirectoryError } from '../directory/directory.ts';
import { certificateFault } from './certificate.ts';
import { resourceOf, scopeOf } from './clouds.ts';
import { signInError } from './sign-in-errors.ts';
import { parseAnswer, type IssuedToken, type SignIn, type SignInDeps } from './sign-in.ts';
import type { RawResponse } from './transport.ts';

const requestTimeoutMs = 30_000;
/** RFC 7523, section 2.2. */
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const assertionLifetimeSeconds = 600;

export function createEntraSignIn(
  connection: ApplicationConnection,
  { secret, clock, transport, resource, federatedTokenFile }: SignInDeps,
): SignIn {
  const { clientId, entraTenantId, loginBaseUrl } = connection;
  const url = `${loginBaseUrl.replace(/\/+$/, '')}/${entraTenantId}/oauth2/v2.0/token`;
  const { host } = new URL(url);

  return {
    async requestToken() {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: clientId,
        scope: scopeOf(resource ?? resourceOf(connection)),
        ...(await proofOf(connection, {
          secret,
          federatedTokenFile,
          audience: url,
          now: clock.now(),
        })),
      });
      let answer: RawResponse;
      try {
        answer = await transport.send({
          method: 'POST',
          url,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            accept: 'application/json',
          },
          body: form.toString(),
          signal: AbortSignal.timeout(requestTimeoutMs),
        });
      } catch (cause) {
        throw signInError({ kind: 'unreachable', host, cause }, cause, secret, clock.now());
      }
      const { status, headers, body } = answer;
      if (status !== 200) {
        const retryAfter = headers['retry-after'];
        const trouble = { kind: 'answered', host, status, retryAfter, body } as const;
        throw signInError(trouble, undefined, secret, clock.now());
      }
      const issued = readToken(body, clock.now());
      if (issued !== undefined) return issued;
      throw new DirectoryError(
        'unavailable',
        `Entra issued no token: the answer from ${host} is not a token response.`,
      );
    },
    // Each request gets a new token.
    forget: () => undefined,
  };
}

/**
 * The members of the request that prove who asks.
 * @throws DirectoryError `permission_missing` for what cannot be a credential, before anybody is asked
 */
async function proofOf(
  { credential, clientId }: ApplicationConnection,
  {
    secret,
    federatedTokenFile,
    audience,
    now,
  }: Pick<SignInDeps, 'secret' | 'federatedTokenFile'> & {
    readonly audience: string;
    readonly now: number;
  },
): Promise<Readonly<Record<string, string>>> {
  switch (credential) {
    case 'secret':
      return { client_secret: given(secret) };
    case 'certificate': {
      const pem = given(secret);
      const fault = certificateFault(pem);
      if (fault !== undefined) {
        throw new DirectoryError(
          'permission_missing',
          `The connection’s certificate cannot be used: ${fault}`,
        );
      }
      return asAssertion(await signAssertion(pem, { clientId, audience, now }));
    }
    case 'workload_identity':
      return asAssertion(await readFederatedToken(federatedTokenFile));
    default:
      return credential satisfies never;
  }
}

function given(secret: string | undefined): string {
  if (secret === undefined || secret === '') throw incomplete(undefined);
  return secret;
}

const asAssertion = (assertion: string) => ({
  client_assertion_type: assertionType,
  client_assertion: assertion,
});

/** https://learn.microsoft.com/entra/identity-platform/certificate-credentials */
function signAssertion(
  pem: string,
  {
    clientId,
    audience,
    now,
  }: { readonly clientId: string; readonly audience: string; readonly now: number },
): Promise<string> {
  const issuedAt = Math.floor(now / 1000);
  const { fingerprint256 } = new X509Certificate(pem);
  const thumbprint = Buffer.from(fingerprint256.replaceAll(':', ''), 'hex').toString('base64url');
  return new SignJWT()
    .setProtectedHeader({ alg: 'PS256', typ: 'JWT', 'x5t#S256': thumbprint })
    .setIssuer(clientId)
    .setSubject(clientId)
    .setAudience(audience)
    .setJti(randomUUID())
    .setIssuedAt(issuedAt)
    .setNotBefore(issuedAt)
    .setExpirationTime(issuedAt + assertionLifetimeSeconds)
    .sign(createPrivateKey(pem));
}

/** The platform renews the file, so it is read each time. */
async function readFederatedToken(file: string | undefined): Promise<string> {
  const token = await readFile(given(file), 'utf8').catch((error: unknown) => {
    throw incomplete(error);
  });
  return given(token.trim());
}

function incomplete(cause: unknown): DirectoryError {
  return new DirectoryError(
    'permission_missing',
    'The connection’s credentials are incomplete: set the secret, the certificate with its private key, or the federated token of the workload.',
    { cause },
  );
}

function readToken(body: string, now: number): IssuedToken | undefined {
  const { access_token: token, expires_in: expiresIn } = parseAnswer(body);
  const lifetimeMs = Number(expiresIn) * 1000;
  if (typeof token !== 'string' || token === '' || !(lifetimeMs > 0)) return undefined;
  return { token, expiresAt: now + lifetimeMs };
}
