// A lease whose time may be over: the worker asks the database before it gives the lane up.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createMemoryLane } from '../../testing/in-memory-lane-store.ts';
import { createManualTimers } from '../../testing/manual-timers.ts';
import type { Directory } from '../directory/directory.ts';
import type { Creation } from './creation.ts';
import { createWorker, type LeaseStore } from './worker.ts';

const leaseMs = 10_000;
const people = { responsible: 'mara@aare.example', deputy: null, owners: [], members: [] };

/**
 * A creation that writes one record before the lease is over by this process' clock, and one after it.
 * @param onRenew answers whether the lane is still this worker's, and may let time pass
 */
async function writeAcrossTheLease(onRenew: (pass: (ms: number) => void) => boolean) {
  const tenantId = randomUUID();
  const timers = createManualTimers();
  const lane = createMemoryLane({ tenantId, clock: timers });
  lane.add({ teamId: randomUUID(), mailNickname: 'silent', people });
  let now = 0;
  const pass = (ms: number) => {
    now += ms;
  };
  const counts = { taken: 0, renewed: 0, released: 0 };
  const leases: LeaseStore = {
    async take() {
      counts.taken += 1;
      return lane.takeOver();
    },
    async renew(held) {
      counts.renewed += 1;
      return onRenew(pass) ? held : [];
    },
    async release() {
      counts.released += 1;
    },
    findUnattended: async () => [],
  };
  const over = Promise.withResolvers<readonly boolean[]>();
  const worker = createWorker<Creation>({
    leases,
    store: lane.store,
    directoryOf: () => ({}) as Directory,
    async execute(creation, _, write) {
      const before = await write({ entry: creation });
      pass(leaseMs + 1);
      // Those that end at once share one renewal.
      const after = await Promise.all([write({ entry: creation }), write({ entry: creation })]);
      over.resolve([before, ...after]);
    },
    clock: timers,
    timers,
    monotonicNow: () => now,
    holder: randomUUID(),
    onError: () => undefined,
    countPeople: () => 10,
    yieldToCallers: async () => undefined,
  });
  worker.wake(tenantId);
  const mayContinue = await over.promise;
  const stopped = worker.stop();
  await timers.pass(leaseMs);
  await stopped;
  return { mayContinue, ...counts };
}

test('a creation continues if no other worker has taken the lane while the database was silent', async () => {
  const run = await writeAcrossTheLease(() => true);
  assert.deepEqual(run.mayContinue, [true, true, true]);
  assert.deepEqual([run.taken, run.renewed, run.released], [1, 1, 1]);
});

test('a creation ends if another worker has taken the lane', async () => {
  const run = await writeAcrossTheLease(() => false);
  assert.deepEqual(run.mayContinue, [true, false, false]);
});

test('a creation ends if the database cannot be asked', async () => {
  const run = await writeAcrossTheLease(() => {
    throw new Error('away');
  });
  assert.deepEqual(run.mayContinue, [true, false, false]);
  assert.equal(run.renewed, 1);
});

test('a renewal whose answer took as long as a lease is repeated once', async () => {
  let isFirst = true;
  const late = await writeAcrossTheLease((pass) => {
    if (isFirst) pass(leaseMs + 1);
    isFirst = false;
    return true;
  });
  assert.deepEqual([late.mayContinue, late.renewed], [[true, true, true], 2]);
  const always = await writeAcrossTheLease((pass) => {
    pass(leaseMs + 1);
    return true;
  });
  assert.deepEqual(always.mayContinue, [true, false, false]);
});
