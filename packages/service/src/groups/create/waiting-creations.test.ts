import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import {
  startTestService,
  teamRequest,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

let service: TestService;
before(async () => {
  // Nobody provisions: whatever is accepted waits.
  service = await startTestService({ ROLES: 'api', MAX_WAIT_SECONDS: '600' });
});
after(() => service.close());

const create = (tenant: TestTenant, alias: string, key = alias) =>
  service.call(tenant, '/teams', {
    method: 'POST',
    body: teamRequest(alias),
    headers: { 'idempotency-key': `"${key}"` },
  });

test('a tenant whose groups wait too long gets 429, others and repeated requests do not, and the age is a metric', async () => {
  const [busy, other] = [await service.addTenant(), await service.addTenant()];
  const failed = (await create(busy, 'failed')).body as { teamId: string };
  await service.at.database.query(
    `update provisionings set status = 'failed', waiting = false, completed_at = now(),
      error = '{"code":"internal_error","detail":"It failed."}' where tenant_id = $1 and team_id = $2`,
    [busy.tenantId, failed.teamId],
  );
  const accepted = await create(busy, 'first');
  assert.equal(accepted.status, 200);
  await service.at.database.query(
    `update provisionings set due_at = now() - interval '1 hour' where tenant_id = $1`,
    [busy.tenantId],
  );
  let refused = await create(busy, 'second-0');
  let times = 0;
  await eventually(async () => {
    refused = await create(busy, `second-${(times += 1)}`);
    return refused.status === 429;
  }, 'the service refused');
  assert.equal((refused.body as { code: string }).code, 'rate_limited');
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
  assert.deepEqual((await create(busy, 'first')).body, accepted.body);
  const retried = await service.call(busy, `/teams/${failed.teamId}/retry`, { method: 'POST' });
  assert.equal(retried.status, 429, JSON.stringify(retried.body));
  assert.match(retried.headers.get('retry-after') ?? '', /^[1-9]\d?$/);
  assert.equal((await create(other, 'first')).status, 200);
  const metrics = await (await fetch(`${service.address}/metrics`)).text();
  const age = /^groupwright_oldest_waiting_creation_seconds (\d+)/m.exec(metrics)?.[1];
  assert.ok(Number(age) >= 3_600, metrics.slice(0, 200));
});
