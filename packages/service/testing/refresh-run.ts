// Refreshes the inventory of a directory in the Graph simulator on a virtual clock, with creations beside it.
import assert from 'node:assert/strict';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { publishedLimits } from '../src/microsoft-graph/graph-calls.ts';
import { hour, openFixtures } from '../src/reconciliation/fixtures.suite.ts';
import { servedTenantId as tenantId } from './simulated-graph.ts';

const minuteMs = 60_000;
/** They are there before the first reconciliation of a process. */
const governed = 3;

export interface RefreshMetrics {
  readonly groups: number;
  readonly virtualMinutes: number;
  /** The least time by the resource units of the smallest tenant, of the time that it took. */
  readonly shareOfCeiling: number;
  readonly throttled: number;
  /** Seconds from acceptance to success of a creation without a refresh, and of the slowest one beside it. */
  readonly aloneSeconds: number;
  readonly besideSeconds: number;
  readonly creationsBeside: number;
}

/** @param everyMs between two creations */
export async function runRefresh(groups: number, everyMs: number): Promise<RefreshMetrics> {
  const { resourceUnits } = publishedLimits;
  const fixtures = await openFixtures({ profile: calm, limits: { resourceUnits } });
  const { clock, simulator, suite, database } = fixtures;
  const people = suite.users.slice(0, 40).map(({ id }) => id);
  for (let n = 0; n < groups; n += 1) {
    const owner = people[n % people.length] ?? '';
    simulator.addWildGroup(suite.tenantId, {
      mailNickname: `wild-${n}`,
      ownerIds: [owner],
      hasTeam: n % 3 === 0,
    });
  }
  const process_ = fixtures.startProcess();
  const createdIn = async (
    codes: readonly string[],
    doWhile?: () => boolean,
  ): Promise<number[]> => {
    const seconds: number[] = [];
    for (const code of codes) {
      if (doWhile?.() === false) break;
      const begunAt = clock.now();
      await fixtures.accept(code);
      process_.worker.wake(tenantId);
      await fixtures.until(async () => (await fixtures.statusOf(code)) === 'succeeded', 500);
      seconds.push((clock.now() - begunAt) / 1000);
      const restMs = Math.max(0, everyMs - (clock.now() - begunAt));
      if (doWhile !== undefined) await clock.run(clock.wait(restMs));
    }
    return seconds;
  };
  const named = (prefix: string, count: number) =>
    Array.from({ length: count }, (_, n) => `${prefix}${n}`);
  const alone = await createdIn(named('alone', governed));
  clock.advanceTo(clock.now() + hour);
  assert.ok(!process_.isReconciling());
  const callsOf = (name: string) => simulator.journal.calls.get(name) ?? 0;
  await fixtures.until(() => process_.isReconciling(), 10_000);
  const begunAt = clock.now();
  const beside = await createdIn(named('beside', 10_000), () => process_.isReconciling());
  await fixtures.until(() => !process_.isReconciling(), 10_000);
  const virtualMs = clock.now() - begunAt;
  await process_.stop();
  assert.deepEqual(process_.errors, []);
  const [listed] = await database.query<{ groups: number; detailed: number }>(
    `select count(*)::integer as groups, count(details_seen_at)::integer as detailed
    from directory_groups where tenant_id = $1`,
    [tenantId],
  );
  assert.ok((listed?.groups ?? 0) >= groups + governed);
  assert.equal(listed?.detailed, listed?.groups);
  // Governed groups are read once, for their comparison and for the inventory.
  assert.equal(callsOf('groups.read'), groups + governed);
  const throttled = [...simulator.journal.throttled.values()].reduce((sum, n) => sum + n, 0);
  // The group, its owners, and the numbers of members and of guests.
  const units = (1 + 3 + 2 + 2) * (groups + governed);
  await fixtures.close();
  return {
    groups,
    virtualMinutes: Math.round(virtualMs / minuteMs),
    shareOfCeiling: (units / resourceUnits.calls) * (resourceUnits.perMs / virtualMs),
    throttled,
    aloneSeconds: Math.max(...alone),
    besideSeconds: Math.max(...beside),
    creationsBeside: beside.length,
  };
}
