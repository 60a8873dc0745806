import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRest, forEachInTurns } from './turns.ts';

/** Work that takes time by a simulated clock; returns the share of each worker in each turn. */
async function workTogether(
  works: Readonly<Record<string, { pieces: number; pieceMs: number }>>,
): Promise<Record<string, number>[]> {
  let now = 0;
  const turns: Record<string, number>[] = [{}];
  const rest = createRest({
    monotonicNow: () => now,
    inNextTurn: (run) =>
      setImmediate(() => {
        turns.push({});
        run();
      }),
    afterPromises: (run) => queueMicrotask(() => process.nextTick(run)),
  });
  await Promise.all(
    Object.entries(works).map(async ([name, { pieces, pieceMs }]) => {
      for (let piece = 0; piece < pieces; piece++) {
        await rest();
        now += pieceMs;
        const turn = turns.at(-1) ?? {};
        turn[name] = (turn[name] ?? 0) + pieceMs;
      }
    }),
  );
  return turns;
}

const sumOf = (turn: Record<string, number>) =>
  Object.values(turn).reduce((sum, ms) => sum + ms, 0);

test('all long work together gets 3 ms of a turn, and every task gets some of it', async () => {
  const works = {
    one: { pieces: 40, pieceMs: 1 },
    two: { pieces: 40, pieceMs: 1 },
    three: { pieces: 40, pieceMs: 1 },
  };
  const turns = await workTogether(works);
  const [, ...later] = turns;
  assert.ok(
    later.every((turn) => sumOf(turn) <= 4),
    JSON.stringify(turns),
  );
  for (const name of Object.keys(works)) {
    assert.ok(
      turns.slice(0, 5).some((turn) => (turn[name] ?? 0) > 0),
      JSON.stringify(turns),
    );
  }
});

test('much short work that waits takes few turns', async () => {
  const short = Array.from({ length: 200 }, (_, n) => [`work ${n}`, { pieces: 2, pieceMs: 0.3 }]);
  const turns = await workTogether(Object.fromEntries(short));
  assert.ok(turns.length < 60, `${turns.length} turns`);
});

test('every item is worked on once, in order', async () => {
  const done: number[] = [];
  const items = Array.from({ length: 1000 }, (_, n) => n);
  let rests = 0;
  const rest = async () => void rests++;
  await forEachInTurns(items, rest, (item) => done.push(item));
  assert.deepEqual(done, items);
  assert.ok(rests > 10);
});
