// The parts of a request of the admin API: who sent it, the tenant, the ids of its address, and the version that the
// sender has seen.
import type { FastifyRequest } from 'fastify';
import type { Session } from '../access/sessions/session.ts';
import type { GroupLimit } from '../ground/group-limit.ts';
import type { Actor } from '../audit/activity.ts';
import { DomainError } from '../ground/errors.ts';
import type { ExpectedVersion } from '../ground/record-store.ts';
import { type IfMatch, readIfMatch } from '../http/entity-tags.ts';
import type { Subscriber } from '../http/open-responses.ts';
import { type CountedList, readCountedList } from '../http/paging.ts';
import { senderOf } from '../http/sender.ts';
import type { AdminAddress } from './admin-address.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null outside the admin center, on its sign-in addresses, and for the access token of an API key. */
    adminSession: Session | null;
  }
  interface FastifyContextConfig {
    /** Changes or removes something that exists, so that If-Match is read. */
    changes?: true;
  }
}

export function sessionOf(request: FastifyRequest): Session {
  if (request.adminSession === null) throw new Error('This route has no session.');
  return request.adminSession;
}

export function subscriberOf(request: FastifyRequest): Subscriber {
  if (request.subscriber === null) throw new Error('A route for anyone has no subscriber.');
  return request.subscriber;
}

interface Resource {
  /** The tenant of the session or the API key, which is the one of the address. */
  readonly tenantId: string;
  readonly actor: Actor;
  /** The organisations and templates that the API key or the administrator may see and change. */
  readonly limit: GroupLimit;
  /** From If-Match. @throws DomainError `invalid_request` when it is read and the header is missing */
  readonly expectedVersion: ExpectedVersion;
  /** The same for a resource without a number of its version. */
  readonly ifMatch: IfMatch;
}

/** The resource of the address, with the ids of the address in lower case. */
export function resourceOf<Ids>(
  request: FastifyRequest & { readonly params: Ids },
): Resource & Ids {
  const { tenantId, actor, within: limit } = senderOf(request);
  const ids = Object.entries(request.params as Record<string, string>);
  return {
    ...(Object.fromEntries(ids.map(([name, id]) => [name, id.toLowerCase()])) as Ids),
    tenantId,
    actor,
    limit,
    get ifMatch() {
      return ifMatchOf(request);
    },
    get expectedVersion() {
      return ifMatchOf(request).version;
    },
  };
}

/** A counted list below the tenant, whose filters are the other members of the query. */
export function countedListOf(
  request: FastifyRequest & { readonly query: Parameters<typeof readCountedList>[0] },
  { url }: Pick<AdminAddress, 'url'>,
  path: string,
): CountedList {
  const { tenantId } = senderOf(request);
  return readCountedList(request.query, { path, tenantId, mountUrl: `${url}/api/${tenantId}` });
}

/** A change has to say what it is a change of. */
function ifMatchOf({ headers }: FastifyRequest): IfMatch {
  const header = headers['if-match'];
  if (header !== undefined) return readIfMatch(header);
  throw new DomainError(
    'invalid_request',
    'This change requires the If-Match header with the ETag of the version that you read.',
  );
}
