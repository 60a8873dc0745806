// The short form; `npm run test:long` runs the long one (adoption-on-graph.long.ts).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, hostile } from '@groupwright/graph-simulator/profile.ts';
import { runAdoptions } from '../../../testing/adoption-run.ts';
import { testSeed } from '../../../testing/seed.ts';

for (const profile of [calm, hostile]) {
  test(`on a ${profile.name} day groups are adopted with all that they had, and none with a foreign marker is written to`, async (context) => {
    const kills = profile === hostile ? 5 : 0;
    const metrics = await runAdoptions(`adoptions ${testSeed}`, profile, 60, { kills });
    context.diagnostic(JSON.stringify(metrics));
    assert.ok(metrics.virtualSeconds > 0);
  });
}

test('nobody is added to an adopted group before its required label and settings, also where workers are killed', async (context) => {
  const given = { kills: 8, isLabelled: true };
  const metrics = await runAdoptions(`labelled ${testSeed}`, hostile, 40, given);
  context.diagnostic(JSON.stringify(metrics));
});
