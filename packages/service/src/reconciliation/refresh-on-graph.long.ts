// The long form of refresh-on-graph.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runRefresh } from '../../testing/refresh-run.ts';

test('100,000 groups are refreshed within the published limits, and no creation is delayed', async (context) => {
  const metrics = await runRefresh(100_000, 60_000);
  context.diagnostic(JSON.stringify(metrics));
  assert.equal(metrics.throttled, 0);
  assert.ok(metrics.creationsBeside >= 20);
  assert.ok(metrics.besideSeconds <= metrics.aloneSeconds + 10);
});
