import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { testSeed } from '../../testing/seed.ts';
import { canonicalJson } from './canonical-json.ts';

test('canonical JSON has one spelling whatever the order of members', () => {
  assert.equal(
    canonicalJson({ b: [1, { d: null, c: 'é' }], a: true }),
    '{"a":true,"b":[1,{"c":"é","d":null}]}',
  );
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
      assert.equal(canonicalJson(reversed(value)), text);
    }),
    { seed: testSeed, numRuns: 200 },
  );
});

test('canonical JSON leaves out what JSON.stringify does, and writes dates as it does', () => {
  const value = { b: undefined, a: [undefined, new Date(0)], c: '\u2028"' };
  assert.equal(canonicalJson(value), JSON.stringify(value));
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}
