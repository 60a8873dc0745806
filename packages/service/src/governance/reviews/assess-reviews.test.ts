import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assignee, governedGroup } from '../../../testing/governed-group.ts';
import type { GovernedGroup } from '../rule.ts';
import { isQuestionEffect, noticesOfQuestion } from '../question.ts';
import { assessReviews, type ReviewAssessment, type ReviewFacts } from './assess-reviews.ts';
import type { Review } from './review.ts';

const now = new Date('2027-03-10T08:00:00Z');
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000);

const group = (change: Partial<GovernedGroup> = {}) =>
  governedGroup(now, { existsSince: inDays(-400), ...change });

const policy = {
  every: 'P180D',
  within: 'P30D',
  subjects: ['owners', 'guests'],
  unanswered: 'keep',
  remindBefore: ['P14D', 'P3D'],
  graceForExisting: 'P60D',
} as const;

const facts = (change: Partial<ReviewFacts> = {}): ReviewFacts => ({
  days: { timeZone: 'UTC', hour: 8 },
  policy,
  policyVersion: 3,
  nextAt: undefined,
  review: undefined,
  holders: new Map(),
  askedIds: ['ada'],
  isOnHold: false,
  hasTeam: true,
  canNotify: true,
  isReminderWaiting: false,
  remindedAt: inDays(-3),
  responsible: assignee('ada'),
  deputy: assignee('bo'),
  steward: assignee('steward'),
  administrators: [],
  ...change,
});

const person = (personId: string, role: 'owner' | 'guest', decision: 'keep' | 'remove' | null) => ({
  personId,
  email: `${personId}@aare.example`,
  displayName: personId,
  role,
  decision,
});

/** The people who get a message. */
const informedBy = ({ effects, notices }: ReviewAssessment) =>
  [...effects.filter(isQuestionEffect).flatMap(noticesOfQuestion), ...notices].map(
    ({ to }) => to.personId,
  );

const review = (change: Partial<Review> = {}): Review => ({
  tenantId: 'tenant',
  reviewId: 'review',
  teamId: 'team',
  organisationId: 'works',
  state: 'open',
  subjects: ['owners', 'guests'],
  people: [person('guest', 'guest', null), person('owner', 'owner', null)],
  fixedOwners: 2,
  unanswered: 'keep',
  within: 'P30D',
  reminders: 0,
  requestedBy: { kind: 'policy', id: 'template' },
  reason: null,
  cause: { templateId: 'template', policyVersion: 3, rule: 'review' },
  requestedAt: inDays(-30),
  openedAt: inDays(-30),
  dueAt: now,
  endedAt: null,
  failure: null,
  ...change,
});

const operationsOf = (change: Partial<Review>, others: Partial<ReviewFacts> = {}) => {
  const answer = assessReviews(group(), facts({ review: review(change), ...others }));
  return answer.effects.flatMap((effect) => (effect.kind === 'operation' ? [effect] : []));
};

test('a group that exists when the policy comes is reviewed after the grace period, a new one in its time', () => {
  assert.deepEqual(assessReviews(group(), facts()).nextAt, inDays(60));
  const fresh = assessReviews(group({ existsSince: now }), facts());
  assert.deepEqual([fresh.nextAt, fresh.step], [inDays(180), undefined]);
});

test('a review is asked for once when it is due, and a policy that asks more often counts at once', () => {
  const due = assessReviews(group(), facts({ nextAt: now }));
  assert.equal(due.step?.kind, 'request');
  assert.deepEqual(due.nextAt, inDays(180));
  const often = { ...policy, every: 'P90D' };
  assert.deepEqual(
    assessReviews(group(), facts({ nextAt: inDays(170), policy: often })).nextAt,
    inDays(90),
  );
  const open = assessReviews(group(), facts({ nextAt: now, review: review({ dueAt: inDays(9) }) }));
  assert.notEqual(open.step?.kind, 'request');
});

test('nobody who decides in time: guests go, or the group is archived, as the review says', () => {
  const [removal, ...others] = operationsOf({ unanswered: 'remove_guests' });
  assert.deepEqual([removal?.operation, others.length], ['change', 0]);
  assert.deepEqual(removal?.change.members?.remove, ['guest']);
  assert.deepEqual(
    operationsOf({ unanswered: 'archive' }).map(({ operation }) => operation),
    ['archive'],
  );
  assert.deepEqual(operationsOf({ unanswered: 'keep' }), []);
});

test('decisions that were made apply when the review lapses, whatever follows for the rest', () => {
  const people = [person('guest', 'guest', 'remove'), person('owner', 'owner', null)];
  assert.deepEqual(
    operationsOf({ people, unanswered: 'archive' }).map(({ operation }) => operation),
    ['change', 'archive'],
  );
});

test('nobody is asked about a group on hold, and the review of the policy follows the release', () => {
  const byPolicy = { templateId: 'template', policyVersion: 3, rule: 'review' };
  const nextAt = inDays(-1);
  const unasked = assessReviews(group(), facts({ isOnHold: true, nextAt }));
  assert.deepEqual(
    [unasked.step, unasked.effects, unasked.nextAt, unasked.dueAt],
    [undefined, [], nextAt, null],
  );
  assert.equal(assessReviews(group(), facts({ nextAt })).step?.kind, 'request');
  const open = review({ cause: byPolicy, dueAt: inDays(20) });
  const held = assessReviews(group(), facts({ isOnHold: true, review: open }));
  assert.deepEqual(
    [held.step?.kind === 'end' && held.step.state, held.nextAt, informedBy(held)],
    ['withdrawn', now, []],
  );
  // Someone asked for this one.
  const requested = review({ cause: null, dueAt: inDays(20) });
  assert.equal(
    assessReviews(group(), facts({ isOnHold: true, review: requested })).step?.kind,
    undefined,
  );
});

test('on a hold nothing happens by itself, and a review that someone asked for still ends', () => {
  for (const unanswered of ['archive', 'remove_guests'] as const) {
    assert.deepEqual(operationsOf({ unanswered }, { isOnHold: true }), []);
  }
  const held = assessReviews(
    group(),
    facts({ review: review({ unanswered: 'archive' }), isOnHold: true }),
  );
  assert.equal(held.step?.kind, 'end');
});

test('while people cannot be reached a review does not lapse: it is looked at again the next day', () => {
  const answer = assessReviews(
    group(),
    facts({ review: review({ unanswered: 'archive' }), canNotify: false }),
  );
  assert.deepEqual([answer.effects, answer.step, answer.dueAt], [[], undefined, inDays(1)]);
});

test('a review ends only after its last reminder was sent, and one that was late gives a week', () => {
  const of = (change: Partial<ReviewFacts>) => {
    const open = review({ unanswered: 'archive' });
    const { effects, step, dueAt } = assessReviews(group(), facts({ review: open, ...change }));
    return [effects, step, dueAt];
  };
  const waiting = of({ isReminderWaiting: true, remindedAt: undefined });
  assert.deepEqual(waiting, [[], undefined, inDays(1 / 24)]);
  assert.deepEqual(of({ remindedAt: inDays(-1 / 24) }), [[], undefined, inDays(7)]);
});

test('a plain group cannot be archived: the steward learns of it', () => {
  const answer = assessReviews(
    group(),
    facts({ review: review({ unanswered: 'archive' }), hasTeam: false }),
  );
  assert.deepEqual(
    answer.notices.map(({ to, kind }) => `${kind} ${to.personId}`),
    ['review_lapsed ada', 'review_lapsed bo', 'review_lapsed steward'],
  );
  assert.ok(!answer.effects.some(({ kind }) => kind === 'operation'));
});

test('the end of a review of a group whose people cannot act is news for the steward, else for the administrators', () => {
  const told = (change: Partial<ReviewFacts>) =>
    assessReviews(
      group(),
      facts({ review: review(), responsible: undefined, deputy: undefined, ...change }),
    ).notices.map(({ to }) => to.personId);
  const administrators = [assignee('admin')];
  assert.deepEqual(told({ administrators }), ['steward']);
  assert.deepEqual(told({ administrators, steward: undefined }), ['admin']);
});

test('reminders ask the deputy too, the last one also the steward; a handover moves the question', () => {
  const open = review({ openedAt: inDays(-20), dueAt: inDays(10) });
  const first = assessReviews(group(), facts({ review: open }));
  assert.deepEqual(informedBy(first), ['ada', 'bo']);
  assert.deepEqual(first.step, { kind: 'remind', reminders: 1 });
  const late = review({ openedAt: inDays(-28), dueAt: inDays(2), reminders: 1 });
  const last = assessReviews(group(), facts({ review: late, askedIds: ['ada', 'bo'] }));
  assert.deepEqual(informedBy(last), ['ada', 'bo', 'steward']);
  const early = review({ openedAt: inDays(-1), dueAt: inDays(29) });
  const moved = assessReviews(group(), facts({ review: early, askedIds: ['former'] }));
  assert.deepEqual(
    moved.effects.map((effect) => (effect.kind === 'update_task' ? effect.action : effect.kind)),
    ['task.reassigned'],
  );
});

test('a review of an archived group is withdrawn, and one by a policy that is gone, but not a requested one', () => {
  const open = review({ dueAt: inDays(10), openedAt: inDays(-1) });
  for (const answer of [
    assessReviews(group({ state: 'archived' }), facts({ review: open })),
    assessReviews(group(), facts({ review: open, policy: undefined })),
  ]) {
    assert.deepEqual([answer.step?.kind, answer.effects[0]?.kind], ['end', 'withdraw_tasks']);
  }
  const requested = { ...open, cause: null };
  const kept = assessReviews(group(), facts({ review: requested, policy: undefined }));
  assert.notEqual(kept.step?.kind, 'end');
});
