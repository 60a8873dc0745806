// The reviews that a template's policy asks for, and what follows if nobody answers. Pure: from the policy, the review in
// progress and the time. Nobody is asked twice for the same reminder.
import type { Cause } from '../../audit/activity.ts';
import type { Assessment, Effect, GovernedGroup } from '../rule.ts';
import { followQuestion } from '../question.ts';
import { type Answering, distinct, peopleToAsk } from '../lifecycle/people-to-ask.ts';
import type { NoticeFacts, NoticeKind } from '../../messages/notices/notice.ts';
import type { ReviewPolicy } from '../../settings/organisations/review-policy.ts';
import {
  dayAfter,
  endAfterReminder,
  firstReviewAt,
  nextInSeries,
  reminderDates,
  type TenantDays,
} from '../../settings/organisations/lifecycle-dates.ts';
import type { Assignee } from '../../messages/tasks/task.ts';
import { countsOf, removalOf, type Review, type ReviewPerson } from './review.ts';

export interface GroupReviewPolicy extends ReviewPolicy {
  readonly remindBefore: readonly string[];
  /** Groups that exist when the policy comes are not reviewed before. */
  readonly graceForExisting: string;
}

export interface ReviewFacts extends Answering {
  readonly days: TenantDays;
  /** Undefined: the template asks for no reviews. */
  readonly policy: GroupReviewPolicy | undefined;
  readonly policyVersion: number;
  /** When the next review by policy is due; undefined: not decided yet. */
  readonly nextAt: Date | undefined;
  /** The review in progress. */
  readonly review: Review | undefined;
  readonly askedIds: readonly string[];
  readonly isOnHold: boolean;
  readonly hasTeam: boolean;
  readonly canNotify: boolean;
  /** A message with the last reminder has not been sent or given up. */
  readonly isReminderWaiting: boolean;
  /** When the last reminder was sent to the first of its people; undefined: to none. */
  readonly remindedAt: Date | undefined;
}

export interface PlannedReviewNotice {
  readonly to: Assignee;
  readonly kind: NoticeKind;
  readonly data: NoticeFacts;
}

export type ReviewStep =
  /** Asks for a review, whose people are read from the directory then. */
  | { readonly kind: 'request'; readonly policy: ReviewPolicy }
  | { readonly kind: 'remind'; readonly reminders: number }
  | {
      readonly kind: 'end';
      readonly state: 'lapsed' | 'withdrawn';
      readonly people: readonly ReviewPerson[];
    };

export interface ReviewAssessment extends Assessment {
  readonly step: ReviewStep | undefined;
  /** Undefined: there is none. */
  readonly nextAt: Date | undefined;
  readonly notices: readonly PlannedReviewNotice[];
  readonly cause: Cause;
}

const hourMs = 3_600_000;

export function assessReviews(group: GovernedGroup, facts: ReviewFacts): ReviewAssessment {
  const { now } = group;
  const { review, policyVersion } = facts;
  const cause = review?.cause ?? { templateId: group.templateId, policyVersion, rule: 'review' };
  // Archived groups change no more; a review begins again with the group.
  const policy = group.state === 'active' ? facts.policy : undefined;
  const base = { effects: [], notices: [], cause, step: undefined, dueAt: null };
  // Nobody is asked about a group on hold; the question of the policy follows the release.
  if (facts.isOnHold && (review === undefined || review.cause !== null)) {
    if (review === undefined) return { ...base, nextAt: policy && facts.nextAt };
    const held = withdrawn(review, cause, 'The group is on hold.');
    return { ...base, ...held, nextAt: policy && now };
  }
  if (review !== undefined) {
    const isOver = group.state !== 'active' || (policy === undefined && review.cause !== null);
    const nextAt = policy && (facts.nextAt ?? firstReviewAt(group, policy, facts.days));
    if (isOver) return { ...base, ...withdrawn(review, cause), nextAt };
    return review.state === 'open'
      ? { ...base, nextAt, ...assessOpen(group, facts, review, cause) }
      : { ...base, nextAt };
  }
  if (policy === undefined) return { ...base, nextAt: undefined };
  const latest = nextInSeries(now, policy.every, group.existsSince, facts.days);
  const known = facts.nextAt ?? firstReviewAt(group, policy, facts.days);
  // A policy that asks more often counts at once.
  const nextAt = known <= latest ? known : latest;
  if (now < nextAt) return { ...base, nextAt, dueAt: nextAt };
  return { ...base, nextAt: latest, dueAt: latest, step: { kind: 'request', policy } };
}

function withdrawn(
  { people, state }: Review,
  cause: Cause,
  reason = 'The group is no longer reviewed.',
): Pick<ReviewAssessment, 'step' | 'effects'> {
  const effects: Effect[] =
    state === 'open' ? [{ kind: 'withdraw_tasks', taskKinds: ['review'], reason, cause }] : [];
  return { step: { kind: 'end', state: 'withdrawn', people }, effects };
}

function assessOpen(
  group: GovernedGroup,
  facts: ReviewFacts,
  review: Review,
  cause: Cause,
): Partial<ReviewAssessment> {
  const { now } = group;
  const dueAt = review.dueAt ?? now;
  if (now >= dueAt) {
    const laterAt = facts.canNotify ? afterReminder(now, dueAt, facts) : undefined;
    return laterAt === undefined ? lapse(group, facts, review, cause) : { dueAt: laterAt };
  }
  const remindAt = remindersOf(review, facts);
  const next = remindAt.find((date) => date > now) ?? dueAt;
  const passed = remindAt.filter((date) => date <= now).length;
  const [assignees, all] = [false, true].map((isLast) => peopleToAsk(facts, passed, isLast));
  if (assignees === undefined || all === undefined) return { dueAt: next };
  const lastAt = remindAt.at(-1);
  const followed = followQuestion(
    { assignees, remindAt, escalation: lastAt && { at: lastAt, to: all } },
    facts.askedIds.map((personId) => ({ personId })),
    {
      reminders: review.reminders,
      isEscalated: lastAt !== undefined && review.reminders === remindAt.length,
    },
    now,
  );
  const { action, progress, informed } = followed;
  if (action === undefined) return { dueAt: next };
  const update = followed.assignees === undefined ? {} : { assignees: followed.assignees };
  const { unanswered } = review;
  const data = { dueAt: dueAt.toISOString(), unanswered, reminder: progress.reminders };
  return {
    dueAt: next,
    ...(progress.reminders > review.reminders && {
      step: { kind: 'remind', reminders: progress.reminders },
    }),
    effects: [{ kind: 'update_task', taskKind: 'review', update, action, cause: review.cause }],
    notices: informed.map((to) => ({ to, kind: 'review', data })),
  };
}

/** When to look again, because the last reminder was not sent early enough before the end; undefined: it was. */
function afterReminder(
  now: Date,
  dueAt: Date,
  { isReminderWaiting, remindedAt, days }: ReviewFacts,
): Date | undefined {
  if (isReminderWaiting) return new Date(now.getTime() + hourMs);
  const endsAt = remindedAt && endAfterReminder(dueAt, remindedAt, days);
  return endsAt !== undefined && now < endsAt ? endsAt : undefined;
}

/** In their order: those of the policy that are after the opening. */
function remindersOf(
  { openedAt, dueAt }: Pick<Review, 'openedAt' | 'dueAt'>,
  { policy, days }: Pick<ReviewFacts, 'policy' | 'days'>,
): readonly Date[] {
  if (openedAt === null || dueAt === null) return [];
  const remindBefore = policy?.remindBefore ?? ['P14D', 'P3D'];
  return reminderDates({ remindBefore }, dueAt, days).filter((date) => date > openedAt);
}

/** The time is over: decisions that were made are applied, and the rest as the policy says. */
function lapse(
  { now }: GovernedGroup,
  facts: ReviewFacts,
  review: Review,
  cause: Cause,
): Partial<ReviewAssessment> {
  const { unanswered } = review;
  // Nothing that cannot be undone happens while people cannot be reached.
  if (!facts.canNotify) return { dueAt: dayAfter(now, 'P1D', facts.days) };
  const isRemoved = ({ role, decision }: ReviewPerson) =>
    unanswered === 'remove_guests' && role === 'guest' && decision !== 'keep' && !facts.isOnHold;
  const people = review.people.map((person) =>
    isRemoved(person) ? { ...person, decision: 'remove' as const } : person,
  );
  const effects: Effect[] = [];
  const change = removalOf(people);
  const reason = 'The people of the group were not confirmed in time.';
  if (change !== undefined) {
    effects.push({ kind: 'operation', operation: 'change', change, reason, cause });
  }
  const isArchived = unanswered === 'archive' && facts.hasTeam && !facts.isOnHold;
  if (isArchived) {
    effects.push({ kind: 'operation', operation: 'archive', change: {}, reason, cause });
  }
  const removed = people.filter(isRemoved).length;
  const isStuck = unanswered === 'archive' && !facts.hasTeam && !facts.isOnHold;
  const outcome = isStuck ? 'cannot_archive' : facts.isOnHold ? 'keep' : unanswered;
  const data = { reviewId: review.reviewId, outcome, ...countsOf(people) };
  effects.push({ kind: 'activity', action: 'review.lapsed', data, cause });
  const to = distinct([facts.responsible, facts.deputy, ...(isStuck ? [facts.steward] : [])]);
  const kind = removed > 0 ? 'guests_removed' : 'review_lapsed';
  return {
    dueAt: new Date(now.getTime() + hourMs),
    step: { kind: 'end', state: 'lapsed', people },
    effects,
    // The archiving has a separate message.
    notices: isArchived ? [] : to.map((one) => ({ to: one, kind, data: { count: removed } })),
  };
}
