// The limits of an Entra application across all its tenants.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVirtualClock } from '@groupwright/graph-simulator/clock.ts';
import { createWindow } from '@groupwright/graph-simulator/limits.ts';
import { createApplicationLimits } from './application-limits.ts';
import {
  applicationLimits as published,
  callKinds,
  publishedLimits,
  type LimitName,
  type CallName,
} from './graph-calls.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';

const { signal } = new AbortController();
const graphBaseUrl = 'https://graph.microsoft.com';

function createTenants(count: number, limits = publishedLimits) {
  const clock = createVirtualClock(1_800_000_000_000);
  const applicationLimits = createApplicationLimits();
  const tenants = Array.from({ length: count }, (_, tenant) =>
    createRateLimiter({
      clock,
      limits,
      // The same application, however its id is written.
      application: { clientId: tenant % 2 === 0 ? 'ABC' : 'abc', graphBaseUrl },
      applicationLimits,
    }),
  );
  const slots: { tenant: number; at: number }[] = [];
  async function take(
    tenant: number,
    name: CallName,
    teamId: string,
    calls?: number,
  ): Promise<void> {
    const limiter = tenants[tenant] as RateLimiter;
    const slot = await limiter.acquire({ anyOf: [name], teamId, signal, ...(calls && { calls }) });
    slot.answered();
    slots.push({ tenant, at: clock.now() });
  }
  /** Some creations of the tenant, each calling again and again. */
  function keepBusy(tenant: number, name: CallName, calls?: number): void {
    for (let creation = 1; creation <= 5; creation += 1) {
      const again = async (): Promise<void> => {
        for (;;) await take(tenant, name, `creation ${creation}`, calls);
      };
      void again().catch(() => undefined);
    }
  }
  return { clock, tenants, slots, take, keepBusy };
}

for (const [name, limit, calls] of [
  ['teams.create', 'teamCreate', 1],
  ['groups.upsert', 'directoryWrites', 1],
  ['groups.addReference', 'directoryWrites', 10],
] as const) {
  test(`the tenants of one application keep its limit on ${name} together (${calls} at a time), use it, and have equal parts`, async () => {
    const { clock, slots, keepBusy } = createTenants(20);
    for (let tenant = 0; tenant < 20; tenant += 1) keepBusy(tenant, name, calls);
    const { calls: most, perMs } = published[limit] ?? { calls: 0, perMs: 1 };
    const window = createWindow({ calls: most, perMs });
    const seconds = 20;
    // The limits allow bursts, which go first.
    await clock.run(clock.wait(seconds * 1000));
    const burst = slots.length;
    await clock.run(clock.wait(seconds * 1000));
    for (const { at } of slots) assert.ok(window.take(at, calls).fits, 'beyond the limit');
    const steady = slots.slice(burst);
    const possible = (seconds * 1000 * most) / perMs / calls;
    assert.ok(steady.length <= possible, `${steady.length} of ${possible}`);
    assert.ok(steady.length >= 0.9 * possible, `${steady.length} of ${possible}`);
    const parts = Array.from(
      { length: 20 },
      (_, tenant) => steady.filter((acquisition) => acquisition.tenant === tenant).length,
    );
    assert.ok(Math.max(...parts) - Math.min(...parts) <= 3, parts.join(' '));
  });
}

test('a single call passes the backlogs of other tenants', async () => {
  const { clock, take, keepBusy } = createTenants(20);
  for (let tenant = 1; tenant < 20; tenant += 1) keepBusy(tenant, 'teams.create');
  await clock.run(clock.wait(5000));
  const startedAt = clock.now();
  await clock.run(take(0, 'teams.create', 'single'));
  assert.ok(clock.now() - startedAt <= 300, `${clock.now() - startedAt} ms`);
});

test('a connection that closes or has to wait holds up no other', async () => {
  const { clock, tenants, slots, keepBusy } = createTenants(20);
  for (let tenant = 0; tenant < 20; tenant += 1) keepBusy(tenant, 'teams.create');
  await clock.run(clock.wait(2000));
  const observed = { throttled: true, retryAfterMs: 600_000, used: undefined };
  for (const limiter of tenants.slice(0, 4)) limiter.observe('teams.create', observed);
  for (const limiter of tenants.slice(4, 8)) limiter.close();
  const before = slots.length;
  await clock.run(clock.wait(5000));
  const rate = (slots.length - before) / 5;
  assert.ok(rate >= 90, `${rate} a second`);
});

test('a connection whose own limit is higher than that of the application is not held to the latter', async () => {
  const limits = { ...publishedLimits, teamCreate: { calls: 1000, perMs: 1000 } };
  const { clock, slots, keepBusy } = createTenants(1, limits);
  keepBusy(0, 'teams.create');
  await clock.run(clock.wait(1000));
  assert.ok(slots.length > 900, `${slots.length} slots`);
});

test('no kind of call counts against two limits of the application', () => {
  for (const { costs } of Object.values(callKinds)) {
    const shared = Object.keys(costs).filter((name) => name in published);
    assert.ok(shared.length <= 1, shared.join(', '));
    assert.ok(shared.every((name) => publishedLimits[name as LimitName].calls > 0));
  }
});
