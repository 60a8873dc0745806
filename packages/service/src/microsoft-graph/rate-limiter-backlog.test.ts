// Batches in a backlog: the slots that the rateLimiter gives are all used, so that retries do not crowd out the work.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVirtualClock } from '@groupwright/graph-simulator/clock.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { backoffMs } from '../engine/retry.ts';
import { testSeed } from '../../testing/seed.ts';
import { DirectoryError } from '../directory/directory.ts';
import { publishedLimits } from './graph-calls.ts';
import { createGraphClient } from './graph-client.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';

const observedMs = 75_000;
const signal = new AbortController().signal;

interface BacklogMetrics {
  /** Writes for which the rateLimiter gave a slot, and those that were sent. */
  readonly granted: number;
  readonly used: number;
  readonly batchesDone: number;
}

/** The creations have one batch of writes each, and are retried as provisioning does. */
async function runBacklog(batches: number, writesPerBatch: number): Promise<BacklogMetrics> {
  const clock = createVirtualClock(1_800_000_000_000);
  const random = createSeededRandom(`rateLimiter ${testSeed}`);
  const paced = createRateLimiter({ clock, limits: publishedLimits });
  let granted = 0;
  let used = 0;
  let batchesDone = 0;
  const rateLimiter: RateLimiter = {
    observe: (...answer) => paced.observe(...answer),
    blockedForMs: (name) => paced.blockedForMs(name),
    close: () => paced.close(),
    async acquire(acquisition) {
      const slot = await paced.acquire(acquisition);
      granted += acquisition.calls ?? 1;
      return slot;
    },
  };
  const client = createGraphClient({
    root: 'https://graph.microsoft.com/v1.0',
    tokens: { token: async () => 'token', forget: () => undefined },
    rateLimiter,
    clock,
    transport: {
      async send({ body }) {
        const { requests } = JSON.parse(body ?? '') as { requests: { id: string }[] };
        used += requests.length;
        const responses = requests.map(({ id }) => ({ id, status: 204 }));
        return { status: 200, headers: {}, body: JSON.stringify({ responses }) };
      },
      close: async () => undefined,
    },
  });
  const endsAt = clock.now() + observedMs;

  async function create(index: number): Promise<void> {
    const parts = Array.from({ length: writesPerBatch }, () => ({
      method: 'POST' as const,
      path: '/groups/g/owners/$ref',
      body: {},
    }));
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.batch('groups.addReference', parts, { signal, teamId: `team ${index}` });
        if (clock.now() <= endsAt) batchesDone += 1;
        return;
      } catch (error) {
        assert.ok(error instanceof DirectoryError);
        assert.equal(error.code, 'throttled');
        const jitter = random.fraction(`jitter ${index} ${attempt}`);
        await clock.wait(backoffMs(attempt, error.retryAfterMs, jitter));
      }
    }
  }

  for (let index = 0; index < batches; index += 1) void create(index);
  await clock.run(clock.wait(observedMs));
  return { granted, used, batchesDone };
}

for (const [batches, writes] of [
  [100, 4],
  [250, 4],
  [250, 8],
  [256, 20],
] as const) {
  test(`${batches} waiting batches of ${writes} writes use every slot they get, and all there are`, async (context) => {
    const metrics = await runBacklog(batches, writes);
    context.diagnostic(JSON.stringify(metrics));
    const { calls, perMs } = publishedLimits.directoryWrites;
    const possible = Math.min(batches * writes, (calls * observedMs) / perMs);
    assert.ok(metrics.used >= metrics.granted * 0.95, `${metrics.used} of ${metrics.granted}`);
    assert.ok(metrics.used >= possible * 0.95, `${metrics.used} of ${possible} possible`);
  });
}
