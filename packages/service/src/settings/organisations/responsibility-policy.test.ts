import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completePolicy, templateFaults } from './template-rules.ts';
import { defaultResponsibility } from './responsibility-policy.ts';
import type { TemplateInput } from './template-input.schema.ts';

type ResponsibilityInput = NonNullable<NonNullable<TemplateInput['policy']>['responsibility']>;

function faultsOf(responsibility: ResponsibilityInput) {
  const template = {
    name: 'Project',
    identifier: 'project',
    mailNicknamePattern: '',
    displayNamePattern: '',
    policy: { responsibility },
  };
  return templateFaults(template, { identifier: 'aare' }, 0).map(({ pointer }) => pointer);
}

test('a policy of responsibility is completed with its defaults', () => {
  const { responsibility } = completePolicy({ responsibility: { graceDays: 5 } });
  assert.deepEqual(responsibility, { ...defaultResponsibility, graceDays: 5 });
});

test('without one, nobody takes over by policy', () => {
  assert.equal(completePolicy({}).responsibility, undefined);
});

test('a change that omits it keeps the present policy, and null removes it', () => {
  const present = completePolicy({ responsibility: { deputyRequired: true } });
  assert.equal(completePolicy({ kind: 'group' }, present).responsibility?.deputyRequired, true);
  assert.equal(completePolicy({ responsibility: null }, present).responsibility, undefined);
});

test('reminders are ascending and before the escalation', () => {
  assert.deepEqual(faultsOf({ remindDays: [3, 7], escalateDays: 21 }), []);
  assert.deepEqual(faultsOf({ remindDays: [7, 3] }), ['/policy/responsibility/remindDays']);
  assert.deepEqual(faultsOf({ remindDays: [3, 21] }), ['/policy/responsibility/remindDays']);
});
