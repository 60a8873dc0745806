import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from './errors.ts';
import { isDay, readMoment } from './moment.ts';

test('a text is a time that the database can keep, or a fault of its member', () => {
  assert.equal(readMoment(null, 'until'), undefined);
  assert.equal(readMoment(undefined, 'until'), undefined);
  assert.equal(readMoment('2027-12-31T00:00:00Z', 'until')?.getTime(), Date.UTC(2027, 11, 31));
  for (const text of ['', 'tomorrow', '2027-13-01', '-100000-01-01T00:00:00Z', '+010000-01-01']) {
    assert.throws(
      () => readMoment(text, 'until'),
      (error) => error instanceof DomainError && error.faults[0]?.pointer === '/until',
      text,
    );
  }
});

test('a day is one of the calendar', () => {
  for (const text of ['2028-02-29', '0001-01-01', '9999-12-31']) assert.ok(isDay(text), text);
  for (const text of ['2027-02-29', '2027-13-01', '0000-01-01', '27-01-01', '2027-01-01T', '']) {
    assert.ok(!isDay(text), text);
  }
});
