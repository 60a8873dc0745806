// A script renames 1,000 groups of the simulated Graph: the rules restore none of them, until an administrator says so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../../testing/eventually.ts';
import { testSeed } from '../../../testing/seed.ts';
import { teamRequest } from '../../../testing/service.ts';
import { startServiceOnGraph } from '../../../testing/service-on-graph.ts';
import { askForReconciliation } from '../../reconciliation/reconciliation.postgres.ts';

const minuteMs = 60_000;
const count = 1_000;

test('of 1,000 groups that a script renames, none is restored', async (context) => {
  const onGraph = await startServiceOnGraph({
    seed: `script ${testSeed}`,
    speed: 60,
    env: { RECONCILIATION_INTERVAL_MINUTES: '360' },
  });
  const { at, clock, simulator, suite, person } = onGraph;
  const { tenantId } = onGraph.tenant();
  await onGraph.setPolicy({ kind: 'group', enforce: { displayName: 'restore' } });
  const people = { responsible: person(0).mail, deputy: person(1).mail, members: [] };
  const answer = (await onGraph.call(
    'POST',
    '/teams/bulk',
    Array.from({ length: count }, (_, n) => teamRequest(`script-${n}`, people)),
  )) as { items: { status: string }[] };
  assert.equal(answer.items.length, count);
  const counted = async (sql: string) => {
    const [row] = await at.database.query<{ count: number }>(
      `select count(*)::integer as count from ${sql}`,
      [tenantId],
    );
    return row?.count ?? 0;
  };
  await eventually(
    async () =>
      (await counted(`provisionings where tenant_id = $1 and status = 'succeeded'`)) === count,
    'the groups exist',
  );
  await clock.elapse(32 * minuteMs);
  await askForReconciliation(at.database, tenantId);
  await eventually(
    async () =>
      (await counted('reconciliations where tenant_id = $1 and changes_token is not null')) === 1,
    'the directory is listed',
  );
  for (const { id } of suite.groups.values()) {
    simulator.changeGroup(suite.tenantId, id, { displayName: 'By a script' });
  }
  const begunAt = clock.now();
  const writes = simulator.journal.changes.length;
  await eventually(
    async () =>
      (await counted(`team_observations where tenant_id = $1 and drift <> '[]'`)) === count,
    'the differences are seen',
  );
  context.diagnostic(`seen within ${Math.ceil((clock.now() - begunAt) / minuteMs)} minutes`);
  for (let hours = 0; hours < 6; hours += 1) {
    await clock.elapse(60 * minuteMs);
    await clock.wait(5 * minuteMs);
  }
  assert.equal(await counted(`operations where tenant_id = $1 and kind = 'repair'`), 0);
  assert.equal(simulator.journal.changes.length, writes);
  const stops = `activity where tenant_id = $1 and action = 'enforcement.stopped'`;
  assert.equal(await counted(stops), 1);
  await onGraph.close();
});
