// Large rosters on the Graph simulator; their figures go into the notes of a release.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRosters } from '../../../testing/roster-run.ts';
import { testSeed } from '../../../testing/seed.ts';

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
