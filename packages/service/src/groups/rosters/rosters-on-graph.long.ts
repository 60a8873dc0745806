// Large rosters on the Graph simulator, whose figures go into the notes of a release, and a guest of two groups.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostile } from '@groupwright/graph-simulator/profile.ts';
import { startDyingWorker } from '../../../testing/dying-worker.ts';
import { runRosters } from '../../../testing/roster-run.ts';
import { testSeed } from '../../../testing/seed.ts';
import { startServiceOnGraph } from '../../../testing/service-on-graph.ts';

for (const kind of ['group', 'team'] as const) {
  test(`5,000 people move in and out of a ${kind} by a roster within the published limits`, async (context) => {
    const metrics = await runRosters(`rosters ${testSeed}`, { kind, first: 2_500, moved: 2_500 });
    context.diagnostic(JSON.stringify(metrics));
    const last = metrics.at(-1) ?? assert.fail();
    assert.equal(last.people, 5_000);
    assert.ok(last.virtualSeconds < 200, `${last.virtualSeconds} s`);
    // The limits of the directory hold a team back less than the calls for its members, each of which follows the last.
    if (kind === 'group') assert.ok(last.shareOfCeiling >= 0.9, `${last.shareOfCeiling}`);
    for (const { shareThrottled } of metrics) assert.ok(shareThrottled < 0.01);
  });
}

test('a guest whom rosters of two groups name at once is invited once, wherever the process dies', async () => {
  const onGraph = await startServiceOnGraph({
    seed: `two groups ${testSeed}`,
    speed: 120,
    profile: hostile,
    env: { ROLES: 'api', RECONCILIATION_INTERVAL_MINUTES: 'off' },
  });
  const { at, call, deps, person, groupOf, suite, simulator } = onGraph;
  await onGraph.setPolicy({ kind: 'group', guests: { invite: true } });
  const worker = await startDyingWorker(at, onGraph.tenant().tenantId, deps);
  const teamIds: string[] = [];
  for (const mailNickName of ['first', 'second']) {
    const { teamId } = (await call('POST', '/teams', {
      displayName: mailNickName,
      mailNickName,
      responsible: person(0).mail,
      owners: [],
      members: [],
      organisationIdOrIdentifier: 'aare',
      templateIdOrIdentifier: 'any',
    })) as { teamId: string };
    teamIds.push(teamId);
  }
  await worker.settled();
  const invited: string[] = [];
  for (const boundary of [4, 7, 10, 13, 16, 19, 22]) {
    const guest = `guest-${boundary}@partner.example`;
    invited.push(guest);
    const members = [{ person: guest, guest: { displayName: guest, invite: true } }];
    await worker.dieAt(boundary, () =>
      Promise.all(
        teamIds.map((teamId) =>
          call('PUT', `/teams/${teamId}/rosters/source-${boundary}`, { members }),
        ),
      ),
    );
    await worker.settled();
    const { id = '' } = [...suite.usersByName.values()].find(({ mail }) => mail === guest) ?? {};
    for (const teamId of teamIds) {
      assert.ok(groupOf(teamId).members.has(id), `${guest} is in both groups`);
    }
  }
  assert.deepEqual(simulator.journal.invitations.toSorted(), invited.toSorted());
  await worker.close();
  // A process that replaces a dead one knows no Retry-After of it.
  const { violations } = simulator.journal;
  const others = violations.filter(({ violation }) => violation !== 'retried_too_early');
  violations.splice(0, violations.length, ...others);
  await onGraph.close();
});
