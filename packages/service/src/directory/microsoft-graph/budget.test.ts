import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWindow } from '@groupwright/graph-simulator/limits.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { testSeed } from '../../../testing/seed.ts';
import { createBudget } from './budget.ts';
import { createLateness } from './lateness.ts';
import { publishedLimits, type Limit } from './operations.ts';

const seconds = 100;

/**
 * Takes each turn up to `lateMs` after its moment, and lets each call arrive up to `lateMs` after its turn.
 * @returns the share of the limit that was used, and how many calls it refused
 */
function run(limit: Limit, lateMs: number, seed: string): { used: number; refused: number } {
  const random = createSeededRandom(`budget ${testSeed} ${seed}`);
  let now = 1_800_000_000_000;
  const lateness = createLateness({ now: () => now });
  const budget = createBudget(limit, () => lateness.recentMs());
  const endsAt = now + seconds * 1_000;
  const arrivals: number[] = [];
  for (let n = 0; now < endsAt; n += 1) {
    const late = Math.floor(random.fraction(`turn ${n}`) * (lateMs + 1));
    const readyAt = Math.ceil(budget.readyAt(1));
    lateness.observe(late);
    now = Math.max(now, readyAt) + late;
    budget.take(now, 1);
    arrivals.push(now + random.fraction(`way ${n}`) * lateMs);
  }
  const window = createWindow(limit);
  const refused = arrivals
    .toSorted((a, b) => a - b)
    .filter((moment) => !window.take(moment, 1).fits).length;
  return { used: arrivals.length / ((limit.calls * seconds * 1_000) / limit.perMs), refused };
}

for (const name of ['teamCreate', 'teamPut', 'otherTeamsWrites'] as const) {
  test(`turns that come late are not lost: ${name} uses 95 percent of its limit, and none of its calls is refused`, () => {
    const { used, refused } = run(publishedLimits[name], 12, name);
    assert.ok(used >= 0.95 && used <= 1, `${used}`);
    assert.equal(refused, 0);
  });
}

test('where timers are later, calls have the room to arrive late, and few are refused', () => {
  const { used, refused } = run(publishedLimits.teamCreate, 60, 'busy');
  assert.ok(used >= 0.75, `${used}`);
  assert.ok(refused < 5, `${refused} refused`);
});

test('lateness is forgotten after twenty seconds', () => {
  let now = 0;
  const lateness = createLateness({ now: () => now });
  lateness.observe(50);
  now = 9_000;
  lateness.observe(20);
  now = 12_000;
  assert.equal(lateness.recentMs(), 50);
  lateness.observe(10);
  now = 23_000;
  assert.equal(lateness.recentMs(), 10);
  now = 60_000;
  assert.equal(lateness.recentMs(), 0);
});
