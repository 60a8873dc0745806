// The groups that a lifecycle archived in a span go back by its rule, as one plan, and have a new cycle.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { createAdvance, type Advance } from '../../../testing/governance.ts';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

let service: TestService;
let governance: Advance;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  governance = createAdvance(service);
  tenant = await service.addTenant();
});
after(() => service.close());

const stateOf = async (teamId: string) =>
  ((await service.call(tenant, `/teams/${teamId}`)).body as { state: string }).state;

test('groups that a lifecycle archived are active again, and the next tick leaves them so', async () => {
  await governance.setLifecycle(tenant, { expires: { after: 'P60D' } });
  const teamIds = [];
  for (const name of ['one', 'two']) {
    teamIds.push(await governance.create(tenant, teamRequest(`undo-${name}`)));
  }
  const from = new Date().toISOString();
  await governance.advance(tenant, 61);
  assert.deepEqual(await Promise.all(teamIds.map(stateOf)), ['archived', 'archived']);
  const selection = { rule: 'lifecycle', from, until: new Date(Date.now() + 1).toISOString() };
  const query = new URLSearchParams(selection).toString();
  const { body: plan } = await service.call(tenant, `/batches/undo?${query}`);
  assert.deepEqual(
    (plan as { items: { kinds: string[]; stays: object[] }[] }).items.map(({ kinds, stays }) => [
      kinds,
      stays,
    ]),
    [
      [['unarchive'], []],
      [['unarchive'], []],
    ],
  );
  const { status, body } = await service.call(tenant, '/batches/undo', {
    method: 'POST',
    body: selection,
  });
  assert.equal(status, 200, JSON.stringify(body));
  const { batchId } = body as { batchId: string };
  await eventually(async () => {
    const { body: batch } = await service.call(tenant, `/batches/${batchId}`);
    return (batch as { status: string }).status === 'completed';
  }, 'the undo is complete');
  await governance.runDue(tenant);
  await governance.settled(tenant);
  assert.deepEqual(await Promise.all(teamIds.map(stateOf)), ['active', 'active']);
});
