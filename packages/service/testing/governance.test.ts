// The clock that tests put forward.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addNotices } from '../src/messages/notices/notices.postgres.ts';
import { afterMessages, createAdvance } from './governance.ts';
import { startTestService, testPeople } from './service.ts';

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
