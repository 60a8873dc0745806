// The plan and the result of a departure as they are printed outside of a terminal.
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import type { HandedOver, PlannedDeparture } from '@groupwright/client';
import { handoverPlanText, handoverText } from './handover-text.ts';
import { createPaint } from './paint.ts';

const paint = createPaint(new PassThrough());
const place = {
  teamId: 't-1',
  state: 'active',
  role: 'member',
  responsible: 'eve@x.example',
  deputy: null,
  vacant: [],
  waitsFor: null,
  rosters: [],
};
const named = { source: 'hr', role: 'member', until: null, isHeld: false, taskId: null };
const kept: Pick<HandedOver, 'waitsFor' | 'rosters'> = {
  waitsFor: 'roster',
  rosters: [
    { ...named, source: 'erp', until: '2027-06-30T00:00:00.000Z' },
    named,
    { ...named, source: 'crm', isHeld: true, taskId: 'k-1' },
  ],
};
const sentence =
  '… Staff: stays by the roster of erp until 2027-06-30, hr, crm (removal held, task k-1)';

test('a place that rosters give is neither handed over nor refused, and has its sources', () => {
  const planned: PlannedDeparture = {
    ...place,
    displayName: 'Track',
    etag: '1',
    changed: true,
    conforms: true,
    error: null,
  };
  const plan = handoverPlanText(paint, {
    person: { id: 'p-1', email: 'anna@x.example', displayName: 'Anna' },
    items: [planned, { ...planned, ...kept, displayName: 'Staff', changed: false }],
  });
  assert.deepEqual(plan.split('\n').slice(-2), [
    sentence,
    '1 to hand over, 0 would be refused, 1 with a place by a roster.',
  ]);
  const done = handoverText(paint, [
    { ...place, displayName: 'Track', status: 'succeeded', operationId: 'o-1' },
    { ...place, ...kept, displayName: 'Staff' },
  ]);
  assert.deepEqual(done.split('\n'), [sentence, '1 handed over, 1 with a place by a roster.']);
});
