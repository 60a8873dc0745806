import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testAcceptance } from '../../../testing/acceptance.ts';
import { createTestDatabase, openAsOwner } from '../../../testing/database.ts';
import { nodesOf, type PlanRow } from '../../../testing/query-plan.ts';
import type { Queryable } from '../../postgres/database.ts';
import { createAcceptanceStore } from './create-team.postgres.ts';
import { createReadOldestWaiting } from './waiting-creations.postgres.ts';

test('the oldest waiting creation is found by one row, however many wait and whatever the planner knows of them', async () => {
  const at = await createTestDatabase();
  const owner = openAsOwner(at.settings, { maxConnections: 1 });
  const first = testAcceptance('first');
  await createAcceptanceStore(at.database).accept(first);
  const add = (rows: number) =>
    owner.query(
      `insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at)
       select $1, uuidv7(), 'accepted', true, now(), now() from generate_series(1, $2::int)`,
      [first.tenantId, rows],
    );
  // Statistics from when none waited, and an index of unfinished ones that is smaller than that of due times.
  await owner.query('alter table provisionings set (autovacuum_enabled = false)');
  await add(20_000);
  await owner.query(`update provisionings set status = 'succeeded', waiting = false`);
  await owner.query('reindex index provisionings_unfinished');
  await at.analyze('provisionings');
  await add(2_000);
  let rows: number[] = [];
  const explained: Queryable = {
    async query(query, values) {
      const text = typeof query === 'string' ? query : query.text;
      const [row] = await at.database.query<PlanRow>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      );
      rows = nodesOf(row?.['QUERY PLAN'][0].Plan ?? { 'Node Type': '' })
        .filter((node) => node['Relation Name'] === 'provisionings')
        .map((node) => (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0));
      return [];
    },
  };
  await createReadOldestWaiting(explained)([first.tenantId]);
  assert.deepEqual(rows, [1]);
  await owner.close();
  await at.close();
});
