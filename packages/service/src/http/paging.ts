// Pages of a list: an opaque cursor that is bound to its list and filters, so that one from another
// list, other filters or another tenant is refused, and the address of the next page.
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { DomainError } from '../ground/errors.ts';

const version = 1;
const defaultLimit = 50;
const largestLimit = 200;

/** The members of a list's query besides its filters. */
export const pageQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: largestLimit,
      default: defaultLimit,
      description: 'Maximum number of items on a page.',
    }),
  ),
  cursor: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'Start of the page. Take it from the nextLink of the previous page.',
    }),
  ),
};

/** The query of a list that is counted: it can also be entered anywhere, as a scroll bar does. */
export const countedPageQuery = {
  ...pageQuery,
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 10_000_000,
      default: 0,
      description: 'Number of items to skip, from the start or from the cursor.',
    }),
  ),
};

/** The format of one part of a position; checked because a cursor comes from outside. */
export const positionPart = {
  guid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  /** ISO 8601 in UTC, as PostgreSQL and JavaScript both read it. */
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/,
  identifier: /^[a-z0-9-]{1,63}$/,
  number: /^\d{1,15}$/,
  rank: /^\d$/,
  /** It counts since 1970, to the year 9999. */
  microseconds: /^\d{1,18}$/,
} as const;

/** The identity of a list: its path, its owner, and its filters. */
export interface ListIdentity {
  /** An example is `/teams`. */
  readonly path: string;
  readonly tenantId: string;
  /** They are as they were sent. Undefined ones do not count. */
  readonly filters: Readonly<Record<string, string | undefined>>;
  /** The parts of a position in this list, in order. */
  readonly position: readonly RegExp[];
}

export interface PageRequest {
  readonly limit: number;
  /** The position of the last item of the page before; undefined on the first page. */
  readonly after: readonly string[] | undefined;
}

/** Reads limit and cursor of a query that passed `pageQuery`. Throws `invalid_query`. */
export function readPage(
  query: { readonly limit?: number; readonly cursor?: string },
  list: ListIdentity,
): PageRequest {
  const limit = query.limit ?? defaultLimit;
  if (query.cursor === undefined) return { limit, after: undefined };
  const after = decodeCursor(query.cursor, list);
  if (after !== undefined) return { limit, after };
  const detail = 'cursor does not belong to this list. Take it from nextLink, unchanged.';
  throw new DomainError('invalid_query', detail, {
    faults: [{ parameter: 'cursor', code: 'not_valid', detail }],
  });
}

export interface Page<T> {
  items: T[];
  nextLink?: string;
}

/**
 * Makes the answer of a list.
 * @param items up to one more than `limit`; the one more tells that there is a next page
 * @param positionOf the position of an item, in the parts that the list names
 */
export function pageOf<T, R>(
  items: readonly T[],
  page: PageRequest,
  list: ListIdentity,
  baseUrl: string,
  positionOf: (item: T) => readonly string[],
  toResponse: (item: T) => R,
  hasMore = items.length > page.limit,
): Page<R> {
  const shown = items.slice(0, page.limit);
  const last = shown.at(-1);
  const answer = { items: shown.map((item) => toResponse(item)) };
  if (!hasMore || last === undefined) return answer;
  return { ...answer, nextLink: nextLinkOf(positionOf(last), page, list, baseUrl) };
}

interface CountedPage<T> extends Page<T> {
  readonly total: number;
}

/** The page of a counted list that a query asks for, and its answer. */
export interface CountedList {
  /** It counts from the start of the list. */
  readonly offset: number;
  readonly limit: number;
  /** The part of a list that is small enough to be read as a whole. */
  partOf<T>(this: void, all: readonly T[]): readonly T[];
  answer<T>(
    this: void,
    found: { readonly items: readonly T[]; readonly total: number },
  ): CountedPage<T>;
}

/** Reads a query that passed `countedPageQuery` and filters. The position of such a list is a number. */
export function readCountedList(
  {
    offset: skipped = 0,
    limit,
    cursor,
    ...filters
  }: { readonly limit?: number; readonly cursor?: string; readonly offset?: number },
  {
    path,
    tenantId,
    mountUrl,
  }: Pick<ListIdentity, 'path' | 'tenantId'> & { readonly mountUrl: string },
): CountedList {
  const given = Object.entries<unknown>(filters).filter(([, value]) => value !== undefined);
  const list: ListIdentity = {
    path,
    tenantId,
    filters: Object.fromEntries(given.map(([name, value]) => [name, String(value)])),
    position: [positionPart.number],
  };
  const page = readPage(
    { ...(limit !== undefined && { limit }), ...(cursor !== undefined && { cursor }) },
    list,
  );
  const offset = Number(page.after?.[0] ?? 0) + skipped;
  return {
    offset,
    limit: page.limit,
    partOf: (all) => all.slice(offset, offset + page.limit),
    answer({ items, total }) {
      const next = offset + items.length;
      const hasMore = items.length > 0 && next < total;
      return {
        items: [...items],
        total,
        ...(hasMore && { nextLink: nextLinkOf([String(next)], page, list, mountUrl) }),
      };
    },
  };
}

/** The address of the page after a position. */
export function nextLinkOf(
  position: readonly string[],
  { limit }: PageRequest,
  list: ListIdentity,
  baseUrl: string,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(list.filters)) {
    if (value !== undefined) query.set(name, value);
  }
  query.set('limit', String(limit));
  query.set('cursor', encodeCursor(position, list));
  return `${baseUrl}${list.path}?${query.toString()}`;
}

function encodeCursor(position: readonly string[], list: ListIdentity): string {
  return Buffer.from(JSON.stringify([version, bindingOf(list), ...position])).toString('base64url');
}

function decodeCursor(cursor: string, list: ListIdentity): readonly string[] | undefined {
  if (!/^[\w-]+$/.test(cursor)) return undefined;
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== list.position.length + 2) return undefined;
  const [itsVersion, binding, ...position] = parts as unknown[];
  if (itsVersion !== version || binding !== bindingOf(list)) return undefined;
  const isValid = list.position.every((part, index) => {
    const text = position[index];
    return typeof text === 'string' && part.test(text);
  });
  return isValid ? (position as string[]) : undefined;
}

function bindingOf({ path, tenantId, filters }: ListIdentity): string {
  const given = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const text = JSON.stringify([path, tenantId, given]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
