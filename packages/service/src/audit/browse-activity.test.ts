import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvLine, jsonLine, readAllActivity, type ReadActivity } from './browse-activity.ts';

const entry: ReadActivity = {
  activityId: 7,
  occurredAt: new Date('2026-11-21T04:00:00Z'),
  actorKind: 'administrator',
  actorId: '=cmd|calc',
  address: null,
  requestId: 'r-1',
  action: 'api_key.created',
  subjectKind: 'api_key',
  subjectId: 'k-1',
  data: { name: 'says "hello", twice' },
  groupName: null,
};

test('a line of CSV quotes what needs it, and nothing in it is a formula to a spreadsheet', () => {
  assert.equal(
    csvLine(entry),
    `7,2026-11-21T04:00:00.000Z,administrator,'=cmd|calc,,r-1,api_key.created,api_key,k-1,"{""name"":""says \\""hello\\"", twice""}"\r\n`,
  );
});

test('no cell of an export begins a formula where the list separator is a semicolon', () => {
  const data = { name: 'a;=1+1;b; +2;＝3', note: 'x;-y' };
  const line = csvLine({ ...entry, actorId: 'a;@sum', data });
  assert.doesNotMatch(line, /;\s*[=+\-@＝＋－＠]/);
  const [, json = ''] = /"(\{.*\})"/.exec(line) ?? [];
  assert.deepEqual(JSON.parse(json.replaceAll('""', '"')), data, 'the data are the same');
});

test('a JSON line holds the same members, with null for what there is not', () => {
  const read = JSON.parse(jsonLine(entry)) as Record<string, unknown>;
  assert.equal(read['address'], null);
  assert.deepEqual(read['data'], entry.data);
  assert.equal(Object.keys(read).length, 10);
});

test('an export reads everything once, batch after batch', async () => {
  const all = Array.from({ length: 2_500 }, (_, index) => ({
    ...entry,
    activityId: 2_500 - index,
  }));
  const filter = {
    actorKind: undefined,
    actor: undefined,
    action: undefined,
    subjectId: undefined,
    from: undefined,
    until: undefined,
  };
  const reader = {
    read: async (
      _tenantId: string,
      _filter: unknown,
      page: { beforeId?: number | undefined; limit: number },
    ) => {
      const found = all.filter(
        ({ activityId }) => page.beforeId === undefined || activityId < page.beforeId,
      );
      const entries = found.slice(0, Math.min(page.limit, 700));
      return { entries, hasMore: found.length > entries.length };
    },
  };
  const ids: number[] = [];
  for await (const batch of readAllActivity(reader, 't-1', filter)) {
    ids.push(...batch.map(({ activityId }) => activityId));
  }
  assert.deepEqual(
    ids,
    all.map(({ activityId }) => activityId),
  );
});
