// Reads that take long, of one tenant, are no standstill for all: each test makes a table wait, asks for much that
// is in it, and meanwhile for what is not.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { AdminClient } from '../../testing/admin-client.ts';
import { type AdminService, startAdminService } from '../../testing/admin-service.ts';

const readsAtOnce = 30;

let service: AdminService;
let other: AdminClient;

before(async () => {
  service = await startAdminService();
  other = await AdminClient.signedIn(service, 'ada@nordlicht.example');
});
after(() => service.close());

function requestToken(keyId: string, secret: string) {
  return fetch(`${service.baseUrl}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: service.tenantId, keyId, secret }),
  });
}

async function assertOthersAreAnsweredWhile(
  table: string,
  read: () => Promise<{ status: number }>,
): Promise<void> {
  let reads: Promise<{ status: number }>[] = [];
  await service.database.transaction(async (transaction) => {
    await transaction.query(`lock table ${table} in access exclusive mode`);
    reads = Array.from({ length: readsAtOnce }, read);
    // Longer than a copy of the configuration counts as fresh.
    await pause(1_200);
    const answers = await Promise.all([
      fetch(`${service.baseUrl}/readyz`),
      requestToken(service.tenantId, 'wrong'),
      other.call('POST', 'api-keys', { name: 'Meanwhile' }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 401, 201],
    );
  });
  assert.ok((await Promise.all(reads)).every(({ status }) => status === 200));
}

test('however much a reader of the admin center asks for at once, everyone else is answered', async () => {
  const reader = await AdminClient.signedIn(service, 'rea@nordlicht.example', 'reader');
  await assertOthersAreAnsweredWhile('sandbox_people', () => reader.get('directory/people'));
});

test('however many lists a caller asks for at once, everyone else is answered', async () => {
  const { body } = await other.call('POST', 'api-keys', { name: 'Lists' });
  const token = await requestToken(body.key.keyId, body.secret);
  const { accessToken } = (await token.json()) as { accessToken: string };
  const organisation = { name: 'Aare', identifier: 'aare' };
  assert.equal((await other.call('POST', 'organisations', organisation)).status, 201);
  for (const path of ['teams', 'events']) {
    await assertOthersAreAnsweredWhile('teams', () =>
      fetch(`${service.baseUrl}/${path}`, { headers: { authorization: `Bearer ${accessToken}` } }),
    );
  }
});
