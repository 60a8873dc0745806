import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addDuration, durationOf, durationPattern, parseDuration } from './duration.ts';

const added = (time: string, text: string, sign?: 1 | -1) =>
  addDuration(new Date(time), durationOf(text), sign).toISOString();

suite('durations', () => {
  test('a duration counts in the calendar, and ends on the last day of a shorter month', () => {
    assert.equal(added('2026-01-31T08:00:00.000Z', 'P1M'), '2026-02-28T08:00:00.000Z');
    assert.equal(added('2028-02-29T08:00:00.000Z', 'P1Y'), '2029-02-28T08:00:00.000Z');
    assert.equal(added('2026-11-21T08:00:00.000Z', 'P1Y2M1W3D'), '2028-01-31T08:00:00.000Z');
    assert.equal(added('2026-03-31T08:00:00.000Z', 'P1M', -1), '2026-02-28T08:00:00.000Z');
    assert.equal(added('2026-03-02T08:00:00.000Z', 'P3D', -1), '2026-02-27T08:00:00.000Z');
  });

  test('the schema and the parser take the same texts', () => {
    const durations = ['P90D', 'P1Y', 'P6M', 'P2W', 'P1Y6M', 'P1M10D', 'P0Y3D'];
    const others = ['', 'P', '90D', 'P0D', 'P1.5D', 'P1H', 'PT1H', 'P-1D', 'P1D1Y', 'p1d', ' P1D'];
    const schema = new RegExp(durationPattern, 'u');
    for (const text of durations) {
      assert.ok(parseDuration(text), text);
      assert.ok(schema.test(text), text);
    }
    for (const text of others) {
      assert.equal(parseDuration(text), undefined, text);
      assert.ok(!schema.test(text), text);
      assert.throws(() => durationOf(text), TypeError);
    }
  });
});
