// Signing in to the admin center, by link or by provider, and out again.
import type { FastifyRequest } from 'fastify';
import type { OpenIdSignIn, SignInProviderStore } from '../access/sessions/open-id-sign-in.ts';
import {
  adminRedirectAddress,
  decisionRedirectAddress,
} from '../access/sessions/redirect-addresses.ts';
import { permissionsOf } from '../access/sessions/permission.ts';
import { SignInRefused } from '../access/sessions/refusals.ts';
import {
  csrfTokenOf,
  type SignInOrigin,
  type Session,
  type Sessions,
} from '../access/sessions/session.ts';
import { linkNotValid, type RedeemSignInLink } from '../access/sessions/sign-in-link.ts';
import { DomainError } from '../ground/errors.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { Server } from '../http/server.ts';
import { createValidatorCompiler, maxFaultsOfAnybody } from '../http/validation.ts';
import type { Log } from '../ground/log.ts';
import { type Tenant, governanceTime } from '../settings/tenants/tenant.ts';
import type { AdminAddress } from './admin-address.ts';
import type { WrongSecrets } from '../access/wrong-secrets.ts';
import { noContent, TenantParams } from './common.schema.ts';
import type { AdminCookies } from './cookies.ts';
import { declareOperations } from './declare-operations.ts';
import { tenantDaysOf } from '../settings/tenants/notice-settings.ts';
import { sessionOf, resourceOf } from './request.ts';
import { LinkSignIn, ReturnTo, SignedIn, SignInOptions, SignOut } from './sign-in.schema.ts';
import { SignInProviderResponse, SignInProviderTest } from './administrators.schema.ts';

export interface SignInDeps {
  readonly address: AdminAddress;
  readonly cookies: AdminCookies;
  readonly sessions: Sessions;
  readonly redeemSignInLink: RedeemSignInLink;
  readonly wrongLinks: WrongSecrets;
  readonly unknownTenants: WrongSecrets;
  /** Undefined: no limit. */
  readonly adminRateLimit: RateLimit | undefined;
  readonly openIdSignIn: OpenIdSignIn;
  readonly findProvider: SignInProviderStore['findProvider'];
  /** Undefined for an unknown tenant. */
  readonly findTenant: (
    tenantId: string,
  ) => Pick<Tenant, 'name' | 'directory' | 'notices' | 'governanceOffsetMs'> | undefined;
  /** It finds a tenant that another process added a moment ago, too. */
  readonly isTenant: (tenantId: string) => Promise<boolean>;
  readonly log: Log;
}

function originOf(request: FastifyRequest): SignInOrigin {
  return {
    address: request.clientAddress,
    requestId: request.id,
    userAgent: request.headers['user-agent'],
  };
}

const declared = declareOperations('Sign-in', {
  getSignInOptions: {
    summary: 'Read the ways to sign in.',
    admin: 'anyone',
    problems: ['too_many_failed_attempts'],
    response: { 200: SignInOptions },
  },
  signInByLink: {
    summary: 'Sign in with a one-time link.',
    admin: 'anyone',
    problems: ['forbidden', 'sign_in_failed', 'too_many_failed_attempts'],
    body: LinkSignIn,
    response: { 200: SignedIn },
  },
  getSession: {
    reach: 'everyone',
    summary: 'Read the current session.',
    answersSecret: true,
    problems: ['not_signed_in'],
    response: { 200: SignedIn },
  },
  signOut: {
    reach: 'everyone',
    summary: 'End the session.',
    answer: 'The session has ended.',
    admin: 'view',
    problems: ['not_signed_in', 'forbidden'],
    body: SignOut,
    response: noContent,
  },
});

/** They serve browsers on their way, not callers: they only redirect, and the description leaves them out. */
const redirecting = { admin: 'anyone', produces: ['text/html'] } as const;

export function registerSignInRoutes(server: Server, deps: SignInDeps): void {
  const { cookies, sessions, findTenant } = deps;

  function answerOf({ administrator, expiresAt }: Session, cookie: string) {
    const { tenantId } = administrator;
    const known = findTenant(tenantId);
    const tenant = {
      tenantId,
      name: known?.name ?? tenantId,
      directory: known?.directory.kind ?? null,
      ...tenantDaysOf(known),
      aheadMs: governanceTime(known, 0).getTime(),
    };
    return {
      tenant,
      administrator: { ...administrator, permissions: permissionsOf(administrator) },
      csrfToken: csrfTokenOf(cookie),
      expiresAt,
    };
  }

  server.get('/:tenantId/sign-in', declared.getSignInOptions, async (request) => {
    const tenantId = request.params.tenantId.toLowerCase();
    if (!(await deps.isTenant(tenantId))) {
      deps.unknownTenants.count(request.clientAddress);
      return { provider: undefined };
    }
    const stored = await deps.findProvider(tenantId);
    return { provider: stored && { host: new URL(stored.provider.issuer).host } };
  });

  server.post(
    '/:tenantId/sign-in/link',
    {
      ...declared.signInByLink,
      validatorCompiler: createValidatorCompiler(() => server.getSchemas(), maxFaultsOfAnybody),
    },
    async (request, reply) => {
      const tenantId = request.params.tenantId.toLowerCase();
      const { token } = request.body;
      const signedIn = await deps.redeemSignInLink(tenantId, token, originOf(request));
      if (signedIn === undefined) {
        deps.wrongLinks.count(request.clientAddress);
        throw linkNotValid();
      }
      const { cookie } = signedIn;
      const session = await sessions.find(tenantId, cookie);
      if (session === undefined) throw new Error('a session was lost as it began');
      reply.header('set-cookie', cookies.session(tenantId, cookie));
      return answerOf(session, cookie);
    },
  );

  registerProviderRoutes(server, deps);

  server.get('/:tenantId/session', declared.getSession, (request) => {
    const session = sessionOf(request);
    const cookie = cookies.sessionOf(request.headers.cookie, session.administrator.tenantId);
    return answerOf(session, cookie ?? '');
  });

  server.post('/:tenantId/session/end', declared.signOut, async (request, reply) => {
    const { tenantId } = sessionOf(request).administrator;
    const cookie = cookies.sessionOf(request.headers.cookie, tenantId) ?? '';
    const { everywhere } = request.body;
    await sessions.end(tenantId, cookie, { everywhere, origin: originOf(request) });
    reply.header('set-cookie', cookies.session(tenantId));
  });
}

/** The routes lead to the sign-in provider of the tenant, and back. */
function registerProviderRoutes(server: Server, deps: SignInDeps): void {
  const { address, cookies, log, openIdSignIn } = deps;

  server.get(
    '/:tenantId/sign-in/provider',
    {
      config: redirecting,
      schema: { hide: true, params: TenantParams, querystring: ReturnTo },
    },
    async (request, reply) => {
      const tenantId = request.params.tenantId.toLowerCase();
      if (!(await deps.isTenant(tenantId))) deps.unknownTenants.count(request.clientAddress);
      const { url, pending } = await openIdSignIn.begin(tenantId, request.query.returnTo ?? '/');
      return reply.header('set-cookie', cookies.pending(tenantId, pending)).redirect(url, 302);
    },
  );

  server.get(
    '/:tenantId/sign-in/callback',
    { config: redirecting, schema: { hide: true, params: TenantParams } },
    async (request, reply) => {
      const tenantId = request.params.tenantId.toLowerCase();
      const pageUrl = `${address.url}/${tenantId}`;
      const url = new URL(adminRedirectAddress(address.url, tenantId));
      url.search = request.url.split('?')[1] ?? '';
      const pending = cookies.pendingOf(request.headers.cookie, tenantId);
      try {
        const done = await openIdSignIn.complete(tenantId, url, pending, originOf(request));
        return await reply
          .header('set-cookie', [cookies.session(tenantId, done.cookie), cookies.pending(tenantId)])
          .redirect(`${pageUrl}${done.returnTo}`, 303);
      } catch (error) {
        const code = error instanceof DomainError ? error.code : 'internal_error';
        const reason = error instanceof SignInRefused ? error.reason : code;
        log.warn({ err: error, requestId: request.id }, 'a sign-in with a provider failed');
        return reply
          .header('set-cookie', cookies.pending(tenantId))
          .redirect(`${pageUrl}/sign-in?refused=${reason}`, 303);
      }
    },
  );
}

// The provider by which administrators sign in. Only the operator sets it; administrators see and test it.
const declaredProvider = declareOperations('Administrators', {
  getSignInProvider: {
    summary: 'Read the provider by which administrators sign in.',
    answer: 'The provider, without its secret.',
    response: { 200: SignInProviderResponse },
  },
  testSignInProvider: {
    summary: 'Test whether the sign-in provider answers.',
    admin: 'view',
    answer: 'The outcome.',
    problems: ['forbidden', 'not_found'],
    response: { 200: SignInProviderTest },
  },
});

export function registerSignInProviderRoutes(
  server: Server,
  deps: {
    readonly address: AdminAddress;
    readonly openIdSignIn: Pick<OpenIdSignIn, 'begin'>;
    readonly findProvider: SignInProviderStore['findProvider'];
  },
): void {
  server.get('/:tenantId/sign-in-provider', declaredProvider.getSignInProvider, async (request) => {
    const { tenantId } = resourceOf(request);
    const stored = await deps.findProvider(tenantId);
    return {
      callbackUrl: adminRedirectAddress(deps.address.url, tenantId),
      decisionCallbackUrl: decisionRedirectAddress(deps.address.serviceUrl, tenantId),
      provider:
        stored === undefined
          ? null
          : {
              ...stored.provider,
              roleClaim: stored.provider.roleClaim ?? null,
              hasSecret: stored.clientSecretSealed !== null,
            },
    };
  });

  server.post(
    '/:tenantId/sign-in-provider/test',
    declaredProvider.testSignInProvider,
    async (request) => {
      try {
        // It changes nothing before the browser follows it.
        await deps.openIdSignIn.begin(resourceOf(request).tenantId, '/');
        return { ok: true, detail: 'The provider answers, and a sign-in can begin.' };
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'unavailable') throw error;
        return { ok: false, detail: error.message };
      }
    },
  );
}
