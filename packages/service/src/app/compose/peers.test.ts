// Two processes on one database, of which one only answers callers and the other only works. The polls that cover lost
// announcements never come here, so what the one learns of the other it learns by an announcement.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { startTestService, teamRequest, type TestService } from '../../../testing/service.ts';
import { systemClock, type Clock, type Timers } from '../../ground/clock.ts';

/** It belongs to statuses and heads. */
const polls = new Set([400]);
const withoutPolls: Clock & Timers = {
  now: () => systemClock.now(),
  after: (milliseconds, callback) =>
    polls.has(milliseconds) ? () => undefined : systemClock.after(milliseconds, callback),
};

let at: TestDatabase;
let api: TestService;
let worker: TestService;

before(async () => {
  at = await createTestDatabase({ maxConnections: 20 });
  worker = await startTestService({ ROLES: 'worker' }, { at, deps: { hasPeers: true } });
  api = await startTestService(
    { ROLES: 'api' },
    { at, deps: { hasPeers: true, clock: withoutPolls } },
  );
});
after(async () => {
  await api.close();
  await worker.close();
  await at.close();
});

test('callers learn of statuses and events of another process without polling', async () => {
  const tenant = await api.addTenant();
  const groups = async () => {
    const { body } = await api.call(tenant, '/organisations/aare');
    return (body as { groups: string[] }).groups;
  };
  assert.deepEqual(await groups(), []);
  const feed = api.call(tenant, '/events?after=latest', { headers: { prefer: 'wait=60' } });
  const created = await api.call(tenant, '/teams', {
    method: 'POST',
    body: teamRequest('announced'),
    headers: { prefer: 'wait=60' },
  });
  const { status, teamId } = created.body as { status: string; teamId: string };
  assert.equal(status, 'succeeded');
  assert.deepEqual(await groups(), [teamId]);
  const { items } = (await feed).body as { items: { type: string }[] };
  assert.ok(items.length > 0);
});
