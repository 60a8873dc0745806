import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createTestDatabase } from '../../testing/database.ts';
import { startTestService } from '../../testing/service.ts';
import type { Database } from '../postgres/database.ts';

test('a list of endpoints reads how the deliveries of all went by one statement', async () => {
  const at = await createTestDatabase();
  let reads = 0;
  const database: Database = {
    ...at.database,
    query(query, values) {
      const text = typeof query === 'string' ? query : query.text;
      if (text.includes('next_attempt_at')) reads += 1;
      return at.database.query(query, values);
    },
  };
  const service = await startTestService({ ROLES: 'api' }, { at, deps: { database } });
  const tenant = await service.addTenant();
  const { tenantId } = tenant;
  const endpointIds = Array.from({ length: 12 }, () => randomUUID()).toSorted();
  await at.database.query(
    `insert into webhook_endpoints (tenant_id, endpoint_id, url, description, signing_keys, created_at, created_by, position)
    select $1, endpoint_id, 'https://x.example', '', '[]', now() + n * interval '1 second', 'test', 0
    from unnest($2::uuid[]) with ordinality as e (endpoint_id, n)`,
    [tenantId, endpointIds],
  );
  await at.database.query(
    `insert into webhook_attempts
      (tenant_id, endpoint_id, position, event_id, event_type, attempted_at, duration_ms, outcome)
    select $1, endpoint_id, k, 'e', 't', now(), 1, case k when 1 then 'refused' else 'delivered' end
    from unnest($2::uuid[]) with ordinality as e (endpoint_id, n), generate_series(1, n::integer) k`,
    [tenantId, endpointIds],
  );
  const { status, body } = await service.call(
    tenant,
    `/admin/api/${tenantId}/webhooks?offset=2&limit=5`,
  );
  assert.equal(status, 200, JSON.stringify(body));
  const { items, total } = body as {
    items: { endpointId: string; health: { attempts: number; delivered: number } }[];
    total: number;
  };
  assert.equal(total, endpointIds.length);
  assert.deepEqual(
    items.map(({ endpointId, health: { attempts, delivered } }) => ({
      endpointId,
      attempts,
      delivered,
    })),
    endpointIds
      .slice(2, 7)
      .map((endpointId, n) => ({ endpointId, attempts: n + 3, delivered: n + 2 })),
  );
  assert.equal(reads, 1);
  await service.close();
  await at.close();
});
