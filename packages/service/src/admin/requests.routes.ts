// Helpers of the admin API's routes: the actor, the version that the client has seen, and lists.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../activity/activity.ts';
import { DomainError } from '../foundation/errors.ts';
import type { AdminAddress } from './admin-address.ts';
import { sessionOf } from './admin-request.routes.ts';

/** The tenant of the session, which is the one of the address. */
export function tenantOf(request: FastifyRequest): string {
  return sessionOf(request).administrator.tenantId;
}

export function actorOf(request: FastifyRequest): Actor {
  return {
    kind: 'administrator',
    id: sessionOf(request).administrator.email,
    address: request.ip,
    requestId: request.id,
  };
}

export function sendVersion(reply: FastifyReply, version: number | string): void {
  reply.header('etag', `"${version}"`);
}

/** @throws DomainError `invalid_request` when If-Match is missing: a change has to say what it is a change of */
export function ifMatchHeader(request: FastifyRequest): string {
  const header = request.headers['if-match'];
  const version = /^"([\w-]{1,64})"$/.exec(header ?? '')?.[1];
  if (version !== undefined) return version;
  throw new DomainError(
    'invalid_request',
    'This change requires the If-Match header with the ETag of the version that you read.',
  );
}

export function ifMatchVersion(request: FastifyRequest): number {
  const version = Number(ifMatchHeader(request));
  // No version is like this one, so the change is refused as a conflict.
  return Number.isSafeInteger(version) ? version : -1;
}

export interface OffsetPage<Item> {
  items: Item[];
  total: number;
  nextLink?: string;
}

/** The answer of a list; its next page is the same address further on. */
export function offsetPage<Item>(
  request: FastifyRequest,
  address: AdminAddress,
  found: { readonly items: readonly Item[]; readonly total: number },
): OffsetPage<Item> {
  const { offset = 0, limit = 50 } = request.query as { offset?: number; limit?: number };
  const items = [...found.items];
  const next = offset + items.length;
  if (items.length < limit || next >= found.total) return { items, total: found.total };
  const [path = '', query = ''] = request.url.slice(address.routePath.length).split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('offset', String(next));
  parameters.set('limit', String(limit));
  return { items, total: found.total, nextLink: `${address.url}${path}?${parameters.toString()}` };
}

/** A list that is small enough to be read as a whole. */
export function sliceOf<Item>(
  all: readonly Item[],
  { offset = 0, limit = 50 }: { offset?: number; limit?: number },
): { items: Item[]; total: number } {
  return { items: all.slice(offset, offset + limit), total: all.length };
}
