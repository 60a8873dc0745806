// The reviews that a template's policy asks for, and what follows if nobody answers. Pure: from the policy, the review in
// progress and the time. Nobody is asked twice for the same reminder.
import type { Cause } from '../../audit/activity.ts';
import type { Assessment, Effect, GovernedGroup } from '../rule.ts';
import {
  askQuestion,
  lapseQuestion,
  type LastMessage,
  type PlannedNotice,
  silenceOf,
  withdrawQuestion,
} from '../question.ts';
import { type Answering, peopleToTell, toGroup } from '../lifecycle/people-to-ask.ts';
import type { ReviewPolicy } from '../../settings/organisations/review-policy.ts';
import {
  dayAfter,
  firstReviewAt,
  latestReviewAt,
  reminderDates,
  type TenantDays,
} from '../../settings/organisations/lifecycle-dates.ts';
import type { DecisionsBy, Fact } from '../../messages/tasks/task.ts';
import { personKey } from '../../directory/person-reference.ts';
import { heldFault, type Holders } from '../../groups/rosters/roster.ts';
import { countsOf, removalOf, type Review, type ReviewPerson } from './review.ts';

export interface GroupReviewPolicy extends ReviewPolicy {
  readonly remindBefore: readonly string[];
  /** Groups that exist when the policy comes are not reviewed before. */
  readonly graceForExisting: string;
}

export interface ReviewFacts extends Answering, LastMessage {
  readonly days: TenantDays;
  /** Undefined: the template asks for no reviews. */
  readonly policy: GroupReviewPolicy | undefined;
  readonly policyVersion: number;
  /** When the next review by policy is due; undefined: not decided yet. */
  readonly nextAt: Date | undefined;
  /** The review in progress. */
  readonly review: Review | undefined;
  /** The people whom rosters hold in the group, by their ids. */
  readonly holders: Holders;
  readonly askedIds: readonly string[];
  readonly isOnHold: boolean;
  readonly hasTeam: boolean;
  readonly canNotify: boolean;
  /** Absent: a link is enough. */
  readonly decisions?: DecisionsBy | undefined;
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
  /** The notices of questions are not among them. */
  readonly notices: readonly PlannedNotice[];
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
  const latest = latestReviewAt(group, policy.every, facts.days);
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
  const effects: Effect[] = state === 'open' ? [withdrawQuestion('review', reason, cause)] : [];
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
    const silence = silenceOf(facts, { dueAt, now, days: facts.days });
    return facts.canNotify && 'until' in silence
      ? { dueAt: silence.until }
      : lapse(group, facts, review, cause);
  }
  const remindAt = remindersOf(review, facts);
  const isOpen = facts.askedIds.length > 0;
  const passed = remindAt.filter((date) => date <= now).length;
  const given = Math.max(review.reminders, isOpen ? passed : 0);
  const asking = askQuestion(
    {
      kind: 'review',
      cause: review.cause,
      decisions: facts.decisions ?? 'link',
      dueAt,
      data: dataOf(review, facts),
      ...toGroup(facts, { remindAt, escalateAt: remindAt.at(-1), given }),
    },
    isOpen
      ? {
          assignees: facts.askedIds.map((personId) => ({ personId })),
          progress: {
            reminders: review.reminders,
            isEscalated: review.reminders === remindAt.length,
          },
        }
      : undefined,
    now,
  );
  const { reminders } = asking.progress;
  return {
    dueAt: asking.dates.find((date) => date > now) ?? dueAt,
    ...(reminders > review.reminders && { step: { kind: 'remind', reminders } }),
    effects: asking.effects,
  };
}

function dataOf({ reviewId, people, unanswered }: Review, answering: Answering) {
  const facts = (['responsible', 'deputy'] as const).flatMap((name): Fact[] => {
    const { displayName, email } = answering[name] ?? {};
    const value = displayName ?? email;
    return value == null ? [] : [{ name, value }];
  });
  return { reviewId, people, facts, unanswered };
}

/** The dates are in order: those of the policy that are after the opening. */
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
  // Their source alone takes them out, and one of them would have the removal of all refused.
  const isHeld = ({ personId, role }: ReviewPerson) =>
    heldFault(facts.holders.get(personKey(personId)), role === 'owner' ? 'owners' : 'members', '')
      .length > 0;
  const isRemoved = ({ role, decision }: ReviewPerson) =>
    unanswered === 'remove_guests' && role === 'guest' && decision !== 'keep' && !facts.isOnHold;
  const people = review.people.map((person) => {
    if (isHeld(person))
      return person.decision === 'remove' ? { ...person, decision: null } : person;
    return isRemoved(person) ? { ...person, decision: 'remove' as const } : person;
  });
  const effects: Effect[] = [lapseQuestion('review', unanswered, cause)];
  const change = removalOf(people);
  const reason = 'The people of the group were not confirmed in time.';
  if (change !== undefined) {
    effects.push({ kind: 'operation', operation: 'change', change, reason, cause });
  }
  const isArchived = unanswered === 'archive' && facts.hasTeam && !facts.isOnHold;
  if (isArchived) {
    effects.push({ kind: 'operation', operation: 'archive', change: {}, reason, cause });
  }
  const removed = people.filter((person) => isRemoved(person) && !isHeld(person)).length;
  const isStuck = unanswered === 'archive' && !facts.hasTeam && !facts.isOnHold;
  const outcome = isStuck ? 'cannot_archive' : facts.isOnHold ? 'keep' : unanswered;
  const data = { reviewId: review.reviewId, outcome, ...countsOf(people) };
  effects.push({ kind: 'activity', action: 'review.lapsed', data, cause });
  const to = peopleToTell(facts, isStuck ? [facts.steward] : []);
  const kind = removed > 0 ? 'guests_removed' : 'review_lapsed';
  return {
    dueAt: new Date(now.getTime() + hourMs),
    step: { kind: 'end', state: 'lapsed', people },
    effects,
    // The archiving has a separate message.
    notices: isArchived
      ? []
      : to.map((one) => ({ to: one, kind, data: { count: removed }, cause })),
  };
}
