import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeLifecycle, lifecycleFaults } from './lifecycle-policy.ts';

test('absent members have their defaults, and an absent policy stays absent', () => {
  assert.deepEqual(completeLifecycle({ inactivity: {} }).inactivity, {
    after: 'P180D',
    ask: ['responsible', 'deputy'],
    within: 'P30D',
    unanswered: 'keep',
    quietFor: 'P180D',
  });
  assert.equal('inactivity' in completeLifecycle({ expires: { after: 'P1Y' } }), false);
  assert.equal('inactivity' in completeLifecycle({ inactivity: null }), false);
  assert.deepEqual(lifecycleFaults({ inactivity: {} }, '/policy/lifecycle'), []);
});

test('each member is refused where it is too short or no duration, with its place', () => {
  for (const [member, value, code] of [
    ['after', 'P29D', 'too_short'],
    ['after', 'P4W', 'too_short'],
    ['within', 'P6D', 'too_short'],
    ['quietFor', 'P1D', 'too_short'],
    ['after', 'soon', 'not_valid'],
    ['within', 'PT7H', 'not_valid'],
    ['quietFor', 'P0D', 'not_valid'],
  ] as const) {
    const faults = lifecycleFaults({ inactivity: { [member]: value } }, '/policy/lifecycle');
    assert.deepEqual(
      faults.map((fault) => [fault.pointer, fault.code]),
      [[`/policy/lifecycle/inactivity/${member}`, code]],
      value,
    );
  }
  for (const value of ['P30D', 'P1M', 'P2Y']) {
    assert.deepEqual(lifecycleFaults({ inactivity: { after: value } }, ''), [], value);
  }
});

test('a lifecycle without an expiry needs something else that asks', () => {
  const [fault] = lifecycleFaults({}, '/policy/lifecycle');
  assert.equal(fault?.pointer, '/policy/lifecycle/expires');
});
