import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  dayAfter,
  endAfterReminder,
  expiryByPolicy,
  firstExpiry,
  latestExpiry,
  nextInSeries,
  seriesBegan,
} from './lifecycle-dates.ts';
import { completeLifecycle, lifecycleFaults } from './lifecycle-policy.ts';

const berlin = { timeZone: 'Europe/Berlin', hour: 8 };
const group = (existsSince: string, requestedExpiry: Date | null = null) => ({
  existsSince: new Date(existsSince),
  properties: {},
  requestedExpiry,
});

test('an expiry is at the tenant’s hour on both sides of a change of the clocks', () => {
  const policy = completeLifecycle({ expires: { after: 'P90D' } });
  const expiry = (since: string) => expiryByPolicy(policy, group(since), berlin)?.toISOString();
  // In winter time to summer time, and back.
  assert.equal(expiry('2027-01-10T12:00:00Z'), '2027-04-10T06:00:00.000Z');
  assert.equal(expiry('2027-08-10T12:00:00Z'), '2027-11-08T07:00:00.000Z');
});

test('a year after a leap day ends on the last day of February, and a reminder counts back from it', () => {
  const after = dayAfter(new Date('2028-02-29T10:00:00Z'), 'P1Y', berlin);
  assert.equal(after.toISOString(), '2029-02-28T07:00:00.000Z');
  const before = dayAfter(new Date('2028-03-30T10:00:00Z'), 'P1M', berlin, -1);
  assert.equal(before.toISOString(), '2028-02-29T07:00:00.000Z');
});

test('a series of months keeps the day on which it began', () => {
  const seriesOf = (began: string, period: string, count: number) => {
    const beginning = new Date(began);
    const dates = [dayAfter(beginning, period, berlin)];
    for (let index = 1; index < count; index += 1) {
      dates.push(nextInSeries(dates[index - 1] ?? beginning, period, beginning, berlin));
    }
    return dates.map((date) => date.toISOString().slice(0, 10));
  };
  const months = ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30'];
  assert.deepEqual(seriesOf('2027-01-31T10:00:00Z', 'P1M', 5), months);
  // It is 31 January in Berlin already.
  assert.deepEqual(seriesOf('2027-01-30T23:30:00Z', 'P1M', 5), months);
  assert.deepEqual(seriesOf('2028-01-30T10:00:00Z', 'P1M', 2), ['2028-02-29', '2028-03-30']);
  assert.deepEqual(seriesOf('2027-08-31T10:00:00Z', 'P6M', 3), [
    '2028-02-29',
    '2028-08-31',
    '2029-02-28',
  ]);
  assert.deepEqual(seriesOf('2028-02-29T10:00:00Z', 'P1Y', 4).at(-1), '2032-02-29');
  assert.deepEqual(seriesOf('2027-02-28T10:00:00Z', 'P1M', 2), ['2027-03-28', '2027-04-28']);
  assert.deepEqual(seriesOf('2027-01-31T10:00:00Z', 'P30D', 2), ['2027-03-02', '2027-04-01']);
  // A date that a person chose within the month counts as it is.
  const chosen = new Date('2027-02-15T07:00:00Z');
  const next = nextInSeries(chosen, 'P1M', new Date('2027-01-31T10:00:00Z'), berlin);
  assert.equal(next.toISOString().slice(0, 10), '2027-03-15');
});

test('a series begins with the day of the policy, or with the group', () => {
  const since = group('2027-01-10T12:00:00Z');
  const began = (expires: object, properties = {}) =>
    seriesBegan(completeLifecycle({ expires }), { ...since, properties }, berlin)
      .toISOString()
      .slice(0, 10);
  assert.equal(began({ after: 'P1M' }), '2027-01-10');
  assert.equal(began({ on: '2027-01-31' }), '2027-01-31');
  assert.equal(began({ property: 'end', plus: 'P1M' }, { end: '2027-01-31' }), '2027-01-31');
  assert.equal(began({ property: 'end', plus: 'P1M' }, { end: 'soon' }), '2027-01-10');
});

test('a requested expiry counts where callers may set one, up to the longest', () => {
  const requested = new Date('2030-05-05T10:00:00Z');
  const since = '2027-01-10T12:00:00Z';
  const policy = completeLifecycle({ expires: { after: 'P1Y' }, callerMaySet: true });
  const short = completeLifecycle({
    expires: { after: 'P1Y' },
    callerMaySet: true,
    longest: 'P2Y',
  });
  assert.deepEqual(expiryByPolicy(policy, group(since, requested), berlin), requested);
  const latest = latestExpiry(short, new Date(since), berlin);
  assert.deepEqual(expiryByPolicy(short, group(since, requested), berlin), latest);
  const fixed = completeLifecycle({ expires: { after: 'P1Y' } });
  const usual = expiryByPolicy(fixed, group(since, requested), berlin);
  assert.equal(usual?.toISOString(), '2028-01-10T07:00:00.000Z');
});

test('a reminder of the day before is in time also some hours late, and one that is later gives a week', () => {
  const planned = new Date('2027-03-02T07:00:00Z');
  const endAfter = (sent: string) =>
    endAfterReminder(planned, new Date(sent), berlin).toISOString();
  assert.equal(endAfter('2027-02-20T07:00:00Z'), planned.toISOString());
  assert.equal(endAfter('2027-03-01T10:59:59Z'), planned.toISOString());
  assert.equal(endAfter('2027-03-01T11:00:01Z'), '2027-03-09T07:00:00.000Z');
  assert.equal(endAfter('2027-03-27T12:00:00Z'), '2027-04-04T06:00:00.000Z');
  assert.equal(endAfter('2027-03-02T07:00:00Z'), '2027-03-09T07:00:00.000Z');
});

test('existing groups whose date falls into the grace are spread over days, each at its place', () => {
  const now = new Date('2027-03-10T09:00:00Z');
  const spread = completeLifecycle({
    expires: { after: 'P1Y' },
    graceForExisting: 'P60D',
    spreadExisting: 'P30D',
  });
  const of = (index: number, byPolicy: Date | null = now) =>
    firstExpiry(byPolicy, { now, teamId: `team-${index}` }, spread, berlin);
  const days = Array.from({ length: 1_000 }, (_, index) => of(index)?.toISOString() ?? '');
  const distinct = [...new Set(days)].sort();
  assert.equal(distinct.length, 31);
  assert.deepEqual(
    [distinct[0], distinct.at(-1)],
    ['2027-05-09T06:00:00.000Z', '2027-06-08T06:00:00.000Z'],
  );
  const most = Math.max(...distinct.map((day) => days.filter((one) => one === day).length));
  assert.ok(most < 60, `${most} of 1,000 on one day`);
  assert.equal(of(7)?.toISOString(), days[7], 'a repeated look gives the same day');
  const later = new Date('2027-05-20T06:00:00Z');
  assert.deepEqual([of(7, later), of(7, null)], [later, null], 'other dates stay');
  const { spreadExisting: _, ...together } = spread;
  const end = firstExpiry(now, { now, teamId: 'team-7' }, together, berlin);
  assert.equal(end?.toISOString(), '2027-05-09T06:00:00.000Z');
});

test('a spread that is longer than a year is refused, beside its member', () => {
  const faults = lifecycleFaults(
    { expires: { after: 'P1Y' }, spreadExisting: 'P13M' },
    '/lifecycle',
  );
  assert.deepEqual(
    faults.map(({ pointer, code }) => `${pointer} ${code}`),
    ['/lifecycle/spreadExisting too_long'],
  );
});
