import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualTimers } from '../../../testing/manual-timers.ts';
import type { ToProcess } from './messages.ts';
import { planProcesses } from './process-plans.ts';
import { createSupervisor, type ProcessListener } from './supervise.ts';

interface Forked extends ProcessListener {
  readonly received: ToProcess['kind'][];
  wasKilled: boolean;
}

const database = { url: 'postgres://x.example/x' };

function supervise() {
  const clock = createManualTimers();
  const forked: Forked[] = [];
  const lines: string[] = [];
  const note = (_members: object, text: string) => void lines.push(text);
  const supervisor = createSupervisor({
    plans: planProcesses(2, ['api', 'worker']),
    fork(listener) {
      const one: Forked = { ...listener, received: [], wasKilled: false };
      forked.push(one);
      return {
        processId: forked.length,
        send: (message) => void one.received.push(message.kind),
        kill() {
          one.wasKilled = true;
          one.onEnd('SIGKILL');
        },
      };
    },
    clock,
    log: { info: note, error: note } as never,
  });
  return { clock, forked, lines, supervisor };
}

async function startAll({ forked, supervisor }: ReturnType<typeof supervise>): Promise<void> {
  for (const one of forked) one.onMessage({ kind: 'loaded' });
  const started = supervisor.start(database);
  for (const one of forked) one.onMessage({ kind: 'ready' });
  await started;
  supervisor.complete();
}

test('processes load before the database is there, and start once it is', async () => {
  const all = supervise();
  const { forked, supervisor } = all;
  const [api, worker] = forked;
  api?.onMessage({ kind: 'loaded' });
  assert.deepEqual(api?.received, []);
  const started = supervisor.start(database);
  worker?.onMessage({ kind: 'loaded' });
  assert.deepEqual([api?.received, worker?.received], [['start'], ['start']]);
  for (const one of forked) one.onMessage({ kind: 'ready' });
  await started;
  supervisor.complete();
  assert.deepEqual(api?.received, ['start', 'complete']);
});

test('a process that cannot start ends the first start with its reason', async () => {
  const { forked, supervisor } = supervise();
  const started = supervisor.start(database);
  forked[0]?.onMessage({ kind: 'failed', explanation: 'The port is in use.' });
  forked[0]?.onEnd('exit code 1');
  await assert.rejects(started, { name: 'StartError', message: 'The port is in use.' });
});

test('a process that has ended is replaced after a pause that grows while it keeps ending', async () => {
  const all = supervise();
  const { clock, forked, lines, supervisor } = all;
  await startAll(all);
  const pauses = [100, 200, 400, 800];
  for (const [index, pauseMs] of pauses.entries()) {
    forked.at(-1)?.onEnd('SIGKILL');
    await clock.pass(pauseMs - 1);
    assert.equal(forked.length, 2 + index);
    await clock.pass(1);
    assert.equal(forked.length, 3 + index);
    forked.at(-1)?.onMessage({ kind: 'loaded' });
    forked.at(-1)?.onMessage({ kind: 'ready' });
    assert.deepEqual(forked.at(-1)?.received, ['start', 'complete']);
  }
  await clock.pass(60_000);
  forked.at(-1)?.onEnd('SIGKILL');
  await clock.pass(100);
  assert.equal(forked.length, 7, 'the pause is short again after a steady minute');
  assert.equal(lines.filter((line) => line === 'a process is back').length, 4);
  assert.equal(supervisor.processIds()['api'], 1);
});

test('a stop waits for all, kills one that does not end, and starts none again', async () => {
  const all = supervise();
  const { clock, forked, supervisor } = all;
  await startAll(all);
  const stopped = assert.rejects(supervisor.stop(), /had to be killed/);
  const [api, worker] = forked;
  assert.deepEqual([api?.received.at(-1), worker?.received.at(-1)], ['stop', 'stop']);
  api?.onEnd('exit code 0');
  await clock.pass(24_999);
  assert.ok(worker?.wasKilled === false);
  await clock.pass(1);
  await stopped;
  assert.ok(worker.wasKilled);
  await clock.pass(60_000);
  assert.equal(forked.length, 2);
});

test('a stop during the pause of a restart does not wait for it', async () => {
  const all = supervise();
  const { clock, forked, supervisor } = all;
  await startAll(all);
  forked[1]?.onEnd('SIGKILL');
  const stopped = supervisor.stop();
  forked[0]?.onEnd('exit code 0');
  await stopped;
  await clock.pass(60_000);
  assert.equal(forked.length, 2);
});

test('a process that dies while it reads the configuration again holds up nobody', async () => {
  const all = supervise();
  const { forked, supervisor } = all;
  await startAll(all);
  const refreshed = supervisor.refresh();
  forked[0]?.onMessage({ kind: 'refreshed' });
  forked[1]?.onEnd('SIGKILL');
  await refreshed;
});
