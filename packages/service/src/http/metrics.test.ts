import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics } from './metrics.ts';

test('answered requests are counted, of all routes and with each status', () => {
  const metrics = createMetrics();
  assert.equal(metrics.countRequests(), 0);
  const read = metrics.ofRoute('GET', '/teams/:teamId');
  const create = metrics.ofRoute('POST', '/teams');
  read.observe(200, 0.4);
  read.observe(404, 3);
  create.observe(200, 45_000);
  assert.equal(metrics.countRequests(), 3);
});
