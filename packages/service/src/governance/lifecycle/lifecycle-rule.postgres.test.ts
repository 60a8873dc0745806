// The rule of the lifecycle beside changes that end while it reads.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAdvance, type Advance } from '../../../testing/governance.ts';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';
import { lockAssessment } from '../governed-groups.postgres.ts';
import { readGroupFacts } from '../group-facts.postgres.ts';
import { createLifecycleRule } from './lifecycle-rule.postgres.ts';

const dayMs = 86_400_000;
let service: TestService;
let governance: Advance;
let tenant: TestTenant;

before(async () => {
  service = await startTestService();
  governance = createAdvance(service);
  tenant = await service.addTenant();
});
after(() => service.close());

const lifecycleOf = async (teamId: string) => {
  const { body } = await service.call(tenant, `/teams/${teamId}`);
  return body as { state: string; lifecycle: { expiresAt: string; outcome: string | null } };
};

test('a group that becomes writable while the tick reads it keeps the day until which it was renewed', async () => {
  const { database } = service.at;
  await governance.setLifecycle(tenant, {
    expires: { after: 'P1Y' },
    callerMaySet: true,
    deleteAfterArchived: 'P60D',
  });
  const teamId = await governance.create(tenant, teamRequest('between'));
  await governance.advance(tenant, 400);
  const key = { tenantId: tenant.tenantId, teamId };
  // The tick has read that the group is archived …
  const asRead = await readGroupFacts(database, [key]);
  assert.equal(asRead[0]?.state, 'archived');
  // … when a renewal makes it writable, and its operation ends …
  const until = new Date((await governance.now(tenant)).getTime() + 100 * dayMs).toISOString();
  const { status } = await service.call(tenant, `/teams/${teamId}/renewal`, {
    method: 'POST',
    body: { until },
  });
  assert.equal(status, 200);
  await governance.settled(tenant);
  assert.equal((await lifecycleOf(teamId)).state, 'active');
  // … before the tick reads the facts of the rule.
  const rule = createLifecycleRule({ settingsOf: () => undefined });
  const answers = await database.transaction(async (transaction) => {
    await lockAssessment(transaction, key);
    const given = await rule.assess(transaction, asRead);
    for (const { write } of given) await write?.(transaction);
    return given;
  });
  assert.ok(answers[0]?.dueAt != null, 'the group is looked at again');
  await governance.runDue(tenant);
  await governance.advance(tenant, 1);
  const { state, lifecycle } = await lifecycleOf(teamId);
  assert.deepEqual([state, lifecycle.expiresAt, lifecycle.outcome], ['active', until, null]);
});
