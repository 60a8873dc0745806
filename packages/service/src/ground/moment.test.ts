import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isDay, momentOf, parseMoment } from './moment.ts';

test('a moment is RFC 3339 with a zone, of a day that exists, with any fraction', () => {
  const moments = {
    '2027-12-31T00:00:00Z': '2027-12-31T00:00:00.000Z',
    '2028-02-29T00:00:00z': '2028-02-29T00:00:00.000Z',
    '2027-06-30t23:59:59.9Z': '2027-06-30T23:59:59.900Z',
    '2027-06-30T00:00:00.1234567Z': '2027-06-30T00:00:00.123Z',
    '2027-06-30T00:00:00.123456789012345678Z': '2027-06-30T00:00:00.123Z',
    '2027-06-30T00:00:00+02:00': '2027-06-29T22:00:00.000Z',
    '2027-06-30T18:30:00-05:30': '2027-07-01T00:00:00.000Z',
    '2027-06-30T00:00:00-00:00': '2027-06-30T00:00:00.000Z',
    '0001-01-01T00:00:00Z': '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z': '9999-12-31T23:59:59.999Z',
  };
  for (const [text, read] of Object.entries(moments)) {
    assert.equal(parseMoment(text)?.toISOString(), read, text);
  }
});

test('any other text is no moment', () => {
  const others = [
    '06/07/2027',
    'June 30, 2027',
    '30.06.2027',
    '2027',
    '2027-06',
    '2027-06-30',
    '2027-02-29T00:00:00Z',
    '2027-04-31T00:00:00Z',
    '2027-13-01T00:00:00Z',
    '2027-00-01T00:00:00Z',
    '2027-06-00T00:00:00Z',
    '2027-06-30T00:00:00',
    '2027-06-30T00:00Z',
    '2027-06-30 00:00:00Z',
    '2027-06-30T24:00:00Z',
    '2027-06-30T00:60:00Z',
    '2027-06-30T23:59:60Z',
    '2027-06-30T00:00:00,5Z',
    '2027-06-30T00:00:00.Z',
    '2027-06-30T00:00:00+2:00',
    '2027-06-30T00:00:00+0200',
    '2027-06-30T00:00:00+24:00',
    '2027-06-30T00:00:00Europe/Berlin',
    ' 2027-06-30T00:00:00Z',
    '2027-06-30T00:00:00Z\n',
    '20270630T000000Z',
    '2027-W26-3T00:00:00Z',
    '0000-12-31T00:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    '+010000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '1782777600',
    'tomorrow',
    'abc',
    '',
  ];
  for (const text of others) assert.equal(parseMoment(text), undefined, text);
});

test('each moment that JavaScript writes is read as the same', () => {
  const min = new Date('0001-01-01T00:00:00Z');
  const max = new Date('9999-12-31T23:59:59.999Z');
  fc.assert(
    fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
      assert.equal(parseMoment(date.toISOString())?.getTime(), date.getTime());
    }),
  );
});

test('null is no moment, and a text that no schema checked is an error', () => {
  assert.equal(momentOf(null), undefined);
  assert.equal(momentOf(undefined), undefined);
  assert.throws(() => momentOf('2027-02-29T00:00:00Z'), TypeError);
});

test('a day is one of the calendar', () => {
  for (const text of ['2028-02-29', '0001-01-01', '9999-12-31']) assert.ok(isDay(text), text);
  for (const text of ['2027-02-29', '2027-13-01', '0000-01-01', '27-01-01', '2027-01-01T', '']) {
    assert.ok(!isDay(text), text);
  }
});
