// Lists that can be entered anywhere, as a scroll bar does.
import type { FastifyRequest } from 'fastify';
import type { AdminAddress } from './admin-address.ts';

interface OffsetPage<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly nextLink?: string;
}

interface OffsetQuery {
  readonly offset?: number;
  readonly limit?: number;
}

export function offsetOf({ offset = 0, limit = 50 }: OffsetQuery) {
  return { offset, limit };
}

/** The answer of a list; its next page is the same address with another offset. */
export function offsetPage<Item>(
  request: FastifyRequest,
  address: AdminAddress,
  { items, total }: { readonly items: readonly Item[]; readonly total: number },
): OffsetPage<Item> {
  const { offset, limit } = offsetOf(request.query as OffsetQuery);
  const next = offset + items.length;
  if (items.length < limit || next >= total) return { items, total };
  const [path = '', query = ''] = request.url.slice(address.routePath.length).split('?');
  const parameters = new URLSearchParams(query);
  parameters.set('offset', String(next));
  parameters.set('limit', String(limit));
  return { items, total, nextLink: `${address.url}${path}?${parameters.toString()}` };
}

/** A page of a list that is small enough to be read as a whole. */
export async function pageOfAll<Item, Answer>(
  request: FastifyRequest,
  address: AdminAddress,
  all: readonly Item[],
  answerOf: (item: Item) => Answer | Promise<Answer>,
): Promise<OffsetPage<Answer>> {
  const { offset, limit } = offsetOf(request.query as OffsetQuery);
  const items = await Promise.all(all.slice(offset, offset + limit).map((item) => answerOf(item)));
  return offsetPage(request, address, { items, total: all.length });
}
