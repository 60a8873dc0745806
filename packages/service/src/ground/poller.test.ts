import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createManualTimers } from '../../testing/manual-timers.ts';
import { createPoller, type PollerOptions } from './poller.ts';

function createRun(options: Partial<PollerOptions> = {}) {
  const timers = createManualTimers();
  const runs: number[] = [];
  const errors: unknown[] = [];
  const poller = createPoller({
    everyMs: 1_000,
    timers,
    onError: (error) => errors.push(error),
    ...options,
    run: async (signal) => {
      runs.push(timers.now());
      return options.run?.(signal);
    },
  });
  return { timers, runs, errors, poller };
}

suite('a poller', () => {
  test('runs at once and then after each pause', async () => {
    const { poller, timers, runs } = createRun();
    poller.start();
    await timers.pass(2_500);
    assert.deepEqual(runs, [0, 1_000, 2_000]);
  });

  test('runs sooner when woken, once for many calls', async () => {
    const { poller, timers, runs } = createRun({ wakeAfterMs: 50 });
    poller.start();
    await timers.pass(100);
    for (let call = 0; call < 5; call += 1) poller.wake();
    await timers.pass(500);
    assert.deepEqual(runs, [0, 150]);
  });

  test('with an endless pause runs when it is woken, after the pause of the wake', async () => {
    const { poller, timers, runs } = createRun({
      everyMs: Number.POSITIVE_INFINITY,
      wakeAfterMs: 50,
    });
    poller.start();
    await timers.pass(100_000);
    poller.wake();
    await timers.pass(1_000);
    poller.wake(0);
    await timers.pass(1_000);
    assert.deepEqual(runs, [0, 100_050, 101_000]);
    await poller.stop();
    poller.wake();
    await timers.pass(1_000);
    assert.equal(runs.length, 3);
  });

  test('runs again after a wake during a run, and never twice at once', async () => {
    let finish: () => void = () => undefined;
    const { poller, timers, runs } = createRun({
      run: () => new Promise<void>((resolve) => (finish = resolve)),
    });
    poller.start();
    await timers.pass(10);
    poller.wake();
    poller.wake();
    await timers.pass(5_000);
    assert.deepEqual(runs, [0]);
    finish();
    await new Promise(setImmediate);
    await timers.pass(10);
    assert.deepEqual(runs, [0, 5_010]);
  });

  test('keeps a pause that the run asked for', async () => {
    const { poller, timers, runs } = createRun({ run: async () => 300 });
    poller.start();
    await timers.pass(100);
    poller.wake();
    await timers.pass(300);
    assert.deepEqual(runs, [0, 300]);
  });

  test('continues after an error, after the pause for errors', async () => {
    const { poller, timers, runs, errors } = createRun({
      errorPauseMs: 2_000,
      run: () => Promise.reject(new Error('away')),
    });
    poller.start();
    await timers.pass(100);
    poller.wake();
    await timers.pass(2_000);
    assert.deepEqual(runs, [0, 2_000]);
    assert.equal(errors.length, 2);
  });

  test('stops after the run in progress, and can be started again', async () => {
    let finish: () => void = () => undefined;
    const signals: AbortSignal[] = [];
    const { poller, timers, runs } = createRun({
      run: (signal) => new Promise<void>((resolve) => (signals.push(signal), (finish = resolve))),
    });
    const areAborted = () => signals.map(({ aborted }) => aborted);
    poller.start();
    await timers.pass(1);
    assert.deepEqual(areAborted(), [false]);
    let stopped = false;
    const stop = poller.stop().then(() => (stopped = true));
    await new Promise(setImmediate);
    assert.equal(stopped, false);
    assert.deepEqual(areAborted(), [true], 'its signal is aborted');
    finish();
    await stop;
    await timers.pass(5_000);
    assert.deepEqual(runs, [0]);
    poller.start();
    await timers.pass(1);
    assert.equal(runs.length, 2);
    assert.deepEqual(areAborted(), [true, false]);
  });

  test('can be started again at any moment while its last run ends', async () => {
    for (let turns = 0; turns < 12; turns += 1) {
      let finish: () => void = () => undefined;
      const { poller, timers, runs } = createRun({
        run: () => new Promise<void>((resolve) => (finish = resolve)),
      });
      poller.start();
      await timers.pass(1);
      void poller.stop();
      finish();
      for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
      poller.start();
      await new Promise(setImmediate);
      await timers.pass(5_000);
      assert.equal(runs.length, 2, `${turns} turns after the end`);
    }
  });

  test('may wait before its first run, and a wake ends that wait', async () => {
    const { poller, timers, runs } = createRun({ firstAfterMs: 15_000 });
    poller.start();
    await timers.pass(1_000);
    poller.wake();
    await timers.pass(1);
    assert.deepEqual(runs, [1_000]);
  });
});
