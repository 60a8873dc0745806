// The long form of undo.test.ts. Prints its figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRandomUndo } from '../../../testing/random-undo.ts';
import { testSeed } from '../../../testing/seed.ts';

const runs = 1_000;

test('1,000 random runs and undos on hostile days end in the first state, but for what the plan named', async (context) => {
  const named: Record<string, number> = {};
  let [acts, wentBack, kills] = [0, 0, 0];
  for (let run = 0; run < runs; run += 1) {
    const figures = await runRandomUndo(testSeed + run);
    acts += figures.acts;
    wentBack += figures.wentBack;
    kills += figures.kills;
    for (const [code, count] of Object.entries(figures.named))
      named[code] = (named[code] ?? 0) + count;
  }
  context.diagnostic(JSON.stringify({ runs, acts, wentBack, kills, named }));
  assert.ok(wentBack > runs && kills > 0);
});
