// The clock that tests put forward.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addNotices } from '../src/messages/notices/notices.postgres.ts';
import { afterMessages, createAdvance } from './governance.ts';
import { startTestService, testPeople } from './service.ts';

const dayMs = 86_400_000;

test('the clock of a test moves on once the messages about what another tick assessed are sent', async (t) => {
  const service = await startTestService();
  t.after(service.close);
  const tenant = await service.addTenant();
  const teamId = await service.createTeam(tenant, 'assessed');
  const [email = ''] = testPeople;
  let runs = 0;
  /** The other tick holds the group during the first run, and commits its assessment after it. */
  async function runDue(): Promise<void> {
    runs += 1;
    if (runs > 1) return service.service.runDue();
    const { tenantId } = tenant;
    const notice = { tenantId, teamId, personId: email, email, kind: 'archived' } as const;
    const at = await governance.now(tenant);
    await addNotices(service.at.database, [{ ...notice, data: {}, cause: null, at }]);
  }
  const governance = createAdvance({ ...service, service: { ...service.service, runDue } });
  await governance.setClock(tenant, afterMessages(await governance.now(tenant)));
  await governance.runDue(tenant);
  const sent = await service.at.database.query<{ state: string }>(
    'select state from notice_messages where tenant_id = $1 and person_id = $2',
    [tenant.tenantId, email],
  );
  assert.deepEqual(sent, [{ state: 'sent' }]);
});

test('an advance stops at the hour of messages of each day, whatever the time of day at which it begins', async (t) => {
  const service = await startTestService();
  t.after(service.close);
  const tenant = await service.addTenant();
  const teamId = await service.createTeam(tenant, 'told');
  const governance = createAdvance(service);
  const { tenantId } = tenant;
  const [email = ''] = testPeople;
  for (const time of ['00:30', '07:59', '12:00', '23:30']) {
    const begun = new Date((await governance.now(tenant)).getTime() + dayMs);
    const at = new Date(`${begun.toISOString().slice(0, 10)}T${time}:00Z`);
    await governance.setClock(tenant, at);
    const notice = { tenantId, teamId, personId: email, email, kind: 'archived' } as const;
    await addNotices(service.at.database, [{ ...notice, data: {}, cause: null, at }]);
    await governance.advance(tenant, 3);
    const [message] = await service.at.database.query<{ sentAt: Date }>(
      `select governance_time(tenant_id, finished_at) as sent_at from notice_messages
      where tenant_id = $1 and person_id = $2 order by finished_at desc limit 1`,
      [tenantId, email],
    );
    const waitedMs = Number(message?.sentAt) - at.getTime();
    assert.ok(waitedMs >= 0 && waitedMs < dayMs, `${time}: ${message?.sentAt.toISOString()}`);
  }
});
