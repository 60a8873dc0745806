// 1,000 tenants at once: none of them waits for another, and the limits of each are kept.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testSeed } from '../../testing/seed.ts';
import { runCrowd } from '../../testing/tenant-crowd.ts';

const creationsEach = 10;

test('1,000 tenants with creations at once take as long as one of them alone, and few calls are throttled', async (t) => {
  const seed = `crowd ${testSeed}`;
  const alone = await runCrowd(seed, { tenants: 1, creationsEach });
  const crowd = await runCrowd(seed, { tenants: 1_000, creationsEach });
  t.diagnostic(JSON.stringify({ alone, crowd }));
  // The slowest of a thousand draws longer answers of Graph than a single tenant does.
  assert.ok(crowd.virtualSeconds < alone.virtualSeconds * 2 + 30, `${crowd.virtualSeconds} s`);
  assert.ok(crowd.shareThrottled < 0.005, `${crowd.shareThrottled} throttled`);
});
