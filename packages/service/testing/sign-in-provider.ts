// An OpenID Connect provider on loopback that confirms every sign-in with the claims that were set last.
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { SignJWT, exportJWK, generateKeyPair } from 'jose';
import type { ProviderStore } from '../src/access/sessions/admin-sessions.postgres.ts';
import { testOperator } from './tenant.ts';

export interface TestSignInProvider {
  readonly issuer: string;
  readonly port: number;
  /** Claims of the next ID token. */
  readonly present: { claims: Record<string, unknown>; nonce: string };
  /** Published beside its endpoints. */
  readonly metadata: Record<string, unknown>;
  /** Paths of its requests, in order. */
  readonly asked: string[];
  close(): void;
}

/** The tenant's people sign in with this provider, by their e-mail addresses. */
export async function trustProvider(
  store: Pick<ProviderStore, 'putProvider'>,
  tenantId: string,
  { issuer }: Pick<TestSignInProvider, 'issuer'>,
): Promise<void> {
  await store.putProvider({
    tenantId,
    settings: {
      issuer,
      clientId: 'groupwright',
      scope: 'openid email',
      emailClaim: 'email',
      roleClaim: undefined,
    },
    clientSecretSealed: null,
    at: new Date(),
    actor: testOperator,
  });
}

/** @param secure serves https as this issuer; http on loopback without it */
export async function startSignInProvider(secure?: {
  readonly issuer: string;
  readonly certificate: string;
  readonly key: string;
}): Promise<TestSignInProvider> {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' };
  const present: TestSignInProvider['present'] = { claims: {}, nonce: '' };
  const metadata: Record<string, unknown> = {};
  const asked: string[] = [];

  async function answer(path: string | undefined): Promise<object> {
    if (path === '/jwks') return { keys: [jwk] };
    if (path !== '/token') {
      return {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        ...metadata,
      };
    }
    const idToken = await new SignJWT({ ...present.claims, nonce: present.nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(issuer)
      .setAudience('groupwright')
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey);
    return { access_token: 'x', token_type: 'Bearer', id_token: idToken };
  }

  const listener: RequestListener = (request, response) => {
    asked.push(request.url ?? '');
    void answer(request.url).then((body) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    });
  };
  const server =
    secure === undefined
      ? createServer(listener)
      : createSecureServer({ cert: secure.certificate, key: secure.key }, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = secure?.issuer ?? `http://127.0.0.1:${port}`;
  return {
    issuer,
    port,
    present,
    metadata,
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
