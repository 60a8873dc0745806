// The token endpoint: client credentials by secret or by certificate assertion, and tokens as the Graph
// side of the simulator reads them. The tokens are good for nothing elsewhere.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Answer } from './response.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Profile } from './profile.ts';
import { refuseSignIn, type SignInErrorCode } from './sign-in-errors.ts';
import type { Tenant } from './tenant.ts';

const lifetimeSeconds = 3599;
/** The audience of a workload's token (Entra: workload identity federation). */
const federatedAudience = 'api://AzureADTokenExchange';
const audience = 'https://graph.microsoft.com';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function decode(part: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

export interface Login {
  /** Answers `POST /{tenantId}/oauth2/v2.0/token`. */
  answer(method: string, path: string, form: URLSearchParams, origin: string): Answer;
  /** The tenant that a bearer token speaks for; undefined for one that is not ours or has expired. */
  tenantOf(token: string): Tenant | undefined;
  /** The caller of SharePoint, and whether it proved itself by a certificate. */
  sharePointCallerOf(token: string): { tenant: Tenant; isByCertificate: boolean } | undefined;
  /** Every sign-in fails with this code until it is taken back. */
  refuse(code: SignInErrorCode | undefined): void;
  /** Ends every token given out so far. */
  revokeTokens(): void;
  /** A token without the round trip, for tests that need none. */
  issue(tenant: Tenant): string;
}

const rolesOf = (tenant: Tenant, clientId: string) =>
  clientId === tenant.clientId ? tenant.permissions : tenant.sharePoint.graphPermissions;

export function createLogin(deps: {
  tenants: ReadonlyMap<string, Tenant>;
  random: SeededRandom;
  profile: () => Profile;
  now: () => number;
}): Login {
  const { tenants, now } = deps;
  let key = randomBytes(32);
  let asked = 0;
  let forced: SignInErrorCode | undefined;
  /** The last token found genuine: a run of a million calls has few. */
  let genuine: { readonly bearer: string; readonly claims: Record<string, unknown> } | undefined;
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');

  function claimsOf(bearer: string): Record<string, unknown> | undefined {
    if (genuine?.bearer === bearer) return genuine.claims;
    const [head = '', body = '', signature = ''] = bearer.split('.');
    const wanted = Buffer.from(sign(`${head}.${body}`));
    const given = Buffer.from(signature);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
    const claims = decode(body);
    if (claims !== undefined) genuine = { bearer, claims };
    return claims;
  }

  function issue(
    tenant: Tenant,
    {
      resource = audience,
      clientId = tenant.clientId,
      isByCertificate = false,
    }: { resource?: string; clientId?: string; isByCertificate?: boolean } = {},
  ): string {
    const issuedAt = Math.floor(now() / 1000);
    const claims = {
      aud: resource,
      tid: tenant.tenantId,
      appid: clientId,
      // The strength of the credential: 1 is a secret, 2 is a certificate.
      appidacr: isByCertificate ? '2' : '1',
      roles: resource === audience ? rolesOf(tenant, clientId) : tenant.sharePoint.permissions,
      iat: issuedAt,
      exp: issuedAt + lifetimeSeconds,
    };
    const text = `${encode({ typ: 'JWT', alg: 'HS256' })}.${encode(claims)}`;
    return `${text}.${sign(text)}`;
  }

  function token(tenant: Tenant | undefined, form: URLSearchParams, origin: string): Answer {
    asked += 1;
    if (forced !== undefined) return refuseSignIn(forced);
    const { faultChance } = deps.profile();
    if (deps.random.fraction(`sign-in ${asked}`) < faultChance) return refuseSignIn(90033);
    if (tenant === undefined) {
      return refuseSignIn(90002);
    }
    const assertion = form.get('client_assertion');
    const claims = decode(assertion?.split('.')[1]);
    const clientId = form.get('client_id') ?? claims?.['iss'];
    const isKnown = clientId === tenant.clientId || clientId === tenant.sharePoint.clientId;
    if (!isKnown) {
      return refuseSignIn(700016);
    }
    if (form.get('grant_type') !== 'client_credentials') {
      return refuseSignIn(70003);
    }
    // The simulator keeps no certificates: an assertion is believed when the application made it for itself and this
    // endpoint, and one of another issuer, as a workload has it, when it is for the exchange of tokens.
    const secret = form.get('client_secret') ?? '';
    const isOwn =
      claims?.['iss'] === clientId &&
      claims?.['sub'] === clientId &&
      claims?.['aud'] === `${origin}/${tenant.tenantId}/oauth2/v2.0/token` &&
      typeof decode(assertion?.split('.')[0])?.['x5t#S256'] === 'string';
    const isFederated = claims?.['aud'] === federatedAudience;
    const proven = assertion === null ? secret === tenant.clientSecret : isOwn || isFederated;
    if (!proven) {
      return refuseSignIn(assertion === null ? 7000215 : 70021);
    }
    return {
      status: 200,
      body: {
        token_type: 'Bearer',
        expires_in: lifetimeSeconds,
        ext_expires_in: lifetimeSeconds,
        access_token: issue(tenant, {
          resource: (form.get('scope') ?? '').replace(/\/\.default$/, '') || audience,
          clientId,
          isByCertificate: assertion !== null,
        }),
      },
    };
  }

  return {
    issue: (tenant) => issue(tenant),
    refuse(code) {
      forced = code;
    },
    answer(method, path, form, origin) {
      const [tenantId = '', ...rest] = path.split('/').filter((part) => part !== '');
      const tenant = tenants.get(tenantId.toLowerCase());
      if (method === 'POST' && rest.join('/') === 'oauth2/v2.0/token') {
        return token(tenant, form, origin);
      }
      return { status: 404, body: { error: 'not_found' } };
    },
    tenantOf(bearer) {
      const claims = claimsOf(bearer);
      if (claims?.['aud'] !== audience || Number(claims['exp']) * 1000 <= now()) return undefined;
      const tenant = tenants.get(String(claims['tid']));
      if (tenant === undefined || claims['appid'] === tenant.clientId) return tenant;
      // The second application sees the same tenant by its own permissions.
      return { ...tenant, permissions: tenant.sharePoint.graphPermissions };
    },
    sharePointCallerOf(bearer) {
      const claims = claimsOf(bearer);
      if (claims === undefined || claims['aud'] === audience) return undefined;
      if (Number(claims['exp']) * 1000 <= now()) return undefined;
      const tenant = tenants.get(String(claims['tid']));
      return tenant && { tenant, isByCertificate: claims['appidacr'] === '2' };
    },
    revokeTokens() {
      genuine = undefined;
      key = randomBytes(32);
    },
  };
}
