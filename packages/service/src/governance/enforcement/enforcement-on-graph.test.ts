// Templates that restore what the record says, on the simulated Graph: another tool, reads that lag, people who are added by
// hand, and deletions. All of it runs by itself, through the delta query, the comparison, the rule and the lane.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allPermissions } from '@groupwright/graph-simulator/tenant.ts';
import { eventually } from '../../../testing/eventually.ts';
import { testSeed } from '../../../testing/seed.ts';
import { teamRequest } from '../../../testing/service.ts';
import { type ServiceOnGraph, startServiceOnGraph } from '../../../testing/service-on-graph.ts';
import { askForReconciliation } from '../../reconciliation/reconciliation.postgres.ts';

const minuteMs = 60_000;

interface Read {
  readonly state: string;
  readonly displayName: string;
  readonly drift: readonly { property: string; since: string; resolution: string }[] | null;
}

let onGraph: ServiceOnGraph;

before(async () => {
  onGraph = await startServiceOnGraph({
    seed: `enforcement ${testSeed}`,
    speed: 120,
    env: { RECONCILIATION_INTERVAL_MINUTES: '360' },
    permissions: [...allPermissions, 'AuditLog.Read.All'],
  });
});
after(() => onGraph.close());

const read = async (teamId: string) => (await onGraph.call('GET', `/teams/${teamId}`)) as Read;

async function create(alias: string): Promise<string> {
  const [responsible, deputy] = [onGraph.person(0).mail, onGraph.person(1).mail];
  const body = teamRequest(alias, { responsible, deputy, members: [] });
  return ((await onGraph.call('POST', '/teams', body)) as { teamId: string }).teamId;
}

/** Five minutes, and the look at the changes that follows. */
async function passFive(): Promise<void> {
  await onGraph.clock.elapse(5 * minuteMs);
  await onGraph.clock.wait(1.5 * minuteMs);
}

const writesOf = (groupId: string) =>
  onGraph.simulator.journal.changes.filter((change) => change.groupId === groupId);

test('differences are seen within 15 minutes and restored once; another tool gets its way after two rounds, and people by hand stay', async () => {
  const { clock, simulator, suite, groupOf, person, settle } = onGraph;
  await onGraph.setPolicy({
    kind: 'group',
    enforce: { displayName: 'restore', owners: 'restore' },
  });
  const teamIds = await Promise.all(['tool', 'lagging', 'hand', 'deleted'].map(create));
  await settle();
  const groups = teamIds.map((teamId) => groupOf(teamId));
  const [tool, lagging, hand, deleted] = groups;
  assert.ok(tool && lagging && hand && deleted);
  // The directory was listed, and the quiet time after the creations is over.
  await clock.elapse(32 * minuteMs);
  await askForReconciliation(onGraph.at.database, onGraph.tenant().tenantId);
  await eventually(async () => {
    const listed = await onGraph.at.database.query(
      'select from reconciliations where tenant_id = $1 and changes_token is not null',
      [onGraph.tenant().tenantId],
    );
    return listed.length > 0;
  }, 'the directory is listed');

  const begunAt = clock.now();
  const { tenantId } = suite;
  const values = { displayName: 'Name of the tool' };
  simulator.play(tenantId, tool.id, { tool: { everyMs: minuteMs, values } });
  simulator.play(tenantId, lagging.id, { lagMs: 25 * minuteMs });
  for (const { id } of [lagging, hand]) {
    simulator.changeGroup(tenantId, id, { displayName: 'Elsewhere' });
  }
  const [responsible, byHand] = [person(0).id, person(5).id];
  hand.owners.delete(responsible);
  for (const people of [hand.owners, hand.members]) people.add(byHand);
  simulator.changeGroup(tenantId, deleted.id, { deletedAt: begunAt });
  const before = groups.map(({ id }) => writesOf(id).length);
  const written = () => groups.map(({ id }, n) => writesOf(id).length - (before[n] ?? 0));

  let times: readonly { occurredAt: Date }[] = [];
  await eventually(async () => {
    times = await onGraph.at.database.query<{ occurredAt: Date }>(
      `select min(occurred_at) as occurred_at from activity
      where subject_id = any ($1) and action = case when subject_id = $2 then 'group.gone' else 'group.drifted' end
      group by subject_id`,
      [teamIds, teamIds[3]],
    );
    return times.length === 4;
  }, 'the differences and the deletion are known');
  assert.equal((await read(teamIds[3] ?? '')).state, 'gone');
  for (const { occurredAt } of times) {
    const afterMs = occurredAt.getTime() - begunAt;
    assert.ok(afterMs <= 15 * minuteMs, `seen after ${afterMs / minuteMs} minutes`);
  }

  await eventually(async () => {
    await passFive();
    const { drift } = await read(teamIds[0] ?? '');
    return drift?.[0]?.resolution === 'contested';
  }, 'the property is contested');
  for (let fives = 0; fives < 8; fives += 1) await passFive();
  const [toolWrites, laggingWrites, , deletedWrites] = written();
  assert.deepEqual([toolWrites, laggingWrites, deletedWrites], [2, 1, 0]);
  assert.equal(tool.displayName, 'Name of the tool');
  for (const teamId of teamIds.slice(1, 3)) {
    const { displayName, drift } = await read(teamId);
    assert.equal(groupOf(teamId).displayName, displayName);
    assert.deepEqual(drift, []);
  }
  for (const id of [responsible, person(1).id, byHand]) assert.ok(hand.owners.has(id));
});
