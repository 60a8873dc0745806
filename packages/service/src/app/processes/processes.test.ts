import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Counter, Gauge, Registry } from 'prom-client';
import { eventually } from '../../../testing/eventually.ts';
import { createManualTimers } from '../../../testing/manual-timers.ts';
import { type MetricsOfProcess, readMetrics } from '../../http/metrics.ts';
import { planProcesses } from './process-plans.ts';
import { createProcesses, type ProcessListener, type ToProcess } from './processes.ts';

interface Forked extends ProcessListener {
  readonly messages: ToProcess[];
  /** The kinds of the messages, and the signals. */
  readonly received: string[];
}

const database = { url: 'postgres://x.example/x' };

function fork(count = 2) {
  const clock = createManualTimers();
  const forked: Forked[] = [];
  const lines: string[] = [];
  const note = (_members: object, text: string) => void lines.push(text);
  const processes = createProcesses({
    plans: planProcesses(count, ['api', 'worker']),
    fork(listener) {
      const one: Forked = { ...listener, messages: [], received: [] };
      forked.push(one);
      return {
        processId: forked.length,
        send(message) {
          one.messages.push(message);
          one.received.push(message.kind);
        },
        kill(signal) {
          one.received.push(signal);
          if (signal === 'SIGKILL') one.onEnd(signal);
        },
      };
    },
    clock,
    log: { info: note, error: note } as never,
  });
  return { clock, forked, lines, processes };
}

async function startAll({ forked, processes }: ReturnType<typeof fork>): Promise<void> {
  for (const one of forked) one.onMessage({ kind: 'loaded' });
  const started = processes.start(database);
  for (const one of forked) one.onMessage({ kind: 'ready' });
  await started;
  processes.complete();
}

test('processes load before the database is there, and start once it is', async () => {
  const all = fork();
  const { forked, processes } = all;
  const [api, worker] = forked;
  api?.onMessage({ kind: 'loaded' });
  assert.deepEqual(api?.received, []);
  const started = processes.start(database);
  worker?.onMessage({ kind: 'loaded' });
  assert.deepEqual([api?.received, worker?.received], [['start'], ['start']]);
  for (const one of forked) one.onMessage({ kind: 'ready' });
  await started;
  processes.complete();
  assert.deepEqual(api?.received, ['start', 'complete']);
});

test('before a stop, all processes let their callers leave', async () => {
  const all = fork();
  const { clock, forked, processes } = all;
  await startAll(all);
  await processes.drain(0);
  const drained = processes.drain(5_000);
  assert.deepEqual(
    forked.map(({ messages }) => messages.at(-1)),
    [1, 2].map(() => ({ kind: 'drain', delayMs: 5_000 })),
  );
  assert.deepEqual(forked[0]?.received, ['start', 'complete', 'drain']);
  await clock.pass(5_000);
  await drained;
});

test('a process that cannot start ends the first start', async () => {
  const { forked, processes } = fork();
  const started = processes.start(database);
  forked[0]?.onEnd('exit code 1');
  await assert.rejects(started, { name: 'StartError', message: /The process api did not start/ });
});

test('a process that has ended is replaced after a pause that grows while it keeps ending', async () => {
  const all = fork();
  const { clock, forked, lines } = all;
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
});

test('a stop waits for all, kills one that does not end, and starts none again', async () => {
  const all = fork();
  const { clock, forked, processes } = all;
  await startAll(all);
  const stopped = assert.rejects(processes.stop(), /had to be killed/);
  const [api, worker] = forked;
  assert.deepEqual([api?.received.at(-1), worker?.received.at(-1)], ['SIGTERM', 'SIGTERM']);
  api?.onEnd('exit code 0');
  await clock.pass(24_999);
  assert.equal(worker?.received.at(-1), 'SIGTERM');
  await clock.pass(1);
  await stopped;
  assert.equal(worker.received.at(-1), 'SIGKILL');
  await clock.pass(60_000);
  assert.equal(forked.length, 2);
});

test('a stop during the pause of a restart does not wait for it', async () => {
  const all = fork();
  const { clock, forked, processes } = all;
  await startAll(all);
  forked[1]?.onEnd('SIGKILL');
  const stopped = processes.stop();
  forked[0]?.onEnd('exit code 0');
  await stopped;
  await clock.pass(60_000);
  assert.equal(forked.length, 2);
});

test('a process that dies while it reads the configuration again holds up nobody', async () => {
  const all = fork();
  const { forked, processes } = all;
  await startAll(all);
  const refreshed = processes.refresh();
  forked[0]?.onMessage({ kind: 'refreshed' });
  forked[1]?.onEnd('SIGKILL');
  await refreshed;
});

test('the counts of limits and the end of a process reach all others', async () => {
  const all = fork(3);
  const { forked } = all;
  await startAll(all);
  for (const one of forked) one.messages.length = 0;
  forked[0]?.onMessage({ kind: 'counts', counts: [['requests', 'k', 1]] });
  forked[0]?.onEnd('SIGKILL');
  assert.deepEqual(forked[0]?.messages, []);
  for (const other of forked.slice(1)) {
    assert.deepEqual(other.messages, [
      { kind: 'counts', from: 'api 1', counts: [['requests', 'k', 1]] },
      { kind: 'ended', from: 'api 1' },
    ]);
  }
});

async function metricsOf(finished: number, at: number): Promise<MetricsOfProcess> {
  const registry = new Registry();
  new Counter({ name: 'finished_total', help: 'f', registers: [registry] }).inc(finished);
  new Gauge({ name: 'held', help: 'h', registers: [registry] }).set(1);
  new Gauge({ name: 'last_seconds', help: 'l', aggregator: 'max', registers: [registry] }).set(at);
  return registry.getMetricsAsJSON();
}

/** The first process reads them, whose own are zero. */
async function textOf([asker]: readonly Forked[], id: number): Promise<string[]> {
  const isAnswer = (message: ToProcess) => message.kind === 'gathered' && message.id === id;
  await eventually(() => asker?.messages.some(isAnswer) === true, 'the metrics are gathered');
  const answer = asker?.messages.find(isAnswer);
  assert.ok(answer?.kind === 'gathered');
  const others = answer.metrics;
  const text = await readMetrics(new Registry(), async () => [await metricsOf(0, 0), ...others]);
  return text.split('\n').filter((line) => /^(?:finished|held|last)/.test(line));
}

test('metrics are summed, times are the latest, and counters outlive their process', async () => {
  const all = fork(3);
  const { forked } = all;
  const [a, b, c] = forked;
  await startAll(all);
  a?.onMessage({ kind: 'gather', id: 1, metrics: [] });
  b?.onMessage({ kind: 'collected', metrics: await metricsOf(5, 70) });
  c?.onMessage({ kind: 'collected', metrics: await metricsOf(2, 30) });
  assert.deepEqual(await textOf(forked, 1), ['finished_total 7', 'held 3', 'last_seconds 70']);
  b?.onEnd('SIGKILL');
  a?.onMessage({ kind: 'gather', id: 2, metrics: [] });
  c?.onMessage({ kind: 'collected', metrics: await metricsOf(3, 30) });
  assert.deepEqual(await textOf(forked, 2), ['finished_total 8', 'held 2', 'last_seconds 30']);
});

test('a process that does not answer in time counts with its previous metrics, and one that ends with none', async () => {
  const all = fork(3);
  const { clock, forked } = all;
  const [a, b, c] = forked;
  await startAll(all);
  a?.onMessage({ kind: 'gather', id: 1, metrics: [] });
  b?.onMessage({ kind: 'collected', metrics: await metricsOf(5, 70) });
  await clock.pass(1_000);
  assert.deepEqual((await textOf(forked, 1)).at(0), 'finished_total 5');
  a?.onMessage({ kind: 'gather', id: 2, metrics: [] });
  c?.onMessage({ kind: 'collected', metrics: await metricsOf(2, 30) });
  await clock.pass(1_000);
  assert.deepEqual((await textOf(forked, 2)).at(0), 'finished_total 7');
  a?.onMessage({ kind: 'gather', id: 3, metrics: [] });
  b?.onMessage({ kind: 'collected', metrics: await metricsOf(6, 70) });
  c?.onEnd('SIGKILL');
  assert.deepEqual((await textOf(forked, 3)).at(0), 'finished_total 8');
});
