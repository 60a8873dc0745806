import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Database } from '../../postgres/database.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { nodesOf, type PlanRow } from '../../../testing/query-plan.ts';
import { createRequestBrowser } from './browse-requests.postgres.ts';

test('a page of a large log is read by an index, whatever the filter', async () => {
  const at = await createTestDatabase();
  const { database } = at;
  const [tenantId, keyId] = [randomUUID(), randomUUID()];
  await database.query(
    `insert into request_log (tenant_id, occurred_at, api_key_id, method, route, status, request_id, duration_ms,
       address, group_id, code, is_body_cut)
     select $1, now(), case when n % 10 = 0 then $2::uuid else gen_random_uuid() end, 'GET', '/teams', 
       case when n % 50 = 0 then 422 else 200 end, n::text, 1, '', case when n % 500 = 0 then $2::uuid end,
       case when n % 50 = 0 then 'validation_failed' end, false
     from generate_series(1, 10000) n`,
    [tenantId, keyId],
  );
  await at.analyze('request_log');
  const filters = [
    {},
    { apiKeyId: keyId },
    { outcome: 'refused' },
    { apiKeyId: keyId, outcome: 'refused' },
    { status: 422 },
    { code: 'validation_failed' },
    { requestId: '500' },
    { groupId: keyId },
  ] as const;
  for (const filter of filters) {
    let read = 0;
    let plan = '';
    const explained: Database = {
      ...database,
      async query(query, values) {
        const text = typeof query === 'string' ? query : query.text;
        const [row] = await database.query<PlanRow>(
          `explain (analyze, format json) ${text}`,
          values,
        );
        const nodes = nodesOf(row?.['QUERY PLAN'][0].Plan ?? { 'Node Type': '' });
        plan = JSON.stringify(row);
        assert.ok(!nodes.some((node) => node['Node Type'] === 'Seq Scan'), JSON.stringify(filter));
        read = Math.max(
          ...nodes.map((node) => (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)),
        );
        return [];
      },
    };
    await createRequestBrowser(explained).read(tenantId, filter, {
      beforeId: undefined,
      limit: 51,
    });
    assert.ok(read <= 60, `${JSON.stringify(filter)} read ${read} rows: ${plan}`);
  }
  await at.close();
});
