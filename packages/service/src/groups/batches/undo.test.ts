// The undo of what someone did to groups. The long form has 1,000 runs (undo.long.ts).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRandomUndo } from '../../../testing/random-undo.ts';
import { testSeed } from '../../../testing/seed.ts';

const runs = 20;

test('random acts on hostile days are taken back to the first state, but for what the plan named', async (context) => {
  let [wentBack, kills] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const figures = await runRandomUndo(testSeed + run);
    wentBack += figures.wentBack;
    kills += figures.kills;
  }
  context.diagnostic(JSON.stringify({ runs, wentBack, kills }));
  assert.ok(wentBack > runs && kills > 0);
});
