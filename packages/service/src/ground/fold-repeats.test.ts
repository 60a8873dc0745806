import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldRepeats } from './fold-repeats.ts';

interface Line {
  readonly level: string;
  readonly message: string;
  readonly times?: number;
  readonly forMs?: number;
}

function createWorld() {
  const lines: Line[] = [];
  const write = (level: string) => (details: object, message: string) => {
    lines.push({ level, message, ...details });
  };
  let now = 0;
  const due = new Map<() => void, number>();
  const log = foldRepeats(
    { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
    {
      monotonicNow: () => now,
      timers: {
        after(milliseconds, callback) {
          due.set(callback, now + milliseconds);
          return () => due.delete(callback);
        },
      },
    },
  );
  return {
    log,
    lines,
    timers: due,
    pass: (milliseconds: number) => {
      now += milliseconds;
      for (const [callback, at] of due) {
        if (at > now) continue;
        due.delete(callback);
        callback();
      }
    },
  };
}

const away = () => ({ err: new Error('connect ECONNREFUSED') });

test('an hour of failures is a line at its beginning, one a minute with a count, and one at its end', () => {
  const { log, lines, timers, pass } = createWorld();
  for (let tenth = 0; tenth <= 36_000; tenth += 1) {
    log.error(away(), 'a task failed');
    pass(100);
  }
  pass(60_000);
  assert.equal(lines.length, 62);
  assert.deepEqual(
    lines.map(({ level }) => level),
    [...Array<string>(61).fill('error'), 'info'],
  );
  assert.equal(lines[0]?.times, undefined);
  assert.equal(lines[1]?.times, 601);
  const { message, times, forMs } = lines.at(-1) ?? {};
  assert.deepEqual(
    { message, times, forMs },
    { message: 'resolved: a task failed', times: 36_001, forMs: 3_600_000 },
  );
  assert.equal(timers.size, 0);
});

test('a failure that stays alone is one line, and the next one after a while is another', () => {
  const { log, lines, pass } = createWorld();
  log.warn(away(), 'a task failed');
  pass(30_000);
  log.warn(away(), 'a task failed');
  pass(30_000);
  assert.deepEqual(
    lines.map(({ level }) => level),
    ['warn', 'warn'],
  );
});

test('states are distinguished by message, tenant and kind of error, not by numbers in the text', () => {
  const { log, lines } = createWorld();
  log.error({ err: new Error('process 17 is gone') }, 'a task failed');
  log.error({ err: new Error('process 18 is gone') }, 'a task failed');
  log.error({ err: new TypeError('x is not a function') }, 'a task failed');
  log.error({ err: new Error('process 17 is gone'), tenantId: 'a' }, 'a task failed');
  log.error({ err: new Error('process 17 is gone'), tenantId: 'b' }, 'a task failed');
  log.error({ err: new Error('process 17 is gone') }, 'another task failed');
  assert.equal(lines.length, 5);
});

test('many different failures fill neither the log nor memory', () => {
  const { log, lines, timers } = createWorld();
  for (let group = 0; group < 10_000; group += 1) log.error({ teamId: `${group}` }, 'failed');
  assert.equal(lines.length, 101);
  assert.equal(timers.size, 101);
});

test('a stop reports what was not reported yet, and leaves no timer', () => {
  const { log, lines, timers } = createWorld();
  for (let time = 0; time < 5; time += 1) log.error(away(), 'a task failed');
  log.warn(away(), 'alone');
  log.close();
  assert.deepEqual(
    lines.map(({ times }) => times),
    [undefined, undefined, 5],
  );
  assert.equal(timers.size, 0);
  log.error(away(), 'a task failed');
  assert.equal(lines.length, 4);
});

test('lines of the level info are not folded', () => {
  const { log, lines } = createWorld();
  for (let time = 0; time < 3; time += 1) log.info({}, 'done');
  assert.equal(lines.length, 3);
});
