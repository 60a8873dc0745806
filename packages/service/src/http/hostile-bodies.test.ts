// Bodies designed to be costly: every body gets a problem that names the fault, and no body delays other
// callers for long.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';
import { assertShortTurns, broad, dearBodies } from '../../testing/dear-bodies.ts';
import { everyNth } from '../../testing/drawn.ts';
import { startTestService, type TestService, type TestTenant } from '../../testing/service.ts';
import { adminRoutesRefuse, publicRoutesRefuse } from '../../testing/wrong-bodies.ts';

let service: TestService;
let tenant: TestTenant;
let other: TestTenant;
let admin: AdminService;
before(async () => {
  service = await startTestService();
  tenant = await service.addTenant();
  other = await service.addTenant();
  admin = await startAdminService();
});
after(async () => {
  await service.close();
  const errors = admin.log.filter((line) => /"level":(?:50|60)/.test(line));
  await admin.close();
  assert.deepEqual(errors, [], 'Bad input was taken for a fault of ours.');
});

test('a body with any number of faults in any order is refused as the caller’s, by every public route', async () => {
  await publicRoutesRefuse(service.address, tenant, 3);
});

test('a body with any number of faults in any order is never taken for our own, by any route of the admin API', async () => {
  await adminRoutesRefuse(admin, 2);
});

test('an unauthenticated caller gets 20 faults at most', async () => {
  const guest = new AdminClient(admin);
  const link = await guest.call('POST', 'sign-in/link', broad(60));
  const token = await fetch(`${service.address}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(broad(60)),
  });
  for (const { errors, detail } of [link.body, await token.json()]) {
    assert.equal(errors.length, 20);
    assert.match(detail, /there are 4\d more\.$/);
  }
});

test('wrong links are slowed down, and no good link of the same address is', async () => {
  const guest = new AdminClient(admin);
  const signInBy = async (link: string) => (await new AdminClient(admin).signInBy(link)).status;
  for (let count = 0; count < 40; count++) {
    assert.equal(await signInBy(await admin.signInLink('ada@nordlicht.example')), 200);
  }
  const old: string[] = [];
  for (let count = 0; count < 40; count++) {
    old.push(await admin.signInLink('ada@nordlicht.example'));
  }
  admin.clock.offsetMs = 16 * 60_000;
  for (const link of old) assert.equal(await signInBy(link), 403);
  admin.clock.offsetMs = 0;
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const answer = await guest.call('POST', 'sign-in/link', { token: 'A'.repeat(43) });
      assert.ok(answer.status !== 429 || Number(answer.headers.get('retry-after')) >= 1);
      return answer.status;
    }),
  );
  const wrong = statuses.filter((status) => status === 403).length;
  assert.ok(wrong >= 30 && wrong <= 31, `${wrong}`);
  assert.equal(await signInBy(await admin.signInLink('ada@nordlicht.example')), 200);
});

test('unknown tenants are slowed down, and the sign-in of a known one is not', async () => {
  const lookAt = async (tenantId: string, path = 'sign-in') =>
    (await fetch(`${admin.adminUrl}/api/${tenantId}/${path}`, { redirect: 'manual' })).status;
  const statuses = await Promise.all(Array.from({ length: 40 }, () => lookAt(randomUUID())));
  const known = statuses.filter((status) => status === 200).length;
  assert.ok(known >= 30 && known <= 31, `${known}`);
  assert.ok(statuses.includes(429));
  assert.equal(await lookAt(randomUUID(), 'sign-in/provider'), 429);
  assert.equal(await lookAt(admin.tenantId), 200);
  assert.equal(await lookAt(admin.tenantId, 'sign-in/provider'), 404);
});

test('no body keeps the event loop for more than 50 ms of processor time in one turn', async () => {
  await assertShortTurns(everyNth(dearBodies, 3), service.address, other);
});
