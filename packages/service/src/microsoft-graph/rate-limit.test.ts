// Limits against the simulator's sliding windows: late timers, calls that are late on their way, late answers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVirtualClock } from '@groupwright/graph-simulator/clock.ts';
import { createWindow } from '@groupwright/graph-simulator/limits.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { testSeed } from '../../testing/seed.ts';
import { createRateLimit, type RateLimit } from './rate-limit.ts';
import { publishedLimits, type Limit } from './graph-calls.ts';

type Range = readonly [number, number];

interface Circumstances {
  readonly limit: Limit;
  readonly cost?: number;
  readonly seconds?: number;
  /** One pause of the process in each period, at any moment. */
  readonly pauses?: { readonly everyMs: number; readonly ms: Range };
  /** Time in which a pause still holds up the call that has its slot. */
  readonly leavesWithinMs?: number;
  /** It is the way from the process to the directory. Nothing holds up a call there. */
  readonly wayMs: Range;
  /** One call in fifty is on its way for so much longer. */
  readonly heldUpMs?: number;
  readonly answerMs: Range;
}

interface Outcome {
  /** The share of the limit that was used. */
  readonly used: number;
  readonly refused: number;
  readonly slots: readonly number[];
}

/** A backlog of calls of one kind. As the simulator does, each refusal stops the kind for a second. */
function run(seed: string, circumstances: Circumstances): Outcome {
  const { limit, cost = 1, seconds = 200, pauses, leavesWithinMs = 0 } = circumstances;
  const random = createSeededRandom(`rate limit ${testSeed} ${seed}`);
  let draws = 0;
  const draw = ([least, most]: Range): number => {
    draws += 1;
    return least + random.fraction(`${draws}`) * (most - least);
  };
  const clock = createVirtualClock(1_800_000_000_000);
  const startedAt = clock.now();
  const rateLimit = createRateLimit(limit);
  const window = createWindow(limit);

  const pausesByPeriod = new Map<number, Range>();
  /** The moment itself, or the end of the pause in which it is. */
  function awakeAt(moment: number): number {
    if (pauses === undefined) return moment;
    const period = Math.floor(moment / pauses.everyMs);
    const lengthMs = pauses.ms[1];
    const pause = pausesByPeriod.get(period) ?? [
      period * pauses.everyMs + draw([0, pauses.everyMs - lengthMs]),
      draw(pauses.ms),
    ];
    pausesByPeriod.set(period, pause);
    const [begins, ms] = pause;
    return moment >= begins && moment < begins + ms ? begins + ms : moment;
  }
  const at = (moment: number, callback: () => void): void =>
    void clock.after(moment - clock.now(), callback);

  let refused = 0;
  let taken = 0;
  let stoppedUntil = 0;
  const slots: number[] = [];

  function send(): void {
    const call = rateLimit.take(clock.now(), cost);
    slots.push(clock.now());
    const leavesAt = awakeAt(clock.now() + draw([0, leavesWithinMs]));
    const heldUpMs = draw([0, 1]) < 0.02 ? (circumstances.heldUpMs ?? 0) : 0;
    const wayMs = draw(circumstances.wayMs) + heldUpMs;
    at(leavesAt, () => call.sent(clock.now()));
    at(leavesAt + wayMs, () => {
      const { fits } = window.take(clock.now(), cost);
      if (fits) taken += cost;
      else refused += cost;
      at(awakeAt(clock.now() + draw(circumstances.answerMs)), () => {
        call.answered(clock.now());
        if (fits) return;
        rateLimit.refused(clock.now());
        stoppedUntil = clock.now() + 1_000;
      });
    });
  }

  function serve(): void {
    const now = clock.now();
    let readyAt = 0;
    while ((readyAt = Math.max(rateLimit.readyAt(cost), stoppedUntil)) <= now) send();
    at(awakeAt(Math.max(now + 1, Math.ceil(readyAt))), serve);
  }

  serve();
  clock.advanceTo(startedAt + seconds * 1_000);
  return { used: taken / ((limit.calls * seconds * 1_000) / limit.perMs), refused, slots };
}

const { teamCreate, teamPut, otherTeamsWrites, directoryWrites, resourceUnits } = publishedLimits;
const limits = { teamCreate, teamPut, otherTeamsWrites };
const eachSecond = { everyMs: 1_000, ms: [10, 110] } as const;

for (const [name, limit] of Object.entries(limits)) {
  test(`${name}: pauses of 10 to 110 ms each second cost no slots, and no call is refused`, () => {
    const calls = { limit, pauses: eachSecond, leavesWithinMs: 5, wayMs: [3, 7] } as const;
    const { used, refused } = run(name, { ...calls, answerMs: [0, 10] });
    assert.ok(used >= 0.97, `${used}`);
    assert.equal(refused, 0);
  });

  test(`${name}: answers that take 200 to 800 ms cost at most 3 percent of the limit`, () => {
    const calls = { limit, wayMs: [5, 20], answerMs: [200, 800] } as const;
    const quiet = run(`slow ${name}`, calls);
    assert.ok(quiet.used >= 0.96, `${quiet.used}`);
    assert.equal(quiet.refused, 0);
    const busy = run(`slow, busy ${name}`, { ...calls, pauses: eachSecond, leavesWithinMs: 5 });
    assert.ok(busy.used >= 0.95, `${busy.used}`);
    assert.equal(busy.refused, 0);
  });
}

test('answers that take longer than the window cost as little', () => {
  const { used, refused } = run('very slow', {
    limit: teamCreate,
    wayMs: [5, 20],
    answerMs: [2_000, 29_000],
  });
  assert.ok(used >= 0.95, `${used}`);
  assert.equal(refused, 0);
});

test('calls whose answers never come cost as little', () => {
  const { used, refused } = run('no answer', {
    limit: teamCreate,
    wayMs: [5, 20],
    answerMs: [1e9, 1e9],
  });
  assert.ok(used >= 0.95, `${used}`);
  assert.equal(refused, 0);
});

test('among calls that are answered soon, no call is refused because another was held up on its way', () => {
  const calls = { limit: teamCreate, wayMs: [3, 7], answerMs: [0, 3], heldUpMs: 100 } as const;
  const { used, refused } = run('held up', calls);
  assert.ok(used >= 0.96, `${used}`);
  assert.equal(refused, 0);
});

test('where calls arrive by up to 60 ms more or less late, and answers do not tell, few are refused', () => {
  const calls = { limit: teamCreate, wayMs: [20, 80], answerMs: [200, 800] } as const;
  const { used, refused, slots } = run('uneven', { ...calls, seconds: 600 });
  assert.ok(used >= 0.9, `${used}`);
  assert.ok(refused < 0.005 * slots.length, `${refused} refused`);
});

test('slots that are caught up keep a distance of a third of the even one', () => {
  const { slots } = run('distance', {
    limit: teamCreate,
    pauses: { everyMs: 1_000, ms: [150, 250] },
    wayMs: [3, 7],
    answerMs: [0, 3],
  });
  const distances = slots.slice(1).map((moment, index) => moment - (slots[index] ?? 0));
  assert.ok(Math.min(...distances) >= 33, `${Math.min(...distances)} ms`);
});

for (const [name, limit, cost] of [
  ['directoryWrites', directoryWrites, 1],
  ['resourceUnits', resourceUnits, 1],
  ['directoryWrites, 20 at a time', directoryWrites, 20],
] as const) {
  test(`${name}: a backlog is spread evenly over the window from its beginning, and no call is refused`, () => {
    const { slots, used, refused } = run(name, {
      limit,
      cost,
      seconds: (5 * limit.perMs) / 1_000,
      wayMs: [5, 20],
      answerMs: [20, 800],
    });
    assert.ok(used >= 0.96, `${used}`);
    assert.equal(refused, 0);
    const tenth = limit.perMs / 10;
    let first = 0;
    for (const [index, moment] of slots.entries()) {
      while (moment - (slots[first] ?? 0) >= tenth) first += 1;
      const inTenth = (index - first + 1) * cost;
      assert.ok(inTenth <= 0.125 * limit.calls + cost, `${inTenth} in a tenth of the window`);
    }
  });
}

test('a cost beyond the limit goes once the window is empty', () => {
  const rateLimit = createRateLimit({ calls: 5, perMs: 1_000 });
  let now = 1_800_000_000_000;
  rateLimit.take(now, 20).answered(now + 10);
  now += 1_005;
  assert.ok(rateLimit.readyAt(1) > now);
  now = Math.ceil(rateLimit.readyAt(20));
  assert.ok(now <= 1_800_000_010_000, `after ${now - 1_800_000_000_000} ms`);
});

test('a hint that a limit is near slows down only where these calls do not explain it', () => {
  const now = 1_800_000_000_000;
  const limit = { calls: 100, perMs: 10_000 };
  const intervalAfter = (hint: number | undefined): number => {
    const rateLimit: RateLimit = createRateLimit(limit);
    rateLimit.take(now, 97);
    if (hint !== undefined) rateLimit.near(now, hint);
    const before = rateLimit.readyAt(1);
    rateLimit.take(now, 1);
    return rateLimit.readyAt(1) - before;
  };
  assert.equal(intervalAfter(0.98), intervalAfter(undefined));
  assert.ok(intervalAfter(1.2) > 2 * intervalAfter(undefined));
});

test('a limit is idle once its window is empty', () => {
  const now = 1_800_000_000_000;
  const rateLimit = createRateLimit(teamCreate);
  assert.ok(rateLimit.idle(now));
  rateLimit.take(now, 1).answered(now + 15);
  assert.ok(!rateLimit.idle(now + 1_000));
  assert.ok(rateLimit.idle(now + 1_015));
});
