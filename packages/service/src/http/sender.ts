// The sender of a request, by either mount of a route: an API key by its access token at the base URL, or an administrator by a session
// below the admin URL. The guard of the mount has checked the scope or the role.
import type { FastifyRequest } from 'fastify';
import type { Sender } from '../ground/caller.ts';
import type { Scope } from '../ground/schema/scope.schema.ts';
import type { GroupLimit } from '../ground/group-limit.ts';
import type { RouteScope } from './authenticate.ts';
import { requireScope } from './authenticate.ts';
import type { Subscriber } from './open-responses.ts';
import type { RateLimit } from './rate-limit.ts';
import type { Server } from './server.ts';

/** An administrator whose session was admitted. */
export interface SessionHolder {
  readonly tenantId: string;
  readonly administratorId: string;
  readonly email: string;
  readonly within: GroupLimit;
  /** Undefined: no limit. */
  readonly rateLimit: RateLimit | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null unless the guard of the admin API admitted a session. */
    sessionHolder: SessionHolder | null;
    /** Null where nobody was admitted, or by an access token at the base URL. Asking it is no use of the session. */
    subscriber: Subscriber | null;
  }
  interface FastifyContextConfig {
    /** The route is also mounted at the base URL, where a scope guards it. */
    isSecondMount?: true;
  }
}

/** The sender of a request to a route that needs one. */
export function senderOf(request: FastifyRequest): Sender {
  const { caller, sessionHolder, clientAddress: address, id: requestId } = request;
  if (caller !== null) {
    const { tenantId, apiKeyId, scopes, source } = caller;
    const reads = scopes.includes('groups:read');
    const within = reads ? caller.within : { ...caller.within, readsNone: true as const };
    const actor = { kind: 'api_key', id: apiKeyId, address, requestId } as const;
    return { tenantId, holderId: apiKeyId, actor, within, source, via: 'api' };
  }
  if (sessionHolder === null) throw new Error('A public route has no sender.');
  const { tenantId, administratorId, email, within } = sessionHolder;
  const actor = { kind: 'administrator', id: email, address, requestId } as const;
  return { tenantId, holderId: administratorId, actor, within, source: null, via: 'admin' };
}

/**
 * The scope depends on what is asked. The permission of the route covers all of it for administrators.
 * @throws DomainError `scope_missing`
 */
export function requireScopeOf({ caller }: FastifyRequest, scope: RouteScope): void {
  if (caller !== null) requireScope(caller, scope);
}

/** Whether an answer may have what is for this scope, too; the permission of the route covers it for administrators. */
export function mayAlso({ caller }: FastifyRequest, scope: Scope): boolean {
  return caller === null || caller.scopes.includes(scope);
}

/** The public address of one of the mounts of a route, without a trailing slash. */
export type MountUrl = (tenantId: string) => string;

/** Declares routes that systems and administrators have in common, for one of the mounts. */
export type RegisterShared = (server: Server, urlOf: MountUrl) => void;
