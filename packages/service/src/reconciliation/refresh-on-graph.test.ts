// The short form; `npm run test:long` runs the long one (refresh-on-graph.long.ts).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRefresh } from '../../testing/refresh-run.ts';

test('a refresh of the inventory reads each group once, within the published limits, and delays no creation', async (context) => {
  const metrics = await runRefresh(3_000, 10_000);
  context.diagnostic(JSON.stringify(metrics));
  assert.equal(metrics.throttled, 0);
  assert.ok(metrics.creationsBeside >= 3);
  assert.ok(metrics.besideSeconds <= metrics.aloneSeconds + 10);
});
