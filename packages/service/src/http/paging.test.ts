import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../ground/errors.ts';
import { type ListIdentity, pageOf, positionPart, readCountedList, readPage } from './paging.ts';

const list: ListIdentity = {
  path: '/teams',
  tenantId: 'tenant-1',
  filters: { status: 'failed', organisation: undefined },
  position: [positionPart.number],
};
const all = Array.from({ length: 23 }, (_, index) => index);

function read(limit: number, cursor: string | undefined, of = list) {
  const page = readPage({ limit, ...(cursor !== undefined && { cursor }) }, of);
  const after = Number(page.after?.[0] ?? -1);
  const found = all.filter((item) => item > after).slice(0, page.limit + 1);
  return pageOf(
    found,
    page,
    of,
    'https://x.example/api',
    (item) => [String(item)],
    (item) => item * 2,
  );
}

function cursorOf(nextLink: string | undefined): string {
  return new URL(nextLink ?? '').searchParams.get('cursor') ?? '';
}

test('following nextLink gives each item once, and the last page has none', () => {
  for (const limit of [1, 5, 22, 23, 24]) {
    const seen: number[] = [];
    let cursor: string | undefined;
    for (;;) {
      const { items, nextLink } = read(limit, cursor);
      seen.push(...items);
      if (nextLink === undefined) break;
      cursor = cursorOf(nextLink);
    }
    assert.deepEqual(
      seen,
      all.map((item) => item * 2),
    );
  }
});

test('nextLink begins with the configured address and keeps filters and limit', () => {
  const link = new URL(read(5, undefined).nextLink ?? '');
  assert.equal(link.origin + link.pathname, 'https://x.example/api/teams');
  assert.equal(link.searchParams.get('status'), 'failed');
  assert.equal(link.searchParams.get('limit'), '5');
  assert.equal(link.searchParams.has('organisation'), false);
});

test('a cursor of another list, other filters or another tenant is refused, and so is a broken one', () => {
  const cursor = cursorOf(read(5, undefined).nextLink);
  const others: readonly ListIdentity[] = [
    { ...list, path: '/organisations' },
    { ...list, tenantId: 'tenant-2' },
    { ...list, filters: { status: 'running' } },
    { ...list, filters: { status: 'failed', organisation: 'x' } },
    { ...list, position: [positionPart.guid] },
    { ...list, position: [positionPart.number, positionPart.number] },
  ];
  const refused = (error: unknown): boolean =>
    error instanceof DomainError && error.code === 'invalid_query';
  for (const other of others) assert.throws(() => read(5, cursor, other), refused);
  const [version, binding] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
  const forged = [
    [version, binding, "4' or 1=1"],
    [version, binding, 4],
    [version, binding],
    [2, binding, '4'],
    { version },
    null,
  ].map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url'));
  for (const broken of ['', 'x', '!', `${cursor}x`, cursor.slice(1), ...forged]) {
    assert.throws(() => read(5, broken), refused, broken);
  }
});

test('a counted list is entered anywhere and continues by its cursor, with the same filters', () => {
  const mount = { path: '/keys', tenantId: 'tenant-1', mountUrl: 'https://x.example/api' };
  const pageAt = (query: Parameters<typeof readCountedList>[0] & { readonly search?: string }) => {
    const counted = readCountedList(query, mount);
    return counted.answer({ items: counted.partOf(all), total: all.length });
  };
  const query = { limit: 5, search: 'a b' };
  const first = pageAt({ ...query, offset: 10 });
  assert.deepEqual([first.items, first.total], [[10, 11, 12, 13, 14], 23]);
  const link = new URL(first.nextLink ?? '');
  assert.equal(link.origin + link.pathname, 'https://x.example/api/keys');
  assert.equal(link.searchParams.get('search'), 'a b');
  const cursor = cursorOf(first.nextLink);
  assert.deepEqual(pageAt({ ...query, cursor }).items, [15, 16, 17, 18, 19]);
  const last = pageAt({ ...query, cursor, offset: 5 });
  assert.deepEqual([last.items, last.nextLink], [[20, 21, 22], undefined]);
  assert.deepEqual(pageAt({ ...query, offset: 23 }), { items: [], total: 23 });
  assert.throws(() => pageAt({ limit: 5, cursor }), { code: 'invalid_query' });
});
