import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnsweredRequest } from '../../ground/answered-request.ts';
import { createManualTimers } from '../../../testing/manual-timers.ts';
import { keepable } from './keepable.ts';
import { createRequestLog, type DropReason, type KeyCalls, type LogEntry } from './request-log.ts';

const request: AnsweredRequest = {
  tenantId: 'tenant',
  apiKeyId: 'key',
  isProved: true,
  requestId: 'request',
  method: 'GET',
  route: '/teams/:teamId',
  status: 200,
  durationMs: 1,
  address: '192.0.2.1',
  userAgent: 'ERP/1',
  groupId: undefined,
  refusal: null,
  body: undefined,
};

function logOf(write?: () => Promise<void>) {
  const clock = createManualTimers();
  const entries: LogEntry[] = [];
  const calls: KeyCalls[] = [];
  const dropped: Record<DropReason, number> = { rate: 0, memory: 0, write: 0 };
  const errors: unknown[] = [];
  const log = createRequestLog({
    async write(some, counted) {
      await write?.();
      entries.push(...some);
      calls.push(...counted);
    },
    isTemporary: (error) => error instanceof RangeError,
    onDropped: (reason, count) => (dropped[reason] += count),
    onError: (error) => errors.push(error),
    clock,
    steadyClock: clock,
  });
  log.start();
  return { log, clock, entries, calls, dropped, errors };
}

test('a burst beyond the bound is dropped and counted, refused requests last, and the calls are counted in full', async () => {
  const { log, clock, entries, calls, dropped } = logOf();
  for (let tenant = 0; tenant < 4; tenant += 1) {
    for (let n = 0; n < 2_000; n += 1) log.record({ ...request, tenantId: `tenant ${tenant}` });
    await clock.pass(1_000);
  }
  const reads = entries.length;
  assert.ok(reads < 8_000);
  assert.equal(dropped.rate, 8_000 - reads);
  const refusal = { code: 'not_found', detail: 'There is nothing here.', errors: [] };
  log.record({ ...request, tenantId: 'tenant 5', status: 404, refusal });
  await clock.pass(1_000);
  assert.equal(entries.at(-1)?.code, 'not_found');
  assert.equal(
    calls.reduce((sum, one) => sum + one.calls, 0),
    8_001,
  );
  assert.equal(
    calls.reduce((sum, one) => sum + one.refused, 0),
    1,
  );
});

test('of a key that callers only name, few requests are kept, and none counts as a call', async () => {
  const { log, clock, entries, calls, dropped } = logOf();
  const named = { ...request, isProved: false, status: 401, method: 'POST', route: '/token' };
  for (let n = 0; n < 5_000; n += 1) log.record(named);
  log.record({ ...named, apiKeyId: 'other' });
  await clock.pass(1_000);
  assert.equal(entries.length, 31);
  assert.equal(dropped.rate, 4_970);
  assert.deepEqual(calls, []);
});

test('entries wait while the database is away, up to a bound, and are not written twice', async () => {
  let isAway = true;
  const { log, clock, entries, calls, dropped } = logOf(() =>
    isAway ? Promise.reject(new RangeError('away')) : Promise.resolve(),
  );
  for (let round = 0; round < 2; round += 1) {
    for (let n = 0; n < 10; n += 1) log.record({ ...request, requestId: `${round} ${n}` });
    await clock.pass(1_000);
  }
  assert.equal(entries.length, 0);
  isAway = false;
  await clock.pass(1_000);
  assert.equal(new Set(entries.map(({ requestId }) => requestId)).size, 20);
  assert.equal(entries.length, 20);
  assert.equal(calls[0]?.calls, 20);
  assert.deepEqual(dropped, { rate: 0, memory: 0, write: 0 });
});

test('entries that the database refuses are dropped and counted, and later ones are written', async () => {
  let isRefusing = true;
  const { log, clock, entries, dropped, errors } = logOf(() =>
    isRefusing ? Promise.reject(new Error('refused')) : Promise.resolve(),
  );
  log.record(request);
  await clock.pass(1_000);
  isRefusing = false;
  log.record(request);
  await clock.pass(1_000);
  assert.equal(dropped.write, 1);
  assert.equal(errors.length, 1);
  assert.equal(entries.length, 1);
});

test('what is kept of a body has no secrets, a bounded size, and no text that cannot be stored', () => {
  const secret = `gwk_${'a'.repeat(49)}`;
  const { value, isCut } = keepable({
    displayName: 'Project \0\uD800',
    clientSecret: 'hunter2',
    nested: [{ Password: 'x', note: `use ${secret}` }, `Bearer ${'b'.repeat(20)}`],
    isTokenBound: true,
  });
  assert.deepEqual(value, {
    displayName: 'Project \uFFFD\uFFFD',
    clientSecret: '[removed]',
    nested: [{ Password: '[removed]', note: '[removed]' }, '[removed]'],
    isTokenBound: true,
  });
  assert.equal(isCut, false);
  const large = keepable({ members: Array.from({ length: 10_000 }, () => 'x'.repeat(10_000)) });
  assert.equal(large.isCut, true);
  assert.ok(JSON.stringify(large.value).length < 20_000);
  const deep = keepable(JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`));
  assert.equal(deep.isCut, true);
  assert.deepEqual(keepable({ ['x'.repeat(2_000)]: secret }).value, {
    ['x'.repeat(500)]: '[removed]',
  });
});

test('bytes that nobody has read as JSON are not kept, however many they are', () => {
  const { value, isCut, characters } = keepable(Buffer.alloc(16 * 1024 * 1024, '"'));
  assert.deepEqual({ value, isCut, characters }, { value: null, isCut: true, characters: 0 });
});
