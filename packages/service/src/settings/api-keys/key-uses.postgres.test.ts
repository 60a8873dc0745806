import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createTestDatabase } from '../../../testing/database.ts';
import { createKeyUseWriter, createSecretUses } from './last-uses.postgres.ts';

test('processes that write the uses of the same keys at once do not wait for each other in a circle', async () => {
  const at = await createTestDatabase();
  const write = createKeyUseWriter(at.database);
  const tenantId = randomUUID();
  const keyIds = Array.from({ length: 2_000 }, () => randomUUID());
  for (let round = 1; round <= 5; round += 1) {
    const lastUsedAt = new Date(round * 1_000);
    const now = keyIds.map((keyId) => ({
      tenantId,
      keyId,
      secretId: keyId,
      lastUsedAt,
      address: '192.0.2.1',
      userAgent: undefined,
    }));
    await Promise.all([write(now), write(now.toReversed()), write(now), write(now.toReversed())]);
  }
  const [row] = await at.database.query<{ last: Date }>(
    'select min(last_used_at) as last from api_key_uses',
  );
  assert.equal(row?.last.getTime(), 5_000);
  await at.close();
});

test('each secret keeps the place of its last use, and the key the time of the later one', async () => {
  const at = await createTestDatabase();
  const write = createKeyUseWriter(at.database);
  const [tenantId, keyId, old, young] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const use = (secretId: string, seconds: number, address: string) => ({
    tenantId,
    keyId,
    secretId,
    lastUsedAt: new Date(seconds * 1_000),
    address,
    userAgent: undefined,
  });
  await write([use(old, 1, '192.0.2.1'), use(young, 3, '192.0.2.3')]);
  // Another process is late with an earlier use.
  await write([use(young, 2, '192.0.2.2')]);
  const uses = await createSecretUses(at.database)(tenantId, keyId);
  const addresses = new Map(uses.map(({ secretId, address }) => [secretId, address]));
  assert.deepEqual([addresses.get(old), addresses.get(young)], ['192.0.2.1', '192.0.2.3']);
  const [row] = await at.database.query<{ last: Date }>(
    'select last_used_at as last from api_key_uses',
  );
  assert.equal(row?.last.getTime(), 3_000);
  await at.close();
});
