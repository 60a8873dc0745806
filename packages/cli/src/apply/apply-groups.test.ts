import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createClient, type Client } from '@groupwright/client';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../../service/testing/service.ts';
import { applyGroups, type GroupResult } from './apply-groups.ts';
import type { NamedEntry } from './plan-groups.ts';
import { planGroups } from './plan-groups.ts';

let at: TestService;
let tenant: TestTenant;
/** Paths of the requests that were sent, without their queries. */
let sent: string[];
/** Requests that come to nothing, as if the line broke. */
let broken: (path: string) => boolean = () => false;
let client: Client;

before(async () => {
  at = await startTestService();
  tenant = await at.addTenant();
  client = createClient({
    baseUrl: at.address,
    accessToken: () => tenant.token,
    retry: { maxAttempts: 1 },
    async fetch(input, init) {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      sent.push(pathname);
      if (broken(pathname)) throw new TypeError('the line broke');
      return fetch(input, init);
    },
  });
});
after(() => at.close());

function entryOf(alias: string, more: object = {}): NamedEntry {
  const request = { ...teamRequest(alias), ...more } as NamedEntry['request'];
  return { request, named: new Set(), locationOf: () => ({ line: 1, column: 1 }) };
}

const { signal } = new AbortController();
const entriesOf = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => entryOf(`${name}-${index}`));

async function apply(entries: readonly NamedEntry[]): Promise<GroupResult[]> {
  sent = [];
  const options = { concurrency: 8, signal };
  const planned = await planGroups(client, entries, { ...options, check: false });
  sent = [];
  return applyGroups(client, planned, { ...options, wait: true });
}

const outcomes = (results: readonly GroupResult[]) => results.map(({ outcome }) => outcome);

describe('applying many groups', () => {
  it('creates them in bulk and follows all by one feed, so that requests hardly grow with groups', async () => {
    const results = await apply(entriesOf('bulk', 120));
    assert.deepEqual(new Set(outcomes(results)), new Set(['created']));
    assert.equal(results.length, 120);
    assert.equal(sent.filter((path) => path === '/teams/bulk').length, 3);
    const others = sent.filter((path) => path !== '/teams/bulk');
    assert.deepEqual(new Set(others), new Set(['/events']));
    assert.ok(others.length < 60, `${others.length} requests for events`);
    const again = await apply(entriesOf('bulk', 120));
    assert.deepEqual(new Set(outcomes(again)), new Set(['there']));
  });

  it('reports each refusal and each failed creation beside the groups that were created', async () => {
    const results = await apply([
      entryOf('mixed-1'),
      entryOf('mixed-2', { templateIdOrIdentifier: 'nowhere' }),
      entryOf('mixed-3', { members: ['nobody@aare.example'] }),
      entryOf('mixed-4'),
    ]);
    assert.deepEqual(outcomes(results), ['created', 'refused', 'failed', 'created']);
    const [, refused, failed] = results;
    assert.ok(refused !== undefined && 'code' in refused && refused.code === 'validation_failed');
    assert.ok(failed !== undefined && 'code' in failed && failed.code === 'people_not_found');
  });

  it('finds a group that another run created after the plan', async () => {
    const entries = [entryOf('raced-1'), entryOf('raced-2')];
    const planned = await planGroups(client, entries, { concurrency: 8, signal, check: false });
    const { body } = await at.call(tenant, '/teams', {
      method: 'POST',
      body: teamRequest('raced-1'),
    });
    const results = await applyGroups(client, planned, { concurrency: 8, signal, wait: true });
    assert.deepEqual(outcomes(results), ['there', 'created']);
    assert.equal(results[0]?.teamId, (body as { teamId: string }).teamId);
  });

  it('continues to follow where the feed broke off', async () => {
    let breaks = 2;
    broken = (path) => path === '/events' && sent.length > 2 && breaks-- > 0;
    const results = await apply(entriesOf('broken', 3));
    broken = () => false;
    assert.ok(breaks <= 0, 'the feed never broke');
    assert.deepEqual(outcomes(results), ['created', 'created', 'created']);
  });
});
