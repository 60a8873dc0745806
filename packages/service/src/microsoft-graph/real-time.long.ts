// Provisioning at the published limits by the machine's clock and over sockets. Two tenants at once, one with teams and
// one with groups only. GROUPWRIGHT_REAL_TIME_SECONDS sets the length, which is ten minutes otherwise. The rates are
// judged unless timers were later than limits make up for.
import assert from 'node:assert/strict';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { test } from 'node:test';
import { publishedLimits } from '@groupwright/graph-simulator/limits.ts';
import { calm, type Profile } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { createMemoryLane } from '../../testing/in-memory-lane-store.ts';
import { chooseCreations, startLane } from '../../testing/provisioning-run.ts';
import { openRealTimeGraph, type ThreadJournal } from '../../testing/real-time-graph.ts';
import { testSeed } from '../../testing/seed.ts';

const measuredMs = Number(process.env['GROUPWRIGHT_REAL_TIME_SECONDS'] ?? 600) * 1_000;
/** The creations that begin together go through their steps in waves, which are flat by then. */
const settledAfterMs = 60_000;
/** Pauses of so many milliseconds each second cost nothing (rate-limit.test.ts): here, one delay in a thousand may be longer. */
const onTimeMs = 100;
const profile: Profile = { ...calm, teamMakingMs: [1_000, 8_000], latencyMs: [5, 15] };

const perSecond = (...names: readonly ('teamCreate' | 'teamPut' | 'directoryWrites')[]) =>
  names.reduce((sum, name) => {
    const { calls, perMs } = publishedLimits[name];
    return sum + (calls * 1_000) / perMs;
  }, 0);

/** The most creations a second: a team is created in either of two ways, a group by one write, its members by another. */
const ceilings = {
  team: perSecond('teamCreate', 'teamPut'),
  group: perSecond('directoryWrites') / 2,
} as const;

test('teams and groups are created at 95 percent of the published limits in real time, though timers are late', async (context) => {
  const seed = `real time ${testSeed}`;
  const graph = await openRealTimeGraph({
    seed,
    profile,
    tenants: [{ people: 60 }, { people: 60 }],
  });
  const { clock, tenants } = graph;
  const lanes = (['team', 'group'] as const).map((kind, number) => {
    const tenant = tenants[number];
    assert.ok(tenant);
    const memory = createMemoryLane({ tenantId: tenant.tenantId, clock });
    const count = Math.ceil((ceilings[kind] * (settledAfterMs + measuredMs)) / 1_000) + 256;
    const random = createSeededRandom(seed);
    for (const creation of chooseCreations(random, tenant, count, () => ({ policy: { kind } }))) {
      memory.add(creation);
    }
    const { lane } = startLane({ graph, memory, directory: graph.connect(number), seed });
    return { kind, count, memory, lane };
  });
  const finished = () => lanes.map(({ count, memory }) => count - memory.open());

  await clock.wait(settledAfterMs);
  const before = finished();
  const journalBefore = await graph.journal();
  const startedAt = performance.now();
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const processor = process.cpuUsage();
  await clock.wait(measuredMs);
  delays.disable();
  const delayMs = delays.percentile(99.9) / 1e6;
  const { user, system } = process.cpuUsage(processor);
  const seconds = (performance.now() - startedAt) / 1_000;
  const after = finished();
  const journal = await graph.journal();
  await Promise.all(lanes.map(({ lane }) => lane.stop()));
  await graph.close();

  const sum = (calls: ReadonlyMap<string, number>) =>
    [...calls.values()].reduce((total, n) => total + n, 0);
  const throttled = sum(journal.throttled) / sum(journal.calls);
  const shares = lanes.map(({ kind }, index) => {
    const rate = ((after[index] ?? 0) - (before[index] ?? 0)) / seconds;
    const share = rate / ceilings[kind];
    context.diagnostic(
      `${kind}s: ${rate.toFixed(2)} a second of ${ceilings[kind]}, ${(share * 100).toFixed(1)} %`,
    );
    return share;
  });
  context.diagnostic(
    `${sum(journal.calls)} calls in ${Math.round(seconds)} s and before, ${(throttled * 100).toFixed(2)} % throttled ` +
      `(${[...journal.throttled].map(([name, times]) => `${name} ${times}`).join(', ')}); event loop ` +
      `up to ${delayMs.toFixed(0)} ms late, ${((user + system) / 10_000 / seconds).toFixed(0)} % of a processor`,
  );
  const accepted = ({ calls, throttled: refused }: ThreadJournal, name: string) =>
    (calls.get(name) ?? 0) - (refused.get(name) ?? 0);
  for (const name of ['teams.create', 'teams.put', 'groups.upsert', 'groups.change']) {
    const rate = (accepted(journal, name) - accepted(journalBefore, name)) / seconds;
    context.diagnostic(`${name}: ${rate.toFixed(2)} accepted a second`);
  }
  assert.deepEqual(journal.violations, []);
  if (delayMs > onTimeMs) {
    context.diagnostic('The machine is too busy to judge the rates.');
    return;
  }
  assert.ok(throttled < 0.005, `${throttled} throttled`);
  for (const share of shares) assert.ok(share >= 0.95, `${share} of the ceiling`);
});
