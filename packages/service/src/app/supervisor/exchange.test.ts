import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Counter, Gauge, Registry } from 'prom-client';
import { createManualTimers } from '../../../testing/manual-timers.ts';
import { type MetricsOfProcess, readMetrics } from '../../http/metrics.ts';
import { createExchange } from './exchange.ts';
import type { ToProcess } from './messages.ts';

function createThree() {
  const timers = createManualTimers();
  const received = new Map<string, ToProcess[]>(['a', 'b', 'c'].map((name) => [name, []]));
  const running = new Set(received.keys());
  const exchange = createExchange({
    members: () =>
      [...running].map((name) => ({
        name,
        send: (message) => void received.get(name)?.push(message),
      })),
    ownMetrics: () => [],
    timers,
  });
  return { exchange, received, running, timers };
}

async function metricsOf(finished: number, at: number): Promise<MetricsOfProcess> {
  const registry = new Registry();
  new Counter({ name: 'finished_total', help: 'f', registers: [registry] }).inc(finished);
  new Gauge({ name: 'held', help: 'h', registers: [registry] }).set(1);
  new Gauge({ name: 'last_seconds', help: 'l', aggregator: 'max', registers: [registry] }).set(at);
  return registry.getMetricsAsJSON();
}

/** As process `a` reads them, whose own are zero. */
async function textOf({ received }: ReturnType<typeof createThree>): Promise<string[]> {
  const answer = received.get('a')?.findLast(({ kind }) => kind === 'gathered');
  assert.ok(answer?.kind === 'gathered');
  const text = await readMetrics(new Registry(), async () => [
    await metricsOf(0, 0),
    ...answer.metrics,
  ]);
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

suite('the exchange between processes', () => {
  test('counts of limits reach all other processes', () => {
    const { exchange, received } = createThree();
    exchange.receive('a', { kind: 'counts', counts: [['requests', 'k', 1]] });
    assert.deepEqual(received.get('a'), []);
    assert.deepEqual(received.get('b'), [
      { kind: 'counts', from: 'a', counts: [['requests', 'k', 1]] },
    ]);
    assert.deepEqual(received.get('c'), received.get('b'));
  });

  test('metrics are summed, times are the latest, and counters outlive their process', async () => {
    const three = createThree();
    const { exchange, running } = three;
    exchange.receive('a', { kind: 'gather', id: 1, metrics: [] });
    exchange.receive('b', { kind: 'collected', id: 1, metrics: await metricsOf(5, 70) });
    exchange.receive('c', { kind: 'collected', id: 1, metrics: await metricsOf(2, 30) });
    assert.deepEqual(await textOf(three), ['finished_total 7', 'held 3', 'last_seconds 70']);
    running.delete('b');
    await exchange.forget('b');
    exchange.receive('a', { kind: 'gather', id: 2, metrics: [] });
    exchange.receive('c', { kind: 'collected', id: 2, metrics: await metricsOf(3, 30) });
    assert.deepEqual(await textOf(three), ['finished_total 8', 'held 2', 'last_seconds 30']);
  });

  test('a process that does not answer in time counts with its previous answer', async () => {
    const three = createThree();
    const { exchange, timers } = three;
    exchange.receive('a', { kind: 'gather', id: 1, metrics: [] });
    exchange.receive('b', { kind: 'collected', id: 1, metrics: await metricsOf(5, 70) });
    exchange.receive('c', { kind: 'collected', id: 1, metrics: await metricsOf(2, 30) });
    assert.deepEqual((await textOf(three)).at(0), 'finished_total 7');
    exchange.receive('a', { kind: 'gather', id: 2, metrics: [] });
    exchange.receive('b', { kind: 'collected', id: 2, metrics: await metricsOf(6, 70) });
    await timers.pass(1_000);
    assert.deepEqual((await textOf(three)).at(0), 'finished_total 8');
  });

  test('a process that never answered, or ends meanwhile, is left out', async () => {
    const three = createThree();
    const { exchange, timers } = three;
    exchange.receive('a', { kind: 'gather', id: 1, metrics: [] });
    exchange.receive('b', { kind: 'collected', id: 1, metrics: await metricsOf(5, 70) });
    await timers.pass(1_000);
    assert.deepEqual((await textOf(three)).at(0), 'finished_total 5');
    exchange.receive('a', { kind: 'gather', id: 2, metrics: [] });
    exchange.receive('b', { kind: 'collected', id: 2, metrics: await metricsOf(6, 70) });
    await exchange.forget('c');
    assert.deepEqual((await textOf(three)).at(0), 'finished_total 6');
  });
});
