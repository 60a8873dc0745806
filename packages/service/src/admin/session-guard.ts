// Guards the admin API: the session of the cookie, its role, and for every change the proof that the page itself
// sent it (Origin, Sec-Fetch-Site and a token). An operation that declares a scope also takes an access token, from a
// request without a session; no browser sends one by itself, so it needs no such proof.
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Administrator, limitOf } from '../access/sessions/administrator.ts';
import { isAllowed, type Permission } from '../access/sessions/permission.ts';
import { foreignPage, lackOf, refused } from '../access/sessions/refusals.ts';
import { csrfTokenOf, type Sessions } from '../access/sessions/session.ts';
import type { WrongSecrets } from '../access/wrong-secrets.ts';
import { isGuid } from '../directory/person-reference.ts';
import { DomainError, notFound, type ProblemCode } from '../ground/errors.ts';
import type { Subscriber } from '../http/open-responses.ts';
import type { Server } from '../http/server.ts';
import type { RateLimit } from '../http/rate-limit.ts';
import { constantTimeEqual } from '../ground/constant-time.ts';
import type { AdminAddress } from './admin-address.ts';
import type { AdminCookies } from './cookies.ts';
import { createReach, type OrganisationOf } from './organisation-reach.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The permission that a route of the admin API requires. By default, reading requires `view` and everything
     * else `settings:manage`; `anyone` needs no session.
     */
    admin?: 'anyone' | Permission;
  }
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

export const csrfHeader = 'x-csrf-token';

export function createSessionGuard(
  deps: {
    readonly address: AdminAddress;
    readonly cookies: AdminCookies;
    readonly sessions: Sessions;
    readonly wrongCookies: WrongSecrets;
    /** Undefined: no limit. */
    readonly adminRateLimit: RateLimit | undefined;
    readonly admitCaller: Server['admitCaller'];
    readonly tokenSubscriberOf: (request: FastifyRequest) => Subscriber;
    readonly organisationOf: OrganisationOf;
    /** @throws DomainError if the tenant is closed */
    readonly requireOpen: (tenantId: string) => void;
  },
  route: RouteOptions,
): Hook {
  const { address, cookies, sessions, wrongCookies, adminRateLimit } = deps;
  const { admitCaller, tokenSubscriberOf } = deps;
  const { reads, allowed } = accessOf(route);
  const scope = route.config?.scope;
  const requireWithinReach = createReach(route, deps.organisationOf);

  /** The cookie of an ended session goes where it is refused, so that its browser gets to the sign-in. */
  function countWrongCookie(request: FastifyRequest, reply: FastifyReply, tenantId: string): void {
    try {
      wrongCookies.count(request.clientAddress);
    } catch (error) {
      reply.header('set-cookie', cookies.session(tenantId));
      throw error;
    }
  }

  return async function requireSession(request, reply) {
    reply.header('cache-control', 'no-store');
    const tenantId = (request.params as { tenantId?: string }).tenantId?.toLowerCase() ?? '';
    const cookie = cookies.sessionOf(request.headers.cookie, tenantId);
    if (scope !== undefined && cookie === undefined && hasToken(request)) {
      const caller = await admitCaller(request, reply, scope);
      if (caller.tenantId !== tenantId) throw notFound();
      request.subscriber = tokenSubscriberOf(request);
      return;
    }
    if (!reads) requireOwnPage(request, address.origin);
    if (allowed === 'anyone') return;
    // The schema of the address has not been looked at yet.
    if (!isGuid(tenantId)) throw notFound();
    if (cookie === undefined) throw notSignedIn();
    const session = await sessions.find(tenantId, cookie);
    if (session === undefined) {
      countWrongCookie(request, reply, tenantId);
      throw notSignedIn();
    }
    deps.requireOpen(tenantId);
    adminRateLimit?.take(session.administrator.administratorId, reply);
    if (!reads) requireToken(request, cookie);
    const { administrator } = session;
    requirePermission(administrator, allowed);
    await requireWithinReach(administrator, request.params as Record<string, string>);
    const { administratorId, email } = administrator;
    request.adminSession = session;
    request.sessionHolder = {
      tenantId,
      administratorId,
      email,
      within: limitOf(administrator),
      rateLimit: adminRateLimit,
    };
    request.subscriber = {
      id: cookie,
      isStillAuthorized: () => sessions.isLiving(tenantId, cookie, administrator),
    };
  };
}

function notSignedIn(): DomainError {
  return new DomainError('not_signed_in', 'You are not signed in, or your session has expired.');
}

function hasToken({ headers }: FastifyRequest): boolean {
  return /^bearer /i.test(headers.authorization ?? '');
}

function accessOf({ method, config }: RouteOptions) {
  const reads = [method].flat().every((one) => readingMethods.has(one.toUpperCase()));
  return { reads, allowed: config?.admin ?? (reads ? 'view' : 'settings:manage') } as const;
}

/** Problems that the guard may answer with; for the description. */
export function problemsOfSession(route: RouteOptions): readonly ProblemCode[] {
  const { reads, allowed } = accessOf(route);
  const isForAll = allowed === 'view' && route.config?.reach !== undefined;
  return [
    ...(allowed === 'anyone'
      ? []
      : ([
          'not_signed_in',
          'tenant_removed',
          'tenant_moved',
          'rate_limited',
          'too_many_failed_attempts',
        ] as const)),
    ...(route.config?.scope === undefined
      ? []
      : (['invalid_token', 'scope_missing', 'address_not_allowed'] as const)),
    ...(reads && (allowed === 'anyone' || isForAll) ? [] : (['forbidden'] as const)),
  ];
}

function requirePermission(administrator: Administrator, permission: Permission): void {
  if (isAllowed(administrator, permission)) return;
  const { role } = administrator;
  if (isAllowed({ role, organisationIds: null }, permission)) throw refused('beyondLimit');
  if (role === 'reader') throw refused('readerChanges');
  throw new DomainError('forbidden', lackOf(role, permission));
}

/** Browsers say by themselves where a request comes from; one that says nothing is none of our page. */
function requireOwnPage(request: FastifyRequest, origin: string): void {
  const site = request.headers['sec-fetch-site'];
  if (request.headers.origin === origin && (site === undefined || site === 'same-origin')) return;
  throw new DomainError('forbidden', foreignPage(origin));
}

function requireToken(request: FastifyRequest, cookie: string): void {
  const sent = request.headers[csrfHeader];
  if (typeof sent === 'string' && constantTimeEqual(sent, csrfTokenOf(cookie))) return;
  throw refused('staleSession');
}
