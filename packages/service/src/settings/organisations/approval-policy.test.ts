import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ApprovalPolicy,
  completeApproval,
  mayRequireApproval,
  requiredApproval,
} from './approval-policy.ts';

const group = { visibility: 'private', guestsAllowed: true } as const;
const none = { people: 2, guests: 0 };
const demanding = (when: ApprovalPolicy['when']) =>
  completeApproval({ when, stages: [{ by: ['manager'] }] }, undefined) as ApprovalPolicy;

const cases = [
  { title: 'any request', when: 'always', people: none, is: [true, true] },
  { title: 'a private group of "public"', when: 'public', people: none, is: [false, false] },
  { title: 'no guests of "guests"', when: 'guests', people: none, is: [true, false] },
  {
    title: 'one guest of "guests"',
    when: 'guests',
    people: { people: 3, guests: 1 },
    is: [true, true],
  },
  {
    title: '50 of over 50',
    when: { peopleOver: 50 },
    people: { people: 50, guests: 0 },
    is: [true, false],
  },
  {
    title: '51 of over 50',
    when: { peopleOver: 50 },
    people: { people: 51, guests: 0 },
    is: [true, true],
  },
  { title: 'none of a list', when: ['public', 'guests'], people: none, is: [true, false] },
  { title: 'one of a list', when: ['public', { peopleOver: 1 }], people: none, is: [true, true] },
] as const;

for (const { title, when, people, is } of cases) {
  test(`${title} needs an approval: ${is[1]}`, () => {
    const policy = { ...group, approval: demanding(when) };
    const required = requiredApproval(policy, people) !== undefined;
    assert.deepEqual([mayRequireApproval(policy), required], is);
  });
}

test('without a policy nothing needs an approval, and guests who are not allowed demand none', () => {
  assert.ok(!mayRequireApproval(group));
  const guests = { ...group, guestsAllowed: false, approval: demanding('guests') };
  assert.ok(!mayRequireApproval(guests));
});
