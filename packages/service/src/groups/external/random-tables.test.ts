// The short form; `npm run test:long` runs the long one (desired-state.long.ts).
import { test } from 'node:test';
import { runRandomTables } from '../../../testing/random-tables.ts';
import { testSeed } from '../../../testing/seed.ts';

test('random tables of two sources end as the last tables say, whatever dies and in whichever order', async (context) => {
  const deaths = await runRandomTables(testSeed, 3);
  context.diagnostic(JSON.stringify({ seed: testSeed, deaths }));
});
