import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createManualTimers } from '../../testing/manual-timers.ts';
import { createCallerPressure } from './caller-pressure.ts';

function createPressure(utilization: number) {
  const clock = createManualTimers();
  return { clock, pressure: createCallerPressure({ utilization: () => utilization, clock }) };
}

test('callers of a busy process press for as long as some of them get answers', async () => {
  const { clock, pressure } = createPressure(0.9);
  assert.equal(pressure.isHigh(), false);
  pressure.recordRequest('one');
  await clock.pass(100);
  assert.equal(pressure.isHigh(), true);
  assert.ok(Math.abs(pressure.freeTime() - 0.1) < 1e-9);
  await clock.pass(100);
  assert.equal(pressure.isHigh(), false);
});

test('a process that is hardly busy has no pressure, however many callers get answers', async () => {
  const { clock, pressure } = createPressure(0.5);
  for (let made = 0; made < 1_000; made += 1) pressure.recordRequest('one');
  await clock.pass(100);
  assert.equal(pressure.isHigh(), false);
});

test('thousands of groups a second are pressure', async () => {
  const { clock, pressure } = createPressure(0.5);
  for (let made = 0; made < 200; made += 1) pressure.recordAcceptance('one');
  await clock.pass(100);
  assert.equal(pressure.isHigh(), true);
});

test('the callers of one tenant do not count for its own work, and those of others do', async () => {
  const { clock, pressure } = createPressure(1);
  pressure.recordRequest('one');
  for (let made = 0; made < 200; made += 1) pressure.recordAcceptance('one');
  await clock.pass(100);
  assert.equal(pressure.isHigh('one'), false);
  assert.equal(pressure.isHigh('other'), true);
  pressure.recordRequest('other');
  await clock.pass(100);
  assert.equal(pressure.isHigh('one'), true);
});
