// The life of a group from a moment on, if nobody answers any question: the rules are asked at each date that they name, as
// the tick does, and what they want is a fact of the next date. Nothing is written. Messages are sent at their hour, operations of
// the rules succeed, and holds and people stay as they are.
import type { OperationKind } from '../../groups/change/operation.ts';
import type { Assignee, TaskKind } from '../../messages/tasks/task.ts';
import { atLocalHour, localTime } from '../../ground/zoned-time.ts';
import { dayAfter, type TenantDays } from '../../settings/organisations/lifecycle-dates.ts';
import { earliestOf } from '../question.ts';
import { assessReviews, type ReviewAssessment } from '../reviews/assess-reviews.ts';
import type { Review } from '../reviews/review.ts';
import type { Effect } from '../rule.ts';
import type { AssessedResponsibility } from '../responsibility/assess-responsibility.ts';
import type { IdleAssessment } from './assess-idle.ts';
import { assessLifecycle } from './assess-lifecycle.ts';
import type { LifecycleAssessment } from './lifecycle-answer.ts';
import {
  eventOfQuestion,
  type LifeStep,
  type RecordedFact,
  type WalkedLife,
  type WalkedMoment,
  type WalkedReview,
} from './life-step.ts';
import { assessUse, useAfter } from './walk-idle.ts';
import { answeringAfter, assessAnswering, withoutOperations } from './walk-responsibility.ts';
import { tasksAfter } from './walk-tasks.ts';

/** An assessment may look again without a change; no life has more dates. */
const mostAssessments = 2_000;
const dayMs = 86_400_000;
const minuteMs = 60_000;
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
    step = withMessages(step);
    const { group } = step;
    const lifecycle = assessLifecycle(group, step.lifecycle);
    const review = step.review && assessReviews(group, step.review);
    const answering = assessAnswering(step);
    const use = assessUse(step);
    const all = [lifecycle, review, answering, use];
    const effects = all.flatMap((one) => one?.effects ?? []);
    moments.push(...momentsOf(group.now, lifecycle, effects));
    const next = stepAfter(step, { lifecycle, review, answering, use, effects });
    const isSettled = isSame(step, next);
    const dates = [
      ...[lifecycle, review, answering].flatMap((one) => one?.dueAt ?? []),
      ...(use?.dates ?? []),
    ];
    const isWaiting = looks > mostLooks && isSettled && effects.length === 0;
    const later = dates.filter((date) => !isWaiting || !isSoon(date, group.now));
    const fact = recorded.slice(place).find(({ isQuiet }) => isQuiet !== true);
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

/** A message leaves at the hour of its day, and the rules wait for it until then. */
function withMessages({ lifecycle, review, ...step }: LifeStep): LifeStep {
  const { group } = step;
  const waits = ({ remindedAt }: { readonly remindedAt: Date | undefined }) => ({
    isReminderWaiting: remindedAt !== undefined && remindedAt > group.now,
  });
  return {
    ...step,
    lifecycle: { ...lifecycle, ...waits(lifecycle) },
    review: review && { ...review, ...waits(review) },
  };
}

/** A week from then on ends on the day after it: a message is never sent at the very hour. */
function sentAt(now: Date, { timeZone, hour }: TenantDays): Date {
  const hourAt = atLocalHour(localTime(now, timeZone).date, hour, timeZone);
  return new Date(Math.max(Number(hourAt), Number(now)) + minuteMs);
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
  const remindedAt = lifecycle.isReminderWaiting ? now : lifecycle.remindedAt;
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
      isReminderWaiting: false,
      remindedAt,
    },
    review: review && {
      ...review,
      ...(review.isReminderWaiting && { isReminderWaiting: false, remindedAt: now }),
      ...(review.review?.state === 'requested' && { review: opened(review.review, now, review) }),
    },
  };
}

interface Assessed {
  readonly lifecycle: LifecycleAssessment;
  readonly review: ReviewAssessment | undefined;
  readonly answering: AssessedResponsibility | undefined;
  readonly use: IdleAssessment | undefined;
  /** By all of them. */
  readonly effects: readonly Effect[];
}

/** The facts that the tick would read afterwards. */
function stepAfter(
  { group, ...facts }: LifeStep,
  { lifecycle, review, answering, use, effects }: Assessed,
): LifeStep {
  const { now } = group;
  const isRequested = (operation: OperationKind) =>
    effects.some((one) => one.kind === 'operation' && one.operation === operation);
  const isArchived = isRequested('archive');
  const isDeleted = isRequested('delete');
  const { openTasks = [] } = facts;
  const next: LifeStep = {
    ...facts,
    openTasks: tasksAfter(openTasks, effects, group),
    group: {
      ...group,
      ...(isArchived && { state: 'archived' as const, archivedAt: now }),
      ...(isDeleted && { state: 'deleted' as const, deletedAt: now }),
    },
    lifecycle: {
      ...facts.lifecycle,
      ...taskAfter('renew', facts.lifecycle, effects, now),
      state: lifecycle.state,
      ...(isArchived && { archiving: 'succeeded' as const }),
      ...(isDeleted && { deleting: 'succeeded' as const }),
      ...warningsAfter(facts.lifecycle, lifecycle, isArchived),
    },
    review: facts.review && review && reviewAfter(facts.review, review, now),
  };
  return useAfter(answeringAfter(next, answering, openTasks), use);
}

/** Each message is sent when it is due, if anyone can get it. */
function warningsAfter(
  { warningsSent, lastWarning }: LifeStep['lifecycle'],
  { notices }: LifecycleAssessment,
  isArchived: boolean,
): Pick<LifeStep['lifecycle'], 'warningsSent' | 'lastWarning'> {
  if (isArchived) return { warningsSent: 0, lastWarning: 'none' };
  const isWarned = notices.some(({ kind }) => kind === 'deletes_soon');
  const sent = notices.filter(({ kind }) => kind === 'archived' || kind === 'deletes_soon').length;
  return {
    warningsSent: warningsSent + sent,
    lastWarning: isWarned ? 'heard' : lastWarning,
  };
}

function reviewAfter(
  facts: WalkedReview,
  { step, nextAt, effects, cause }: ReviewAssessment,
  now: Date,
): WalkedReview {
  const before = { ...facts, ...taskAfter('review', facts, effects, now), nextAt };
  switch (step?.kind) {
    case 'request':
      return { ...before, review: opened({ ...unread, ...step.policy, cause }, now, facts) };
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
  now: Date,
  { days, subjectsInGroup }: WalkedReview,
): Review | undefined {
  if (!review.subjects.some((subject) => subjectsInGroup.includes(subject))) return undefined;
  const dueAt = dayAfter(now, review.within, days);
  return { ...review, state: 'open', openedAt: now, dueAt };
}

interface TaskFacts {
  days: TenantDays;
  hasOpenTask?: boolean;
  askedIds: readonly string[];
  remindedAt: Date | undefined;
  askedAgainUntil?: Date | undefined;
}

/** The question, as the rules read it afterwards. */
function taskAfter(
  kind: TaskKind,
  { days, hasOpenTask = false, askedIds, remindedAt, askedAgainUntil }: Readonly<TaskFacts>,
  effects: readonly Effect[],
  now: Date,
): Required<Omit<TaskFacts, 'days'>> {
  const idsOf = (people: readonly Assignee[]) => people.map(({ personId }) => personId);
  const task = { hasOpenTask, askedIds, remindedAt, askedAgainUntil };
  for (const effect of effects) {
    if (effect.kind === 'open_task' && effect.task.kind === kind) {
      const { assignees } = effect.task;
      const asking = {
        hasOpenTask: true,
        askedIds: idsOf(assignees),
        remindedAt: sentAt(now, days),
      };
      Object.assign(task, asking);
    } else if (effect.kind === 'update_task' && effect.taskKind === kind) {
      const { assignees } = effect.update;
      if (assignees !== undefined) task.askedIds = idsOf(assignees);
      task.remindedAt = sentAt(now, days);
    } else if (
      (effect.kind === 'lapse_task' && effect.taskKind === kind) ||
      (effect.kind === 'withdraw_tasks' && effect.taskKinds.includes(kind))
    ) {
      Object.assign(task, { hasOpenTask: false, askedIds: [], askedAgainUntil: undefined });
    }
  }
  return task;
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
