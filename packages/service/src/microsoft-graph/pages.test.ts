// Lists without an end, as what answers at an address that an administrator gave may have them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answeringWith } from '../../testing/answering-graph.ts';
import { systemClock } from '../ground/clock.ts';
import { DirectoryError } from '../directory/directory.ts';
import { readPages } from './pages.ts';

const root = 'https://graph.microsoft.com/v1.0';
const call = { signal: new AbortController().signal, teamId: 'pages' };
const groupId = '99999999-9999-4999-8999-999999999999';
const isTooLong = (error: unknown) =>
  error instanceof DirectoryError && error.code === 'unavailable' && /too long/.test(error.message);

/** Each page has these entries, and another after it. */
function endless(entries: readonly object[]) {
  const body = JSON.stringify({ value: entries, '@odata.nextLink': `${root}/next` });
  return answeringWith(() => ({ body }), systemClock);
}

test('a list of people without an end is not read into memory', async () => {
  const person = { id: groupId, '@odata.type': '#microsoft.graph.user' };
  const { directory, requests } = endless(Array.from({ length: 100_000 }, () => person));
  await assert.rejects(directory.findMembers(groupId, call), isTooLong);
  assert.ok(requests.length <= 10, `${requests.length} requests`);
});

test('a list of channels without an end is not read into memory', async () => {
  const channel = { id: 'channel', displayName: 'General', description: 'd'.repeat(1_024) };
  const { directory, requests } = endless(Array.from({ length: 4_000 }, () => channel));
  await assert.rejects(directory.listChannels(groupId, call), isTooLong);
  assert.ok(requests.length <= 5, `${requests.length} requests`);
});

test('texts of a channel that are longer than Teams allows are cut', async () => {
  const long = 'd'.repeat(1_000_000);
  const channel = {
    id: 'channel',
    displayName: long,
    description: long,
    webUrl: `https://${long}`,
  };
  const { directory } = answeringWith(
    () => ({ body: JSON.stringify({ value: [channel, { ...channel, id: long }] }) }),
    systemClock,
  );
  const channels = await directory.listChannels(groupId, call);
  assert.equal(channels?.length, 1);
  assert.ok(JSON.stringify(channels).length < 10_000);
});

test('empty pages without an end are given up', async () => {
  let requests = 0;
  const client = {
    root,
    async call() {
      requests += 1;
      const body = { value: [], '@odata.nextLink': `${root}/next` };
      return { status: 200, body, error: { code: '', message: '' } } as never;
    },
  };
  await assert.rejects(async () => {
    const list = { name: 'groups.people', method: 'GET', path: '/first' } as const;
    for await (const _ of readPages(client, list, call));
  }, isTooLong);
  assert.equal(requests, 5_000);
});
