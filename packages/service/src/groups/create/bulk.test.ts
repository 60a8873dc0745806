import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { testCaller } from '../../../testing/caller.ts';
import { createBulkCreation } from './create-teams.ts';

let running: TestService;
let tenant: TestTenant;

before(async () => {
  running = await startTestService();
  tenant = await running.addTenant();
});
after(() => running.close());

interface Answer {
  accepted: number;
  refused: number;
  items: {
    index: number;
    status: string | null;
    teamId: string | null;
    statusUrl: string | null;
    error: { code: string; status: number; errors?: { pointer: string }[] } | null;
  }[];
}

async function send(body: string, mediaType = 'application/json', key?: string) {
  const response = await fetch(`${running.address}/teams/bulk`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${tenant.token}`,
      'content-type': mediaType,
      ...(key !== undefined && { 'idempotency-key': `"${key}"` }),
    },
    body,
  });
  return { status: response.status, body: (await response.json()) as Answer };
}

const mixed = (prefix: string) => [
  teamRequest(`${prefix}-1`),
  teamRequest(`${prefix} 2`),
  teamRequest(`${prefix}-3`, { templateIdOrIdentifier: 'nothing' }),
  teamRequest(`${prefix}-1`),
  { displayName: 7 },
  null,
  teamRequest(`${prefix}-7`),
];

function outcomes({ items }: Answer) {
  return items.map(({ status, error }) => status ?? error?.code);
}

const expected = [
  'accepted',
  'validation_failed',
  'validation_failed',
  'mail_nickname_taken',
  'validation_failed',
  'validation_failed',
  'accepted',
];

suite('bulk', () => {
  test('each entry of an array has its own result, and a bad one harms no other', async () => {
    const { status, body } = await send(JSON.stringify(mixed('array')));
    assert.equal(status, 200);
    assert.deepEqual(outcomes(body), expected);
    assert.deepEqual([body.accepted, body.refused], [2, 5]);
    assert.deepEqual(
      body.items.map(({ index }) => index),
      [0, 1, 2, 3, 4, 5, 6],
    );
    assert.equal(body.items[1]?.error?.errors?.[0]?.pointer, '/mailNickName');
    for (const item of body.items.filter((one) => one.teamId !== null)) {
      const path = `/teams/${item.teamId}/status`;
      assert.ok(item.statusUrl?.endsWith(path));
      assert.equal((await running.call(tenant, path)).status, 200);
    }
  });

  test('each entry is answered with what it would be answered on its own', async () => {
    const { body } = await send(JSON.stringify(mixed('own').slice(1, 3)));
    for (const [index, entry] of mixed('own').slice(1, 3).entries()) {
      const alone = await running.call(tenant, '/teams', { method: 'POST', body: entry });
      const { requestId: _, ...problem } = alone.body as Record<string, unknown>;
      assert.deepEqual(body.items[index]?.error, problem);
    }
  });

  test('JSON lines work alike, and an unreadable line harms no other', async () => {
    const lines = mixed('lines').map((entry) => JSON.stringify(entry));
    const text = [...lines, '', '{"displayName": "half', '{"a":1,"a":2}'].join('\r\n');
    for (const mediaType of ['application/jsonl', 'application/x-ndjson; charset=utf-8']) {
      const { status, body } = await send(
        text.replaceAll('lines', mediaType.slice(12, 14)),
        mediaType,
      );
      assert.equal(status, 200);
      assert.deepEqual(outcomes(body), [...expected, 'malformed_json', 'malformed_json']);
    }
  });

  test('with an Idempotency-Key a repeated bulk makes no second group, and tries the refused again', async () => {
    const entries = [teamRequest('again-1'), teamRequest('again 2'), teamRequest('again-3')];
    const first = await send(JSON.stringify(entries), 'application/json', 'k1');
    assert.deepEqual(outcomes(first.body), ['accepted', 'validation_failed', 'accepted']);
    entries[1] = teamRequest('again-2');
    const second = await send(JSON.stringify(entries), 'application/json', 'k1');
    assert.equal(second.body.items[0]?.teamId, first.body.items[0]?.teamId);
    assert.equal(second.body.items[1]?.status, 'accepted');
    assert.equal(second.body.items[2]?.teamId, first.body.items[2]?.teamId);

    entries[0] = teamRequest('another');
    const third = await send(JSON.stringify(entries), 'application/json', 'k1');
    assert.equal(third.body.items[0]?.error?.code, 'idempotency_key_reused');
    assert.equal(third.body.items[2]?.teamId, first.body.items[2]?.teamId);

    const alone = await running.call(tenant, '/teams', {
      method: 'POST',
      body: teamRequest('same-key'),
      headers: { 'idempotency-key': '"k1"' },
    });
    assert.equal(alone.status, 200, 'a separate creation may use the same key');
  });

  test('a thousand creations are accepted at once, and one more is refused as a whole', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => teamRequest(`many-${index}`));
    const refused = await send(JSON.stringify(many));
    assert.equal(refused.status, 422);
    assert.equal(
      (await send(many.map((one) => JSON.stringify(one)).join('\n'), 'application/jsonl')).status,
      422,
    );
    const { status, body } = await send(JSON.stringify(many.slice(1)));
    assert.equal(status, 200);
    assert.equal(body.accepted, 1_000);
    assert.equal(new Set(body.items.map(({ teamId }) => teamId)).size, 1_000);
  });

  test('a syntax error is placed in the array as a whole, in lines and UTF-16 units', async () => {
    const cases: readonly (readonly [string, string])[] = [
      ['[{"a":1},\n {"ä😀":tru}]', 'expected a value at line 2, column 9.'],
      ['["ä😀", ]', 'expected a value at line 1, column 9.'],
      ['[{} {}]', 'expected "," or "]" at line 1, column 5.'],
      ['[{}', 'expected "," or "]" at line 1, column 4, where the body ends.'],
      ['[{}] x', 'expected the end at line 1, column 6.'],
      ['[{}}', 'expected "," or "]" at line 1, column 4.'],
    ];
    for (const [text, end] of cases) {
      const { status, body } = await send(text);
      const { detail } = body as unknown as { detail: string };
      assert.deepEqual([status, detail], [400, `The body is not valid JSON: ${end}`], text);
    }
  });

  test('what is no list of requests is refused as a whole', async () => {
    assert.equal((await send('[]')).status, 422);
    assert.equal((await send('{}')).status, 422);
    assert.equal((await send('[')).status, 400);
    assert.equal((await send('\n\n', 'application/jsonl')).status, 422);
    assert.equal((await send('[]', 'text/plain')).status, 415);
  });
});

test('the entries of a bulk are read as earlier ones are committed, so that few values are held at once', async () => {
  const commits: (() => void)[] = [];
  let most = 0;
  const createAll = createBulkCreation<string>({
    claimOf: () => undefined,
    async createTeam() {
      await new Promise<void>((resolve) => commits.push(resolve));
      return { teamId: 'team', status: 'accepted' };
    },
    beginWork: () => () => undefined,
    onError: (error) => assert.fail(String(error)),
  });
  const unread = new Set(Array.from({ length: 1000 }, (_, index) => index));
  const entries = [...unread].map((index) => ({
    // One alone is larger than all that may be in progress.
    bytes: index === 500 ? 1_000_000 : 10_000,
    read() {
      assert.ok(unread.delete(index), 'it was read before');
      return `entry ${index}`;
    },
  }));
  const { signal } = new AbortController();
  const caller = testCaller();
  const actor = { kind: 'api_key', id: caller.apiKeyId, address: '', requestId: '' } as const;
  const sender = { ...caller, holderId: caller.apiKeyId, actor, via: 'api' } as const;
  const done = createAll({ sender, entries, key: undefined, signal });
  for (let committed = 0; committed < entries.length;) {
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, commits.length);
    const now = commits.splice(0);
    committed += now.length;
    for (const commit of now) commit();
  }
  const results = await done;
  assert.ok(results.every((result) => 'accepted' in result));
  assert.deepEqual([results.length, unread.size], [1000, 0]);
  assert.ok(most > 4 && most <= 7, `${most} at once`);
});
