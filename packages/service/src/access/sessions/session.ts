// Sessions of the admin center: started by a sign-in, ended by sign-out, by an hour without use, after
// twelve hours in any case, and with the administrator. The cookie's value is kept nowhere, only its hash.
import { hash } from 'node:crypto';
import type { Actor } from '../../audit/activity.ts';
import type { Clock } from '../../ground/clock.ts';
import { DomainError } from '../../ground/errors.ts';
import { coversLimit } from '../../ground/group-limit.ts';
import { type Administrator, limitOf } from './administrator.ts';

export const idleForMs = 3_600_000;
export const maxMs = 12 * 3_600_000;
/** The clocks of two processes differ by less. A time further in the future was written before a clock was set back. */
export const clockToleranceMs = 5 * 60_000;
/** The time of last use is written at most this often. */
const recordUseEveryMs = 60_000;

export type SignInMethod = 'link' | 'provider';

/** The origin of a request, for the activity log. */
export type RequestOrigin = Pick<Actor, 'address' | 'requestId'>;

/** The origin of a sign-in: the browser, too. */
export type SignInOrigin = RequestOrigin & { readonly userAgent?: string | undefined };

export interface Session {
  /** No secret, unlike the cookie. */
  readonly sessionId: string;
  readonly administrator: Administrator;
  readonly method: SignInMethod;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

/** A session as its administrator, and others, see it. */
export type ListedSession = Omit<Session, 'administrator'> & {
  /** The address that signed in; null where it is not known. */
  readonly address: string | null;
  readonly userAgent: string | null;
};

interface NewSession {
  readonly tenantId: string;
  readonly administratorId: string;
  readonly sessionHash: string;
  readonly method: SignInMethod;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface SessionStore {
  /** Adds the session, notes the sign-in with the administrator and in the activity, and drops what has expired. */
  addSession(session: NewSession, origin: SignInOrigin): Promise<void>;
  findSession(tenantId: string, sessionHash: string): Promise<Session | undefined>;
  recordUse(tenantId: string, sessionHash: string, at: Date): Promise<void>;
  /** Ends one session, or every session of its administrator. False when there was none. */
  endSession(
    tenantId: string,
    sessionHash: string,
    everywhere: boolean,
    at: Date,
    origin: RequestOrigin,
  ): Promise<boolean>;
  /** The list includes expired ones that nobody removed yet. */
  listSessions(tenantId: string, administratorId: string): Promise<readonly ListedSession[]>;
  /** Undefined: there was none. @throws DomainError `forbidden` if the actor has no right over the person */
  endSessionOf(
    tenantId: string,
    administratorId: string,
    sessionId: string,
    options: { readonly at: Date; readonly actor: Actor },
  ): Promise<boolean>;
}

export interface Sessions {
  /** Returns the cookie's value, this once. */
  start(administrator: Administrator, method: SignInMethod, origin: SignInOrigin): Promise<string>;
  /** Undefined when the session is unknown, was ended or has expired. */
  find(tenantId: string, cookie: string): Promise<Session | undefined>;
  /**
   * Whether the session is still valid and not limited to fewer organisations than at the beginning, for long responses such
   * as streams. Does not extend the session.
   */
  isLiving(
    tenantId: string,
    cookie: string,
    since: Pick<Administrator, 'organisationIds'>,
  ): Promise<boolean>;
  end(
    tenantId: string,
    cookie: string,
    options: { everywhere: boolean; origin: RequestOrigin },
  ): Promise<void>;
  /** The living ones, last used first. */
  list(tenantId: string, administratorId: string): Promise<readonly ListedSession[]>;
  endOne(tenantId: string, administratorId: string, sessionId: string, actor: Actor): Promise<void>;
}

const cookieForm = /^[\w-]{43}$/;

export function createSessions(deps: {
  store: SessionStore;
  clock: Clock;
  randomBytes: (size: number) => Buffer;
}): Sessions {
  const { store, clock, randomBytes } = deps;

  async function findLiving(tenantId: string, cookie: string): Promise<Session | undefined> {
    if (!cookieForm.test(cookie)) return undefined;
    const session = await store.findSession(tenantId, hashOf(cookie));
    return session !== undefined && isLiving(session, clock.now()) ? session : undefined;
  }

  return {
    async start({ tenantId, administratorId }, method, origin) {
      const cookie = randomBytes(32).toString('base64url');
      const now = clock.now();
      await store.addSession(
        {
          tenantId,
          administratorId,
          sessionHash: hashOf(cookie),
          method,
          createdAt: new Date(now),
          expiresAt: new Date(now + maxMs),
        },
        origin,
      );
      return cookie;
    },

    async find(tenantId, cookie) {
      const session = await findLiving(tenantId, cookie);
      const now = clock.now();
      if (session !== undefined && now - session.lastSeenAt.getTime() >= recordUseEveryMs) {
        await store.recordUse(tenantId, hashOf(cookie), new Date(now));
      }
      return session;
    },

    async isLiving(tenantId, cookie, since) {
      const now = await findLiving(tenantId, cookie);
      return now !== undefined && coversLimit(limitOf(now.administrator), limitOf(since));
    },

    async end(tenantId, cookie, { everywhere, origin }) {
      if (!cookieForm.test(cookie)) return;
      await store.endSession(tenantId, hashOf(cookie), everywhere, new Date(clock.now()), origin);
    },

    async list(tenantId, administratorId) {
      const all = await store.listSessions(tenantId, administratorId);
      return all.filter((session) => isLiving(session, clock.now()));
    },

    async endOne(tenantId, administratorId, sessionId, actor) {
      const at = new Date(clock.now());
      if (await store.endSessionOf(tenantId, administratorId, sessionId, { at, actor })) return;
      throw new DomainError('not_found', 'This session has ended already.');
    },
  };
}

function isLiving(
  { lastSeenAt, expiresAt }: Pick<Session, 'lastSeenAt' | 'expiresAt'>,
  now: number,
): boolean {
  const leftMs = expiresAt.getTime() - now;
  const unusedMs = now - lastSeenAt.getTime();
  return (
    leftMs > 0 &&
    leftMs <= maxMs + clockToleranceMs &&
    unusedMs < idleForMs &&
    unusedMs >= -clockToleranceMs
  );
}

function hashOf(cookie: string): string {
  return hash('sha256', `groupwright session ${cookie}`, 'base64url');
}

/**
 * The token that each change must include besides the cookie. It is derived from the cookie, so that nothing more is
 * stored, and does not reveal it.
 */
export function csrfTokenOf(cookie: string): string {
  return hash('sha256', `groupwright csrf ${cookie}`, 'base64url');
}
