// A group ends only after its last reminder was sent, early enough, to someone who answers for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GovernedGroup } from '../governance/rule.ts';
import { completeLifecycle } from '../organisations/lifecycle-policy.ts';
import { assessLifecycle, type LifecycleFacts } from './assess-lifecycle.ts';
import { newCycle } from './lifecycle-state.ts';

const now = new Date('2027-03-10T08:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

const group: GovernedGroup = {
  tenantId: 'tenant',
  teamId: 'team',
  organisationId: 'works',
  templateId: 'template',
  displayName: 'Team',
  mailNickname: 'team',
  properties: {},
  requestedExpiry: null,
  state: 'active',
  existsSince: inDays(-365),
  archivedAt: null,
  deletedAt: null,
  responsibleId: 'ada',
  deputyId: 'bo',
  ownerIds: ['ada', 'bo'],
  now,
};

const assignee = (personId: string) => ({
  personId,
  email: `${personId}@aare.example`,
  displayName: null,
  language: null,
});

const expiresAt = now;
const state = {
  ...newCycle(expiresAt, inDays(-365), { policyVersion: 1, renewals: 0 }),
  reminders: 2,
};

const facts = (change: Partial<LifecycleFacts> = {}): LifecycleFacts => ({
  days: { timeZone: 'UTC', hour: 8 },
  policy: completeLifecycle({ expires: { after: 'P1Y' }, remindBefore: ['P14D', 'P3D'] }),
  policyVersion: 1,
  state,
  isOnHold: false,
  hasTeam: true,
  hasOpenTask: true,
  askedIds: ['ada', 'bo'],
  archiving: 'none',
  deleting: 'none',
  isUnarchiving: false,
  canNotify: true,
  isReminderWaiting: false,
  remindedAt: inDays(-3),
  warningsSent: 0,
  responsible: assignee('ada'),
  deputy: assignee('bo'),
  steward: undefined,
  ...change,
});

const assess = (change: Partial<LifecycleFacts> = {}) => {
  const answer = assessLifecycle(group, facts(change));
  return {
    isArchived: answer.effects.some((effect) => effect.kind === 'operation'),
    expiresAt: answer.state?.expiresAt,
    dueAt: answer.dueAt,
    asked: answer.notices.flatMap(({ kind, to }) => (kind === 'renew' ? [to.personId] : [])),
    answer,
  };
};

test('a group whose last reminder was sent in time is archived at its expiry', () => {
  assert.ok(assess().isArchived);
});

test('while the last reminder has not been sent, the group waits and keeps its date', () => {
  const waiting = assess({ isReminderWaiting: true, remindedAt: undefined });
  assert.ok(!waiting.isArchived);
  assert.deepEqual([waiting.expiresAt, waiting.dueAt], [expiresAt, inDays(1 / 24)]);
  assert.deepEqual(waiting.asked, []);
});

test('a last reminder that was sent late moves the expiry to a week after it', () => {
  const late = assess({ remindedAt: inDays(-1 / 24) });
  assert.ok(!late.isArchived);
  assert.deepEqual([late.expiresAt, late.dueAt], [inDays(7), inDays(7)]);
  assert.deepEqual(late.asked, []);
  const [update] = late.answer.effects;
  assert.deepEqual(update?.kind === 'update_task' && update.update.dueAt, inDays(7));
});

test('a reminder that reached no one goes to the next people, who get a week', () => {
  const steward = assignee('steward');
  const unreached = assess({ remindedAt: undefined, steward });
  assert.ok(!unreached.isArchived);
  assert.deepEqual(unreached.asked, ['steward']);
  assert.deepEqual(unreached.expiresAt, inDays(7));
  const askedIds = ['ada', 'bo', 'steward'];
  assert.ok(assess({ remindedAt: undefined, steward, askedIds }).isArchived, 'no one is left');
});

test('a group whose question a hold withdrew is not archived before its people are asked again', () => {
  const released = assess({ hasOpenTask: false });
  assert.ok(!released.isArchived);
  assert.deepEqual(released.expiresAt, inDays(7));
  assert.deepEqual(released.asked, ['ada', 'bo']);
});

test('a group that its people let end needs no further reminder', () => {
  const ending = { ...state, reminders: 1, isEnding: true };
  assert.ok(assess({ state: ending, remindedAt: undefined, hasOpenTask: false }).isArchived);
});
