// Every answer that a caller waits for ends soon after the revocation of its API key.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import {
  startTestService,
  teamRequest,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../../testing/service.ts';

let service: TestService;
before(async () => {
  service = await startTestService({ ROLES: 'api' });
});
after(() => service.close());

const waits: readonly {
  what: string;
  ask: (tenant: TestTenant) => ReturnType<TestService['call']>;
}[] = [
  {
    what: 'a creation that waits for its status',
    ask: (tenant) =>
      service.call(tenant, '/teams', {
        method: 'POST',
        body: teamRequest('revoked-wait'),
        headers: { prefer: 'wait=30' },
      }),
  },
  {
    what: 'a wait for events',
    ask: (tenant) =>
      service.call(tenant, '/events?type=group.failed', { headers: { prefer: 'wait=30' } }),
  },
];

for (const { what, ask } of waits) {
  test(`${what} is refused once its key is revoked, long before its end`, async () => {
    const tenant = await service.addTenant();
    const answer = ask(tenant);
    await pause(300);
    await service.change(({ apiKeys }) =>
      apiKeys.revoke(testOperator, tenant.tenantId, tenant.keyId),
    );
    const revokedAt = performance.now();
    const { status, headers, body } = await answer;
    const tookMs = performance.now() - revokedAt;
    assert.ok(tookMs < 20_000, `${Math.round(tookMs)} ms`);
    assert.equal(status, 401);
    assert.equal((body as { code: string }).code, 'invalid_token');
    assert.equal(headers.get('location'), null);
  });
}
