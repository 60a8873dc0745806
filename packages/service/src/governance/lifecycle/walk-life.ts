// The life of a group from a moment on, if nobody answers any question: the rules are asked at each date that they name, as
// the tick does, and what they want is a fact of the next date. Nothing is written. Messages are sent at their hour, operations of
// the rules succeed, and holds stay as they are.
import type { OperationKind } from '../../groups/change/operation.ts';
import { idsOfAsked } from '../../messages/tasks/task.ts';
import { dayAfter } from '../../settings/organisations/lifecycle-dates.ts';
import { earliestOf, isQuestionEffect, noticesOfQuestion } from '../question.ts';
import { assessReviews, type ReviewAssessment } from '../reviews/assess-reviews.ts';
import type { Review } from '../reviews/review.ts';
import type { Effect, GovernedGroup } from '../rule.ts';
import type { AssessedResponsibility } from '../responsibility/assess-responsibility.ts';
import type { IdleAssessment } from './assess-idle.ts';
import { assessLifecycle } from './assess-lifecycle.ts';
import { type LifecycleAssessment, type LifecycleFacts, renewalAsked } from './lifecycle-answer.ts';
import {
  eventOfQuestion,
  type LifeStep,
  type RecordedFact,
  type WalkedLife,
  type WalkedMoment,
  type WalkedReview,
} from './life-step.ts';
import { sentWarnings } from './sent-warnings.ts';
import { subjectsIn } from './subjects-in-group.ts';
import { assessUse, useAfter } from './walk-idle.ts';
import { lastMessageOf, messagesAfter, warningsIn } from './walk-messages.ts';
import { answeringAfter, assessAnswering, withoutOperations } from './walk-responsibility.ts';
import { applyQuestions, type OpenTasks, taskOf } from './walk-tasks.ts';

/** An assessment may look again without a change; no life has more dates. */
const mostAssessments = 2_000;
const dayMs = 86_400_000;
/** The rules look again that soon, and as often, while they wait for something that no date brings; a message takes a day. */
const soonMs = dayMs + 3_600_000;
const mostLooks = 30;

/**
 * @param until later dates are left out; absent: the whole life
 * @param recorded in their order, all after the beginning
 */
export function walkLife(
  start: LifeStep,
  until?: Date,
  recorded: readonly RecordedFact[] = [],
): WalkedLife {
  const moments: WalkedMoment[] = [];
  let step = started(start);
  let looks = 0;
  let place = 0;
  for (let count = 0; count < mostAssessments; count += 1) {
    for (let fact = recorded[place]; fact && fact.at <= step.group.now; fact = recorded[place]) {
      moments.push(...(fact.moments?.(step) ?? []));
      step = fact.change(step);
      place += 1;
    }
    const { group } = step;
    const lifecycle = assessLifecycle(group, lifecycleFactsOf(step));
    const review = assessReview(step);
    const answering = assessAnswering(step);
    const use = assessUse(step);
    const all = [lifecycle, review, answering, use];
    const effects = all.flatMap((one) => one?.effects ?? []);
    const questions = applyQuestions(step.openTasks, effects, group);
    const felt = effects.filter((one) => !isQuestionEffect(one) || questions.applied.has(one));
    moments.push(...momentsOf(group.now, lifecycle, felt));
    const { openTasks } = questions;
    const next = stepAfter(step, { lifecycle, review, answering, use, effects: felt, openTasks });
    const isSettled = isSame(step, next);
    const dates = [
      ...[lifecycle, review, answering].flatMap((one) => one?.dueAt ?? []),
      ...(use?.dates ?? []),
    ];
    const isWaiting = looks > mostLooks && isSettled && effects.length === 0;
    const later = dates.filter((date) => !isWaiting || !isSoon(date, group.now));
    const fact = recorded[place];
    const dueAt = earliestOf(fact === undefined ? later : [...later, fact.at]);
    if (isSettled && dueAt === null) break;
    const now = !isSettled || dueAt === null ? group.now : notBefore(dueAt, group.now);
    if (until !== undefined && now > until) break;
    looks = isSettled && effects.length === 0 && isSoon(now, group.now) ? looks + 1 : 0;
    step = { ...next, group: { ...next.group, now } };
  }
  return { moments, last: step };
}

/** Nothing has changed that a rule would be asked about at once. */
function isSame(step: LifeStep, next: LifeStep): boolean {
  return (
    next.group.state === step.group.state &&
    next.group.responsibleId === step.group.responsibleId &&
    next.review?.review === step.review?.review &&
    next.lifecycle.state?.isIdle === step.lifecycle.state?.isIdle
  );
}

/** The facts that the tick would read. */
export function lifecycleFactsOf({
  group,
  lifecycle,
  openTasks,
  messages,
}: LifeStep): LifecycleFacts {
  const { now } = group;
  const { cycleStartedAt, archivedSince = null } = lifecycle.state ?? {};
  return {
    ...lifecycle,
    ...renewalAsked(taskOf(openTasks, 'renew')),
    ...lastMessageOf(messages, 'renew', cycleStartedAt, now),
    ...sentWarnings(warningsIn(messages), archivedSince, now),
  };
}

function assessReview({
  group,
  review,
  openTasks,
  messages,
}: LifeStep): ReviewAssessment | undefined {
  return (
    review &&
    assessReviews(group, {
      ...review,
      askedIds: idsOfAsked(taskOf(openTasks, 'review')),
      ...lastMessageOf(messages, 'review', review.review?.openedAt, group.now),
    })
  );
}

function isSoon(date: Date, now: Date): boolean {
  return Number(date) - Number(now) <= soonMs;
}

function notBefore(dueAt: Date, now: Date): Date {
  return dueAt > now ? dueAt : new Date(Number(now) + dayMs);
}

/** An operation that is on its way at the beginning ends at once. */
function started(start: LifeStep): LifeStep {
  const { group, lifecycle, review, ...step } = withoutOperations(start);
  const { now, state } = group;
  const isArchived = state === 'active' && lifecycle.archiving === 'in_progress';
  const isWritable = state === 'archived' && lifecycle.isUnarchiving;
  return {
    ...step,
    group: {
      ...group,
      ...(isArchived && { state: 'archived', archivedAt: now }),
      ...(isWritable && { state: 'active' }),
    },
    lifecycle: {
      ...lifecycle,
      ...(isArchived && { archiving: 'succeeded' }),
      isUnarchiving: false,
    },
    review: review && {
      ...review,
      ...(review.review?.state === 'requested' && { review: opened(review.review, group, review) }),
    },
  };
}

interface Assessed {
  readonly lifecycle: LifecycleAssessment;
  readonly review: ReviewAssessment | undefined;
  readonly answering: AssessedResponsibility | undefined;
  readonly use: IdleAssessment | undefined;
  /** All of them gave these, without those that change nothing. */
  readonly effects: readonly Effect[];
  readonly openTasks: OpenTasks;
}

/** The facts that the tick would read afterwards. */
function stepAfter(
  { group, ...facts }: LifeStep,
  { lifecycle, review, answering, use, effects, openTasks }: Assessed,
): LifeStep {
  const { now } = group;
  const isRequested = (operation: OperationKind) =>
    effects.some((one) => one.kind === 'operation' && one.operation === operation);
  const isArchived = isRequested('archive');
  const isDeleted = isRequested('delete');
  const notices = [
    ...effects.filter(isQuestionEffect).flatMap(noticesOfQuestion),
    ...lifecycle.notices,
  ];
  const next: LifeStep = {
    ...facts,
    openTasks,
    messages: messagesAfter(facts.messages, notices, group, facts.lifecycle),
    group: {
      ...group,
      ...(isArchived && { state: 'archived' as const, archivedAt: now }),
      ...(isDeleted && { state: 'deleted' as const, deletedAt: now }),
    },
    lifecycle: {
      ...facts.lifecycle,
      state: lifecycle.state,
      ...(isArchived && { archiving: 'succeeded' as const }),
      ...(isDeleted && { deleting: 'succeeded' as const }),
    },
    review: facts.review && review && reviewAfter(facts.review, review, group),
  };
  return useAfter(answeringAfter(next, answering, facts.openTasks), use);
}

function reviewAfter(
  facts: WalkedReview,
  { step, nextAt, cause }: ReviewAssessment,
  group: GovernedGroup,
): WalkedReview {
  const before = { ...facts, nextAt };
  switch (step?.kind) {
    case 'request':
      return { ...before, review: opened({ ...unread, ...step.policy, cause }, group, facts) };
    case 'remind':
      return { ...before, review: facts.review && { ...facts.review, reminders: step.reminders } };
    case 'end':
      return { ...before, review: undefined };
    case undefined:
      return before;
    default:
      return step satisfies never;
  }
}

function opened(
  review: Review,
  group: GovernedGroup,
  { days, inGroup }: WalkedReview,
): Review | undefined {
  const subjects = subjectsIn(inGroup, group);
  if (!review.subjects.some((subject) => subjects.includes(subject))) return undefined;
  const dueAt = dayAfter(group.now, review.within, days);
  return { ...review, state: 'open', openedAt: group.now, dueAt };
}

function momentsOf(
  at: Date,
  { notices, state }: LifecycleAssessment,
  effects: readonly Effect[],
): WalkedMoment[] {
  const moments = effects.flatMap((effect) => momentOf(effect, at) ?? []);
  const warned = notices.filter(({ kind }) => kind === 'deletes_soon').map(({ to }) => to);
  if (warned.length === 0) return moments;
  const asks = warned.flatMap(({ personId }) => (personId === null ? [] : { personId }));
  return [...moments, { at, event: 'warning', asks, dueAt: state?.deletesAt ?? null }];
}

function momentOf(effect: Effect, at: Date): WalkedMoment | undefined {
  if (effect.kind === 'open_task') {
    const { kind, assignees, dueAt } = effect.task;
    return { at, event: eventOfQuestion(kind), asks: assignees, dueAt };
  }
  if (effect.kind === 'update_task') {
    if (effect.action === 'task.reassigned') return undefined;
    const { dueAt = null } = effect.update;
    return { at, event: 'reminder', asks: effect.informed, dueAt };
  }
  if (effect.kind === 'operation') {
    if (effect.operation === 'change') return undefined;
    return { at, event: eventOf[effect.operation] ?? 'archived', asks: [], dueAt: null };
  }
  // An archived group says so itself.
  return effect.kind === 'activity' &&
    effect.action === 'group.expired' &&
    effect.data['outcome'] !== 'archive_requested'
    ? { at, event: 'expired', asks: [], dueAt: null }
    : undefined;
}

const eventOf: Readonly<Partial<Record<OperationKind, WalkedMoment['event']>>> = {
  delete: 'deleted',
  handover: 'handover',
};

/** A review whose people nobody has read. */
const unread: Review = {
  tenantId: '',
  reviewId: '',
  teamId: '',
  organisationId: '',
  state: 'requested',
  subjects: [],
  people: [],
  fixedOwners: 0,
  unanswered: 'keep',
  within: 'P14D',
  reminders: 0,
  requestedBy: { kind: 'policy', id: '' },
  reason: null,
  cause: null,
  requestedAt: new Date(0),
  openedAt: null,
  dueAt: null,
  endedAt: null,
  failure: null,
};
