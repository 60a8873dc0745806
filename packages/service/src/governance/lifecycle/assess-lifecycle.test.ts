// A group ends only after its last reminder was sent, early enough, to someone who answers for it.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { assignee, governedGroup } from '../../../testing/governed-group.ts';
import type { GovernedGroup } from '../rule.ts';
import { completeLifecycle } from '../../settings/organisations/lifecycle-policy.ts';
import { isQuestionEffect, noticesOfQuestion } from '../question.ts';
import { assessLifecycle } from './assess-lifecycle.ts';
import type { LifecycleFacts } from './lifecycle-answer.ts';
import { type LifecycleState, newCycle } from './lifecycle-state.ts';

const now = new Date('2027-03-10T08:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

const group = governedGroup(now, { existsSince: inDays(-365) });

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
  lastWarning: 'none',
  responsible: assignee('ada'),
  deputy: assignee('bo'),
  steward: undefined,
  administrators: [],
  ...change,
});

const assess = (change: Partial<LifecycleFacts> = {}) => {
  const answer = assessLifecycle(group, facts(change));
  return {
    isArchived: answer.effects.some((effect) => effect.kind === 'operation'),
    expiresAt: answer.state?.expiresAt,
    dueAt: answer.dueAt,
    asked: answer.effects
      .filter(isQuestionEffect)
      .flatMap(noticesOfQuestion)
      .flatMap(({ kind, to }) => (kind === 'renew' ? [to.personId] : [])),
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

test('a group that was made writable again before its archiving was seen begins a new cycle', () => {
  const requested = { ...state, outcome: 'archive_requested' } as const;
  const again = assess({ state: requested, archiving: 'succeeded', hasOpenTask: false });
  assert.deepEqual(again.expiresAt, inDays(366));
  assert.deepEqual(again.answer.state?.outcome, null);
  // The archiving has ended since the state of the group was read.
  const reading = { state: requested, archiving: 'succeeded', isUnarchiving: true } as const;
  assert.equal(assess(reading).answer.state?.outcome, 'archive_requested');
});

test('the people of a group whose archiving was cancelled, refused, or prevented by a hold are asked again', () => {
  const requested = { ...state, outcome: 'archive_requested', isEnding: true } as const;
  for (const archiving of ['stopped', 'none'] as const) {
    const stopped = assess({ state: requested, archiving, hasOpenTask: false });
    assert.deepEqual([stopped.expiresAt, stopped.asked], [inDays(7), ['ada', 'bo']]);
    assert.ok(!stopped.isArchived);
  }
  const failed = assess({ state: requested, archiving: 'failed', hasOpenTask: false });
  assert.equal(failed.answer.state?.outcome, 'cannot_archive');
});

suite('an archived group that was deleted and is restored', () => {
  const policy = completeLifecycle({ expires: { after: 'P1Y' }, deleteAfterArchived: 'P60D' });
  const archived = {
    ...state,
    outcome: 'archive_requested',
    archivedSince: inDays(-60),
    deletesAt: now,
    warnings: 2,
  } as const;
  const warned = { policy, warningsSent: 2, hasOpenTask: false } as const;
  const stateIn = (
    groupState: GovernedGroup['state'],
    before: LifecycleState | undefined,
    deleting: LifecycleFacts['deleting'] = 'none',
  ) =>
    assessLifecycle({ ...group, state: groupState }, facts({ ...warned, state: before, deleting }));

  test('is kept for as long again, and its people learn of the new date', () => {
    const deleted = stateIn('deleted', archived).state;
    const restored = stateIn('archived', deleted);
    assert.deepEqual(restored.effects, []);
    assert.deepEqual([restored.state?.deletesAt, restored.dueAt], [inDays(60), inDays(30)]);
    assert.deepEqual(
      restored.notices.map(({ kind, data }) => [kind, data.deletesAt]),
      ['ada', 'bo'].map(() => ['archived', inDays(60).toISOString()]),
    );
  });

  test('is deleted again at the end of that time if a policy deleted it', () => {
    const byPolicy = { ...archived, deletionRequestedAt: inDays(-1) };
    const seen = stateIn('deleted', byPolicy, 'succeeded');
    assert.deepEqual(
      seen.notices.map(({ kind }) => kind),
      ['deleted', 'deleted'],
    );
    for (const before of [seen.state, byPolicy]) {
      const restored = stateIn(
        'archived',
        before,
        before === byPolicy ? 'succeeded' : 'none',
      ).state;
      assert.deepEqual([restored?.deletesAt, restored?.deletionRequestedAt], [inDays(60), null]);
      const due = { ...group, state: 'archived', now: inDays(60) } as const;
      const { effects } = assessLifecycle(due, facts({ ...warned, state: restored }));
      assert.deepEqual(
        effects.map((effect) => effect.kind === 'operation' && effect.operation),
        ['delete'],
      );
    }
  });
});

suite('a policy that changes', () => {
  const yearly = { expires: { after: 'P1Y' } } as const;
  /** A group of three years, of which the policy is new. */
  const old = { ...group, existsSince: inDays(-1_095) };
  const stateAfter = (
    input: Parameters<typeof completeLifecycle>[0],
    { at, version, before }: { at: Date; version: number; before: LifecycleState | undefined },
  ) =>
    assessLifecycle(
      { ...old, now: at },
      facts({
        policy: completeLifecycle(input),
        policyVersion: version,
        state: before,
        hasOpenTask: (before?.reminders ?? 0) > 0,
      }),
    ).state;

  test('gives an existing group one grace, however often it is edited', () => {
    let reached = stateAfter(yearly, { at: now, version: 1, before: undefined });
    assert.deepEqual([reached?.expiresAt, reached?.isGrace], [inDays(60), true]);
    for (let day = 1; day < 60; day += 1) {
      const input = { ...yearly, renew: { atMost: day } };
      reached = stateAfter(input, { at: inDays(day), version: 1 + day, before: reached });
      assert.deepEqual(reached?.expiresAt, inDays(60), `day ${day}`);
    }
  });

  test('does not shorten a grace, nor a spread of it', () => {
    const spread = { ...yearly, spreadExisting: 'P90D' };
    const before = stateAfter(spread, { at: now, version: 1, before: undefined });
    assert.ok(before?.expiresAt && before.expiresAt > inDays(60));
    for (const shorter of [yearly, { ...spread, graceForExisting: 'P7D' }]) {
      const later = stateAfter(shorter, { at: inDays(1), version: 2, before });
      assert.deepEqual(later?.expiresAt, before.expiresAt);
    }
  });

  test('does not bring the day forward of which people were reminded', () => {
    const expiresAt = inDays(20);
    const reminded = {
      ...newCycle(expiresAt, inDays(-345), { policyVersion: 1, renewals: 0 }),
      reminders: 1,
    };
    const shorter = { expires: { after: 'P90D' }, graceForExisting: 'P1D' };
    const input = { at: now, version: 2, before: reminded };
    assert.deepEqual(stateAfter(shorter, input)?.expiresAt, expiresAt);
    // On a day without a reminder, the grace counts.
    const unasked = { ...reminded, reminders: 0, expiresAt: inDays(200) };
    const sooner = stateAfter(shorter, { ...input, before: unasked });
    assert.deepEqual([sooner?.expiresAt, sooner?.isGrace], [inDays(1), true]);
  });

  test('reminds nobody again because the tenant has another hour since', () => {
    const expiresAt = inDays(19);
    const reminded = {
      ...newCycle(expiresAt, inDays(-346), { policyVersion: 1, renewals: 0 }),
      reminders: 1,
    };
    const later = assessLifecycle(
      { ...group, existsSince: inDays(-346) },
      facts({
        days: { timeZone: 'UTC', hour: 9 },
        policy: completeLifecycle({ ...yearly, remindBefore: ['P30D', 'P3D'] }),
        policyVersion: 2,
        state: reminded,
      }),
    );
    assert.deepEqual(later.notices, []);
    assert.deepEqual([later.state?.expiresAt, later.state?.reminders], [expiresAt, 1]);
  });

  test('reminds of an open question on the dates of the later day that it gives, and not before', () => {
    const later = newCycle(inDays(300), now, { policyVersion: 1, renewals: 0 });
    const askedIds = ['ada'];
    assert.deepEqual(assessLifecycle(group, facts({ state: later, askedIds })).effects, []);
    const soon = { ...later, expiresAt: inDays(14) };
    const [first] = assessLifecycle(group, facts({ state: soon, askedIds })).effects;
    assert.equal(first?.kind === 'update_task' && first.action, 'task.reminded');
  });

  test('never gives a later day unless it is longer', () => {
    const before = newCycle(inDays(30), inDays(-335), { policyVersion: 1, renewals: 0 });
    const shorter = { expires: { after: 'P90D' }, graceForExisting: 'P60D' };
    const edited = stateAfter(shorter, { at: now, version: 2, before });
    assert.deepEqual([edited?.expiresAt, edited?.policyVersion], [inDays(30), 2]);
    const longer = stateAfter(
      { expires: { after: 'P4Y' } },
      { at: now, version: 3, before: edited },
    );
    assert.deepEqual([longer?.expiresAt, longer?.isGrace], [inDays(366), false]);
  });
});
