// A script renames 1,000 groups of the simulated Graph: the rules restore none of them, until an administrator says so.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addExistingGroups } from '../../../testing/existing-groups.ts';
import { eventually } from '../../../testing/eventually.ts';
import { testSeed } from '../../../testing/seed.ts';
import { startServiceOnGraph } from '../../../testing/service-on-graph.ts';
import { askForReconciliation } from '../../reconciliation/reconciliation.postgres.ts';

const minuteMs = 60_000;
const count = 1_000;
const patienceMs = 10 * minuteMs;

test('of 1,000 groups that a script renames, none is restored', async (context) => {
  const onGraph = await startServiceOnGraph({
    seed: `script ${testSeed}`,
    // A call has its deadline on this clock: a faster one ends calls of a busy machine.
    speed: 15,
    env: { RECONCILIATION_INTERVAL_MINUTES: '360' },
  });
  // A failure would keep the process otherwise.
  context.after(() => onGraph.close());
  const { at, clock, simulator, suite, person } = onGraph;
  const { tenantId } = onGraph.tenant();
  await onGraph.setPolicy({ kind: 'group', enforce: { displayName: 'restore' } });
  await addGoverned();

  /** The groups are there before the test: their creations would take most of its time. */
  async function addGoverned(): Promise<void> {
    const people = [person(0), person(1)];
    const ownerIds = people.map(({ id }) => id);
    const teamIds = await addExistingGroups(at.database, onGraph.tenant(), {
      prefix: 'script',
      count,
    });
    const groupIds = teamIds.map((_, n) => {
      const names = { mailNickname: `script-${n + 1}`, displayName: `Group script-${n + 1}` };
      return simulator.addWildGroup(suite.tenantId, { ...names, ownerIds }).id;
    });
    await at.database.query(
      `with known as (
        update provisionings p
        set directory_group_id = given.group_id, resolved_people = $4,
          facts = jsonb_build_object('groupId', given.group_id, 'isUnmarked', true)
        from unnest($2::uuid[], $3::text[]) as given (team_id, group_id)
        where p.tenant_id = $1 and p.team_id = given.team_id
        returning p.team_id, p.directory_group_id
      ), answering as (
        update teams set people = $5 where tenant_id = $1 and team_id = any ($2::uuid[])
      )
      update team_search s
      set group_id = k.directory_group_id, responsible_id = $6, deputy_id = $7
      from known k where s.tenant_id = $1 and s.team_id = k.team_id`,
      [
        tenantId,
        teamIds,
        groupIds,
        JSON.stringify({ ownerIds, memberIds: [] }),
        JSON.stringify({
          responsible: people[0]?.mail,
          deputy: people[1]?.mail,
          owners: [],
          members: [],
        }),
        ...ownerIds,
      ],
    );
  }

  const counted = async (sql: string) => {
    const [row] = await at.database.query<{ count: number }>(
      `select count(*)::integer as count from ${sql}`,
      [tenantId],
    );
    return row?.count ?? 0;
  };
  await clock.elapse(32 * minuteMs);
  await askForReconciliation(at.database, tenantId);
  await eventually(
    async () =>
      (await counted('reconciliations where tenant_id = $1 and changes_token is not null')) === 1,
    'the directory is listed',
    patienceMs,
  );
  await eventually(
    async () =>
      (await counted(`team_observations where tenant_id = $1 and drift = '[]'`)) === count,
    'the groups are compared',
    patienceMs,
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
    patienceMs,
  );
  context.diagnostic(`seen within ${Math.ceil((clock.now() - begunAt) / minuteMs)} minutes`);
  for (let hours = 0; hours < 6; hours += 1) {
    await clock.elapse(60 * minuteMs);
    await clock.wait(3 * minuteMs);
  }
  assert.equal(await counted(`operations where tenant_id = $1 and kind = 'repair'`), 0);
  assert.equal(simulator.journal.changes.length, writes);
  const stops = `activity where tenant_id = $1 and action = 'enforcement.stopped'`;
  assert.equal(await counted(stops), 1);
});
