import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { newContext, readTraceparent, writeTraceparent } from './trace.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

test('a context is read and written in its form', () => {
  const text = `00-${traceId}-${spanId}-01`;
  const context = readTraceparent(text);
  assert.deepEqual(context, { traceId, spanId, isSampled: true });
  assert.equal(context && writeTraceparent(context), text);
  assert.equal(readTraceparent(`00-${traceId}-${spanId}-02`)?.isSampled, false);
  assert.equal(readTraceparent(`cc-${traceId}-${spanId}-03-later`)?.isSampled, true);
});

test('what is no context is passed over', () => {
  const wrong = [
    undefined,
    '',
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-01-more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    // Node joins a header that was sent twice.
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01\n`,
  ];
  for (const text of wrong) assert.equal(readTraceparent(text), undefined, text);
});

test('a span below another has its trace and a separate span id', () => {
  const parent = { traceId, spanId, isSampled: false };
  const child = newContext(parent, randomBytes);
  assert.deepEqual({ ...child, spanId: '' }, { ...parent, spanId: '' });
  assert.notEqual(child.spanId, spanId);
  const root = newContext(undefined, randomBytes);
  assert.deepEqual(readTraceparent(writeTraceparent(root)), root);
  assert.equal(root.isSampled, true);
});
