// Signing in to the admin center, by link or by provider, and out again.
import { Type } from 'typebox';
import type { FastifyRequest } from 'fastify';
import {
  type OpenIdSignIn,
  type SignInProviderStore,
  SignInRefused,
} from '../admin-sessions/open-id-sign-in.ts';
import {
  csrfTokenOf,
  type RequestOrigin,
  type Session,
  type Sessions,
} from '../admin-sessions/session.ts';
import type { RedeemSignInLink } from '../admin-sessions/sign-in-link.ts';
import { DomainError } from '../foundation/errors.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import type { Server } from '../http/server.ts';
import { createValidatorCompiler, maxFaultsOfAnybody } from '../http/validation.ts';
import type { Log } from '../foundation/log.ts';
import type { AdminAddress } from './admin-address.ts';
import { sessionOf } from './admin-request.routes.ts';
import type { LinkAttempts } from '../admin-sessions/link-attempts.ts';
import { TenantParams } from './common.schema.ts';
import type { AdminCookies } from './cookies.ts';
import { LinkSignIn, SignedIn, SignInOptions, SignOut } from './sign-in.schema.ts';

export interface SignInDeps {
  readonly address: AdminAddress;
  readonly cookies: AdminCookies;
  readonly sessions: Sessions;
  readonly redeemSignInLink: RedeemSignInLink;
  readonly linkAttempts: LinkAttempts;
  /** Undefined: no limit. */
  readonly adminRateLimit: RateLimit | undefined;
  readonly openIdSignIn: OpenIdSignIn;
  readonly findProvider: SignInProviderStore['findProvider'];
  /** Undefined for an unknown tenant. */
  readonly tenantName: (tenantId: string) => string | undefined;
  readonly log: Log;
}

function originOf(request: FastifyRequest): RequestOrigin {
  return { address: request.ip, requestId: request.id };
}

/** Anybody may send here. */
const bodyLimitBytes = 16 * 1024;

/** A path of the page below the tenant; nothing that could lead to another place. */
const returnToPattern = '^/(?!/)[\\w/.~=&?%-]{0,500}$';

export function registerSignInRoutes(server: Server, deps: SignInDeps): void {
  const { address, cookies, sessions, tenantName, log } = deps;
  const tags = ['Sign-in'];

  function answerOf(session: Session, cookie: string) {
    const { tenantId, administratorId, email, name = null, role } = session.administrator;
    return {
      tenant: { tenantId, name: tenantName(tenantId) ?? tenantId },
      administrator: { administratorId, email, name, role },
      csrfToken: csrfTokenOf(cookie),
      expiresAt: session.expiresAt.toISOString(),
    };
  }

  server.get(
    '/:tenantId/sign-in',
    {
      config: { admin: 'anyone' },
      schema: {
        operationId: 'getSignInOptions',
        tags,
        summary: 'Read the ways to sign in.',
        params: TenantParams,
        response: { 200: SignInOptions },
      },
    },
    async ({ params }) => {
      const stored = await deps.findProvider(params.tenantId.toLowerCase());
      return {
        provider: stored === undefined ? null : { host: new URL(stored.provider.issuer).host },
      };
    },
  );

  server.post(
    '/:tenantId/sign-in/link',
    {
      bodyLimit: bodyLimitBytes,
      validatorCompiler: createValidatorCompiler(() => server.getSchemas(), maxFaultsOfAnybody),
      config: {
        admin: 'anyone',
        problems: ['forbidden', 'sign_in_failed', 'too_many_failed_attempts'],
      },
      schema: {
        operationId: 'signInByLink',
        tags,
        summary: 'Sign in with a one-time link.',
        params: TenantParams,
        body: LinkSignIn,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const tenantId = request.params.tenantId.toLowerCase();
      const { token } = request.body;
      deps.linkAttempts.begin(request.ip);
      const { cookie } = await deps.redeemSignInLink(tenantId, token, originOf(request));
      deps.linkAttempts.succeed(request.ip);
      const session = await sessions.find(tenantId, cookie);
      if (session === undefined) throw new Error('a session was lost as it began');
      reply.header('set-cookie', cookies.session(tenantId, cookie));
      return answerOf(session, cookie);
    },
  );

  server.get(
    '/:tenantId/sign-in/provider',
    {
      config: { admin: 'anyone', produces: ['text/html'] },
      schema: {
        // For browsers on their way, not for callers: it only redirects.
        hide: true,
        params: TenantParams,
        querystring: Type.Object({
          returnTo: Type.Optional(Type.String({ pattern: returnToPattern })),
        }),
      },
    },
    async (request, reply) => {
      const tenantId = request.params.tenantId.toLowerCase();
      const { url, pending } = await deps.openIdSignIn.begin(
        tenantId,
        request.query.returnTo ?? '/',
      );
      return reply.header('set-cookie', cookies.pending(tenantId, pending)).redirect(url, 302);
    },
  );

  server.get(
    '/:tenantId/sign-in/callback',
    {
      config: { admin: 'anyone', produces: ['text/html'] },
      schema: {
        // For browsers on their way, not for callers: it only redirects.
        hide: true,
        params: TenantParams,
      },
    },
    async (request, reply) => {
      const tenantId = request.params.tenantId.toLowerCase();
      const pageUrl = `${address.url}/${tenantId}`;
      const query = request.url.split('?')[1] ?? '';
      const url = new URL(`${callbackUrlOf(address, tenantId)}?${query}`);
      const pending = cookies.pendingOf(request.headers.cookie, tenantId);
      try {
        const done = await deps.openIdSignIn.complete(tenantId, url, pending, originOf(request));
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

  server.get(
    '/:tenantId/session',
    {
      config: { problems: ['not_signed_in'] },
      schema: {
        operationId: 'getSession',
        tags,
        summary: 'Read the current session.',
        params: TenantParams,
        response: { 200: SignedIn },
      },
    },
    (request) => {
      const session = sessionOf(request);
      const cookie = cookies.sessionOf(request.headers.cookie, session.administrator.tenantId);
      return answerOf(session, cookie ?? '');
    },
  );

  server.post(
    '/:tenantId/session/end',
    {
      config: {
        answer: 'The session has ended.',
        admin: 'reader',
        problems: ['not_signed_in', 'forbidden'],
      },
      schema: {
        operationId: 'signOut',
        tags,
        summary: 'End the session.',
        params: TenantParams,
        body: SignOut,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { tenantId } = sessionOf(request).administrator;
      const cookie = cookies.sessionOf(request.headers.cookie, tenantId) ?? '';
      const { everywhere } = request.body;
      await sessions.end(tenantId, cookie, { everywhere, origin: originOf(request) });
      return reply.code(204).header('set-cookie', cookies.session(tenantId)).send(null);
    },
  );
}

export function callbackUrlOf(address: AdminAddress, tenantId: string): string {
  return `${address.url}/api/${tenantId}/sign-in/callback`;
}
