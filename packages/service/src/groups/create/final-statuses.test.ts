import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFinalStatuses } from './final-statuses.ts';

const key = { tenantId: 'tenant', teamId: 'team' };
const status = { organisationId: 'organisation', templateId: 'organisation', body: '{}' };

test('a final status is known for half a second from the begin of its reading, and to its tenant only', () => {
  let now = 1_000;
  const statuses = createFinalStatuses({ now: () => now });
  statuses.keep(key, status, now - 100);
  assert.equal(statuses.find(key), status);
  assert.equal(statuses.find({ ...key, tenantId: 'other' }), undefined);
  now += 399;
  assert.equal(statuses.find(key), status);
  now += 1;
  assert.equal(statuses.find(key), undefined);
});

test('thousands of groups that end take a bounded place', () => {
  const statuses = createFinalStatuses({ now: () => 0 });
  const keys = Array.from({ length: 5_000 }, (_, n) => ({ tenantId: 'tenant', teamId: `${n}` }));
  for (const one of keys) statuses.keep(one, status, 0);
  const known = keys.filter((one) => statuses.find(one) !== undefined).length;
  assert.ok(known >= 1_000 && known <= 2_000);
});
