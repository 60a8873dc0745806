import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualTimers } from '../../testing/manual-timers.ts';
import { DomainError } from '../ground/errors.ts';
import { noLimit } from '../ground/group-limit.ts';
import type { PlacedEntry } from './event.ts';
import { createFeed, type FeedStore } from './feed.ts';
import { createHeadWatch } from './head-watch.ts';

function entryAt(position: number): PlacedEntry {
  return {
    tenantId: 'one',
    position,
    hash: Buffer.alloc(32, position),
    occurredAt: new Date(0),
    actorKind: 'operator',
    actorId: 'test',
    requestId: null,
    action: 'api_key.revoked',
    subjectId: 'key',
    data: { name: 'ERP' },
    displayName: null,
    mailNickname: null,
    organisationId: null,
    templateId: null,
    properties: null,
    externalIds: null,
    createdAt: null,
    directory: null,
  };
}

function start() {
  const entries: PlacedEntry[] = [entryAt(1)];
  let reads = 0;
  const store: FeedStore = {
    async read(_tenantId, from, to) {
      reads += 1;
      return entries.filter(({ position }) => position >= from && position <= to);
    },
    readAt: async () => [],
    archived: async () => undefined,
    heads: async (tenantIds) => new Map(tenantIds.map((tenantId) => [tenantId, entries.length])),
  };
  const clock = createManualTimers();
  const readHeads: FeedStore['heads'] = (tenantIds) => store.heads(tenantIds);
  const watch = createHeadWatch({ readHeads, clock, onError: () => undefined });
  const readFeed = createFeed({
    store,
    watch,
    baseUrl: 'https://groups.example',
    toProblem: (error) => error,
  });
  const wait = (tenantId = 'one', signal?: AbortSignal) =>
    readFeed({
      tenantId,
      within: noLimit,
      after: 'latest',
      types: undefined,
      limit: 50,
      waitMs: 30_000,
      ...(signal !== undefined && { signal }),
    });
  return {
    wait,
    readCount: () => reads,
    async grow() {
      entries.push(entryAt(entries.length + 1));
      watch.notify('one', entries.length);
    },
  };
}

const aMoment = () => new Promise((resolve) => setImmediate(resolve));

test('readers who wait for the same event share its read', async () => {
  const feed = start();
  const pages = Array.from({ length: 100 }, () => feed.wait());
  await aMoment();
  const before = feed.readCount();
  await feed.grow();
  for (const { events } of await Promise.all(pages)) assert.equal(events.length, 1);
  assert.equal(feed.readCount() - before, 1);
});

test('a tenant has a hundred waits at most, and others have theirs', async () => {
  const feed = start();
  const ending = new AbortController();
  const pages = Array.from({ length: 100 }, () => feed.wait('one', ending.signal));
  await aMoment();
  const isRefused = (error: unknown) =>
    error instanceof DomainError && error.code === 'rate_limited';
  await assert.rejects(feed.wait(), isRefused);
  const other = feed.wait('two', ending.signal);
  ending.abort();
  await Promise.all([...pages, other]);
  const next = feed.wait();
  await aMoment();
  await feed.grow();
  assert.equal((await next).events.length, 1);
});
