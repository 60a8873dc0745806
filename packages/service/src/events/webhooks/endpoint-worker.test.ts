import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Attempt } from './delivery.ts';
import { startEndpointWorker } from './endpoint-worker.ts';
import type { Claim, ClaimedDelivery } from './delivery-store.ts';
import type { WebhookEndpoint } from './endpoint.ts';

const delivered = { outcome: 'delivered', retryAfterMs: undefined } as Attempt;

/** A worker with ten claimed deliveries, eight of them in progress, and a clock that the test controls. */
async function startTen(stillHeld: (position: number) => boolean) {
  const time = { ms: 0 };
  const due: { atMs: number; callback: () => void }[] = [];
  const attempted: number[] = [];
  const renewed: number[][] = [];
  const answers: (() => void)[] = [];
  const claims = Array.from({ length: 10 }, (_, index) => ({
    position: index + 1,
    failures: 0,
    claims: 1,
    ageMs: 0,
    event: {},
  })) as unknown as ClaimedDelivery[];
  const positions = (held: readonly Claim[]) => held.map(({ position }) => position);
  const line = startEndpointWorker({ failuresInRow: 0 } as WebhookEndpoint, {
    store: {
      claim: async () => claims.splice(0),
      renew: async (_endpoint, held) => {
        renewed.push(positions(held));
        return positions(held).filter(stillHeld);
      },
      release: async () => undefined,
      record: async ({ delivery }) => void attempted.push(delivery.position),
    },
    deliver: () => new Promise((resolve) => answers.push(() => resolve(delivered))),
    timers: {
      after(ms, callback) {
        const timer = { atMs: time.ms + ms, callback };
        due.push(timer);
        return () => void due.splice(due.indexOf(timer), 1);
      },
    },
    random: () => 0,
    monotonicNow: () => time.ms,
    onAttempt: () => undefined,
    onError: (error) => assert.fail(String(error)),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  await settle();
  assert.equal(answers.length, 8);
  return {
    renewed,
    attempted,
    async pass(ms: number) {
      time.ms += ms;
      for (const { callback } of due.splice(0).filter(({ atMs }) => atMs <= time.ms)) callback();
      await settle();
    },
    standStill(ms: number) {
      time.ms += ms;
    },
    async finish() {
      while (answers.length > 0) {
        answers.shift()?.();
        await settle();
      }
      await line.ended;
    },
  };
}

const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

suite('a line of deliveries', () => {
  test('keeps its claims for as long as an endpoint takes to answer', async () => {
    const line = await startTen(() => true);
    for (let n = 0; n < 6; n += 1) await line.pass(2_500);
    assert.deepEqual(
      line.renewed,
      oneTo(6).map(() => oneTo(10)),
    );
    await line.finish();
    assert.deepEqual(line.attempted, oneTo(10));
  });

  test('does not attempt what has been claimed by another', async () => {
    const line = await startTen((position) => position <= 9);
    await line.pass(2_500);
    await line.finish();
    assert.deepEqual(line.attempted, oneTo(9));
  });

  test('does not attempt what another may have claimed after a pause', async () => {
    const line = await startTen(() => true);
    line.standStill(10_000);
    await line.finish();
    assert.deepEqual(line.attempted, oneTo(8));
  });
});
