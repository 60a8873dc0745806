import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, atLocalHour, localTime, timeZoneFaults } from './zoned-time.ts';

describe('the time in a zone', () => {
  it('is that of its clocks, in summer and in winter', () => {
    const at = (iso: string) => localTime(new Date(iso), 'Europe/Berlin');
    assert.deepEqual(at('2027-01-31T23:30:00Z'), {
      date: '2027-02-01',
      hour: 0,
      minute: 30,
      second: 0,
    });
    assert.equal(at('2027-07-01T22:30:00Z').date, '2027-07-02');
  });

  it('finds the moment at which clocks show an hour, also on days when they change', () => {
    const at = (date: string, hour: number, zone = 'Europe/Berlin') =>
      atLocalHour(date, hour, zone).toISOString();
    assert.equal(at('2027-01-15', 8), '2027-01-15T07:00:00.000Z');
    assert.equal(at('2027-07-15', 8), '2027-07-15T06:00:00.000Z');
    assert.equal(at('2027-03-28', 8), '2027-03-28T06:00:00.000Z');
    assert.equal(at('2027-10-31', 8), '2027-10-31T07:00:00.000Z');
    // 02:00 does not exist on that day, and exists twice on the other.
    assert.equal(at('2027-03-28', 2), '2027-03-28T01:00:00.000Z');
    assert.equal(at('2027-10-31', 2), '2027-10-31T00:00:00.000Z');
    assert.equal(at('2027-06-01', 8, 'Pacific/Kiritimati'), '2027-05-31T18:00:00.000Z');
    assert.equal(at('2027-06-01', 8, 'America/Los_Angeles'), '2027-06-01T15:00:00.000Z');
  });

  it('counts days over the ends of months and leap years', () => {
    assert.equal(addDays('2028-02-28', 1), '2028-02-29');
    assert.equal(addDays('2027-03-01', -1), '2027-02-28');
    assert.equal(addDays('2027-12-31', 1), '2028-01-01');
  });

  it('knows which names are time zones', () => {
    for (const name of [
      'Europe/Zurich',
      'Pacific/Honolulu',
      'Etc/GMT+2',
      'UTC',
      'Japan',
      'EST5EDT',
    ]) {
      assert.deepEqual(timeZoneFaults(name), [], name);
    }
    const offsets = ['+02:00', '-0500', '+05', '−02:00', 'GMT+2'];
    const abbreviations = ['CET', 'PST', 'BST', 'IST', 'AET', 'ist'];
    const old = ['SystemV/AST4', 'US/Pacific-New'];
    for (const name of ['Europe/Atlantis', ...offsets, ...abbreviations, ...old, '']) {
      const [fault] = timeZoneFaults(name);
      assert.equal(fault?.pointer, '/timeZone', name);
      assert.match(fault?.detail ?? '', /such as Europe\/Berlin/);
    }
  });

  it('pads the years of a text that is being typed', () => {
    assert.equal(atLocalHour('0002-06-30', 8, 'UTC').toISOString(), '0002-06-30T08:00:00.000Z');
  });
});
