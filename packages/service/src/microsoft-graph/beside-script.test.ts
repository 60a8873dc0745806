// The service beside the script that people write, on the same simulated Graph; `npm run bench -- graph` has the figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, hostile } from '@groupwright/graph-simulator/profile.ts';
import { compareWaits, runScripted, runService } from '../../testing/beside-script.ts';
import { testSeed } from '../../testing/seed.ts';

const seed = `script ${testSeed}`;
const latencies = { latencyMs: [80, 300], teamMakingMs: [5_000, 30_000] } as const;
const pollMs = 30_000;

test('on a calm day the script and the service make the same teams, the service in a quarter of the time', async () => {
  const run = { seed, profile: { ...calm, ...latencies }, teams: 20, kills: 0 };
  const [ours, script] = [await runService(run), await runScripted(run)];
  for (const { missing, doubled, halfMade } of [ours, script]) {
    assert.deepEqual({ missing, doubled, halfMade }, { missing: 0, doubled: 0, halfMade: 0 });
  }
  assert.ok(ours.virtualSeconds < script.virtualSeconds / 4, JSON.stringify({ ours, script }));
});

test('on a hostile day, killed three times, the service leaves no team missing, doubled or half made', async (context) => {
  const run = { seed, profile: { ...hostile, ...latencies }, teams: 20, kills: 3 };
  const { missing, doubled, halfMade, ...others } = await runService(run);
  context.diagnostic(JSON.stringify(others));
  assert.deepEqual({ missing, doubled, halfMade }, { missing: 0, doubled: 0, halfMade: 0 });
});

test('a team alone takes at most 5 percent and one poll longer than its calls in a row', async (context) => {
  for (const wait of await compareWaits(seed, { ...calm, ...latencies }, 10)) {
    context.diagnostic(JSON.stringify(wait));
    assert.ok(wait.oursMs <= wait.bareMs * 1.05 + pollMs, JSON.stringify(wait));
  }
});
