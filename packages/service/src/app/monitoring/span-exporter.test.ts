import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createManualTimers } from '../../../testing/manual-timers.ts';
import { newContext, type Span } from '../../ground/trace.ts';
import { createSpanExporter } from './span-exporter.ts';

function run(send: (spans: readonly Span[]) => Promise<void>) {
  const timers = createManualTimers();
  const errors: number[] = [];
  const onError = (_: unknown, dropped: number) => errors.push(dropped);
  return { timers, errors, exporter: createSpanExporter({ send, timers, randomBytes, onError }) };
}

const root = newContext(undefined, randomBytes);

function span(name: string, isSampled = true): Span {
  return {
    context: { ...root, isSampled },
    parent: undefined,
    name,
    kind: 'internal',
    startedAt: 0,
    durationMs: 1,
    attributes: {},
    hasFailed: false,
  };
}

test('spans are sent in batches, soon and at the end, and unsampled ones not at all', async () => {
  const batches: string[][] = [];
  const { timers, exporter } = run(async (spans) => {
    batches.push(spans.map(({ name }) => name));
  });
  exporter.end(span('a'));
  exporter.end(span('unsampled', false));
  exporter.end(span('b'));
  assert.deepEqual(batches, []);
  await timers.pass(2_000);
  assert.deepEqual(batches, [['a', 'b']]);
  exporter.end(span('c'));
  await exporter.close();
  assert.deepEqual(batches, [['a', 'b'], ['c']]);
});

test('a parent that is not sampled is passed on as it is', () => {
  const { exporter } = run(async () => undefined);
  const unsampled = { ...root, isSampled: false };
  assert.deepEqual(exporter.begin(unsampled), unsampled);
  assert.notEqual(exporter.begin(root).spanId, root.spanId);
});

test('while the collector is away, spans are dropped beyond a bound, and the error has their number', async () => {
  const { timers, errors, exporter } = run(() => Promise.reject(new Error('away')));
  for (let count = 0; count < 5_000; count += 1) exporter.end(span('a'));
  await timers.pass(2_000);
  assert.deepEqual(errors, [512 + 5_000 - 4_096]);
  await exporter.close();
  assert.deepEqual(errors.slice(1), [512], 'a stop tries once and ends');
});
