import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createTestDatabase } from '../../testing/database.ts';
import { createKeyUseWriter } from './key-uses.postgres.ts';

test('processes that write the uses of the same keys at once do not wait for each other in a circle', async () => {
  const at = await createTestDatabase();
  const write = createKeyUseWriter(at.database);
  const tenantId = randomUUID();
  const keyIds = Array.from({ length: 2_000 }, () => randomUUID());
  for (let round = 1; round <= 5; round += 1) {
    const lastUsedAt = new Date(round * 1_000);
    const now = keyIds.map((keyId) => ({ tenantId, keyId, lastUsedAt }));
    await Promise.all([write(now), write(now.toReversed()), write(now), write(now.toReversed())]);
  }
  const [row] = await at.database.query<{ last: Date }>(
    'select min(last_used_at) as last from api_key_uses',
  );
  assert.equal(row?.last.getTime(), 5_000);
  await at.close();
});
