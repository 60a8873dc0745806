// The life of a group from a moment on, if nobody answers any question: the rules are asked at each date that they name, as
// the tick does, and what they want is a fact of the next date. Nothing is written. Messages are sent at their hour, operations of
// the rules succeed, and holds and people stay as they are.
import type { OperationKind } from '../../groups/change/operation.ts';
import type { Assignee, TaskKind } from '../../messages/tasks/task.ts';
import { atLocalHour, localTime } from '../../ground/zoned-time.ts';
import { dayAfter, type TenantDays } from '../../settings/organisations/lifecycle-dates.ts';
import type { lifecycleEvents } from '../../settings/organisations/lifecycle-policy.ts';
import type { ReviewSubject } from '../../settings/organisations/review-policy.ts';
import { earliestOf } from '../question.ts';
import {
  assessReviews,
  type ReviewAssessment,
  type ReviewFacts,
} from '../reviews/assess-reviews.ts';
import type { Review } from '../reviews/review.ts';
import type { Effect, GovernedGroup } from '../rule.ts';
import { assessLifecycle } from './assess-lifecycle.ts';
import type { LifecycleAssessment, LifecycleFacts } from './lifecycle-answer.ts';

export interface WalkedMoment {
  readonly at: Date;
  readonly event: (typeof lifecycleEvents)[number];
  /** Those who are asked or get a message. */
  readonly asks: readonly Pick<Assignee, 'personId'>[];
  /** The end of the time for the answer; null: it has none. */
  readonly dueAt: Date | null;
}

/** A group with all that the rules go by. */
export interface LifeStep {
  readonly group: GovernedGroup;
  readonly lifecycle: LifecycleFacts;
  /** Undefined: reviews are left out. */
  readonly review: WalkedReview | undefined;
}

interface WalkedReview extends ReviewFacts {
  /** A review of the others ends without a question: nobody is in the group about whom people decide. */
  readonly subjectsInGroup: readonly ReviewSubject[];
}

/** An assessment may look again without a change; no life has more dates. */
const mostAssessments = 2_000;
const dayMs = 86_400_000;
const minuteMs = 60_000;
/** The rules look again that soon, and as often, while they wait for something that no date brings; a message takes a day. */
const soonMs = dayMs + 3_600_000;
const mostLooks = 30;

/** Something that happened, and that no rule brings about. */
export interface RecordedFact {
  readonly at: Date;
  /** The group is not assessed because of it: it counts from the next date on. */
  readonly isQuiet?: true;
  change(this: void, step: LifeStep): LifeStep;
}

/**
 * @param until later dates are left out; absent: the whole life
 * @param recorded in their order, all after the beginning
 */
export function walkLife(
  start: LifeStep,
  until?: Date,
  recorded: readonly RecordedFact[] = [],
): readonly WalkedMoment[] {
  const moments: WalkedMoment[] = [];
  let step = started(start);
  let looks = 0;
  let place = 0;
  for (let count = 0; count < mostAssessments; count += 1) {
    for (let fact = recorded[place]; fact && fact.at <= step.group.now; fact = recorded[place]) {
      step = fact.change(step);
      place += 1;
    }
    step = withMessages(step);
    const { group } = step;
    const lifecycle = assessLifecycle(group, step.lifecycle);
    const review = step.review && assessReviews(group, step.review);
    const effects = [...lifecycle.effects, ...(review?.effects ?? [])];
    moments.push(...momentsOf(group.now, lifecycle, effects));
    const next = stepAfter(step, { lifecycle, review, effects });
    const isSettled =
      next.group.state === group.state && next.review?.review === step.review?.review;
    const dates = [lifecycle.dueAt, review?.dueAt ?? null].filter((date) => date !== null);
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
  return moments;
}

/** A message leaves at the hour of its day, and the rules wait for it until then. */
function withMessages({ group, lifecycle, review }: LifeStep): LifeStep {
  const waits = ({ remindedAt }: { readonly remindedAt: Date | undefined }) => ({
    isReminderWaiting: remindedAt !== undefined && remindedAt > group.now,
  });
  return {
    group,
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
function started({ group, lifecycle, review }: LifeStep): LifeStep {
  const { now, state } = group;
  const isArchived = state === 'active' && lifecycle.archiving === 'in_progress';
  const isWritable = state === 'archived' && lifecycle.isUnarchiving;
  const remindedAt = lifecycle.isReminderWaiting ? now : lifecycle.remindedAt;
  return {
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
  /** By both rules. */
  readonly effects: readonly Effect[];
}

/** The facts that the tick would read afterwards. */
function stepAfter(
  { group, ...facts }: LifeStep,
  { lifecycle, review, effects }: Assessed,
): LifeStep {
  const { now } = group;
  const isRequested = (operation: OperationKind) =>
    effects.some((one) => one.kind === 'operation' && one.operation === operation);
  const isArchived = isRequested('archive');
  const isDeleted = isRequested('delete');
  return {
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
      // Each warning is sent when it is due.
      warningsSent: 2,
    },
    review: facts.review && review && reviewAfter(facts.review, review, now),
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
    return { at, event: kind === 'review' ? 'review' : 'renewal', asks: assignees, dueAt };
  }
  if (effect.kind === 'update_task') {
    if (effect.action === 'task.reassigned') return undefined;
    const { dueAt = null } = effect.update;
    return { at, event: 'reminder', asks: effect.informed, dueAt };
  }
  if (effect.kind === 'operation') {
    if (effect.operation === 'change') return undefined;
    const event = effect.operation === 'delete' ? 'deleted' : 'archived';
    return { at, event, asks: [], dueAt: null };
  }
  // An archived group says so itself.
  return effect.kind === 'activity' &&
    effect.action === 'group.expired' &&
    effect.data['outcome'] !== 'archive_requested'
    ? { at, event: 'expired', asks: [], dueAt: null }
    : undefined;
}

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
