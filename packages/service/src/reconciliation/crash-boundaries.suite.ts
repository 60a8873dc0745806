// Dies at boundaries of a reconciliation: before and after statements and commits. The next process resolves what is left.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { createCrashingDatabase } from '../../testing/crashing-database.ts';
import { firstDrawn } from '../../testing/drawn.ts';
import { servedTenantId as tenantId } from '../../testing/simulated-graph.ts';
import { hour, openFixtures, random } from './fixtures.suite.ts';

/** @param oneIn 1: dies at each boundary; else at those that the seed draws */
export function dieInReconciliation(oneIn: number): void {
  test(`a process killed anywhere in a reconciliation leaves what the next one resolves, each thing once (1 boundary in ${oneIn})`, async () => {
    const fixtures = await openFixtures({ profile: calm });
    const maker = fixtures.startProcess();
    for (const code of ['stays', 'lost', 'goes']) await fixtures.accept(code);
    maker.worker.wake(tenantId);
    await fixtures.until(async () => (await fixtures.listed()).length === 3);
    await maker.stop();
    fixtures.clock.advanceTo(fixtures.clock.now() + hour);
    const [gone] = fixtures.groupsOf('goes');
    const [renamed] = fixtures.groupsOf('stays');
    assert.ok(gone && renamed);
    renamed.displayName = 'Fun corner';
    gone.deletedAt = fixtures.clock.now();
    fixtures.suite.byNickname.delete('prj-goes');
    let boundary = firstDrawn(oneIn);
    let rounds = 0;
    for (let survived = false; !survived; boundary += oneIn) {
      rounds += 1;
      assert.ok(boundary < 100, 'there is no end of boundaries');
      await fixtures.forget('lost');
      await fixtures.database.query(
        `update provisionings set gone_since = null where tenant_id = $1 and team_id = $2`,
        [tenantId, random.guid('goes')],
      );
      await fixtures.database.query('delete from reconciliations');
      await fixtures.database.query('delete from organisation_groups');
      const crashing = createCrashingDatabase(fixtures.database);
      const victim = fixtures.startProcess({ database: crashing });
      crashing.failAt(boundary);
      await fixtures.until(
        async () => crashing.isDead || (await fixtures.state())?.last !== undefined,
      );
      survived = !crashing.isDead;
      crashing.disarm();
      await victim.stop();
      await fixtures.database.query("update lanes set held_until = '-infinity'");
      const next = fixtures.startProcess();
      next.worker.wake(tenantId);
      await fixtures.until(
        async () =>
          (await fixtures.state())?.last !== undefined &&
          (await fixtures.statusOf('lost')) === 'succeeded',
      );
      await next.stop();
      assert.equal(fixtures.groupsOf('lost').length, 1, `boundary ${boundary}`);
      assert.deepEqual(await fixtures.listed(), [random.guid('lost')], `boundary ${boundary}`);
    }
    assert.ok(boundary - oneIn > 8, `${boundary} boundaries`);
    const count = (actions: readonly string[], action: string) =>
      actions.filter((one) => one === action).length;
    assert.equal(count(await fixtures.activityOf('lost'), 'group.accepted'), rounds);
    assert.equal(count(await fixtures.activityOf('goes'), 'group.gone'), rounds);
    assert.equal(count(await fixtures.activityOf('stays'), 'group.drifted'), 1);
    await fixtures.close();
  });
}
