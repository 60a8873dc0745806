import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { createManualTimers } from '../../../testing/manual-timers.ts';
import { startTestService } from '../../../testing/service.ts';
import type { Query } from '../../postgres/database.ts';

/** A database that counts statements by name, and answers when those in progress have ended. */
async function openCounted() {
  const at = await createTestDatabase();
  const counts = new Map<string, number>();
  const pending = new Set<Promise<unknown>>();
  const track = <T>(name: string, work: Promise<T>): Promise<T> => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const settled: Promise<unknown> = work.then(
      () => pending.delete(settled),
      () => pending.delete(settled),
    );
    pending.add(settled);
    return work;
  };
  const { database } = at;
  return {
    at: {
      ...at,
      database: {
        ...database,
        query<Row extends object>(query: string | Query, values?: readonly unknown[]) {
          const name = typeof query === 'string' ? query : (query.name ?? query.text);
          return track(name, database.query<Row>(query, values));
        },
        transaction: <T>(work: Parameters<typeof database.transaction<T>>[0]) =>
          track('transaction', database.transaction(work)),
      },
    },
    counts,
    async settle() {
      while (pending.size > 0) {
        await Promise.all(pending);
        await new Promise(setImmediate);
      }
    },
    close: () => at.close(),
  };
}

test('an idle service sends one statement in most seconds, and hardly anything else wakes it', async () => {
  const database = await openCounted();
  const manual = createManualTimers();
  let wakes = 0;
  const clock = {
    now: () => Date.now() + manual.now(),
    after: (milliseconds: number, callback: () => void) =>
      manual.after(milliseconds, () => {
        wakes += 1;
        callback();
      }),
  };
  const service = await startTestService(
    {},
    { at: database.at, deps: { clock, monotonicNow: () => manual.now() } },
  );
  const pass = async (milliseconds: number) => {
    for (let passedMs = 0; passedMs < milliseconds; passedMs += 100) {
      await manual.pass(100);
      await database.settle();
    }
  };
  try {
    await pass(60_000);
    database.counts.clear();
    wakes = 0;
    await pass(60_000);
    const polls = [...database.counts].filter(([name]) => name.startsWith('poll_'));
    const [[, polled] = ['', 0]] = polls;
    const all = [...database.counts.values()].reduce((sum, count) => sum + count, 0);
    assert.equal(polls.length, 1, 'one poll for all parts');
    assert.ok(polled >= 55 && polled <= 67, `${polled} polls`);
    assert.ok(
      all - polled <= 40,
      `${all - polled} others: ${JSON.stringify([...database.counts])}`,
    );
    assert.ok(wakes <= polled + 20, `${wakes} wakes for ${polled} polls`);
  } finally {
    let isClosed = false;
    const closed = service.close().then(() => (isClosed = true));
    await eventually(async () => {
      await pass(1_000);
      return isClosed;
    }, 'the service is closed');
    await closed;
    await database.close();
  }
});
