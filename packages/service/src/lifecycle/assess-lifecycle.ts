// The consequences of a template's lifecycle for a group, and when to look again. Pure: from the policy, the state and
// the time. Nobody is asked twice for the same reminder, and nothing irreversible happens while people cannot be
// reached.
import type { Cause } from '../activity/activity.ts';
import type { Assessment, Effect, GovernedGroup } from '../governance/rule.ts';
import type { NoticeFacts, NoticeKind } from '../notices/notice.ts';
import type { LifecyclePolicy } from '../organisations/lifecycle-policy.ts';
import type { Assignee, Fact } from '../tasks/task.ts';
import {
  dayAfter,
  endAfterReminder,
  expiryByPolicy,
  firstExpiry,
  reminderDates,
  shortNotice,
  type TenantDays,
  warningDates,
} from '../organisations/lifecycle-dates.ts';
import { type LifecycleState, newCycle } from './lifecycle-state.ts';
import { type Answering, distinct, isOutdated, peopleToAsk } from './people-to-ask.ts';

export interface LifecycleFacts extends Answering {
  readonly days: TenantDays;
  /** Undefined: the template has no lifecycle. */
  readonly policy: LifecyclePolicy | undefined;
  readonly policyVersion: number;
  /** Undefined until the group was assessed for the first time. */
  readonly state: LifecycleState | undefined;
  readonly isOnHold: boolean;
  /** Plain groups cannot be archived. */
  readonly hasTeam: boolean;
  readonly hasOpenTask: boolean;
  /** The people whom the open task asks. */
  readonly askedIds: readonly string[];
  /** The last archiving by this policy. */
  readonly archiving: PolicyOperation;
  /** The last deletion by this policy since the group was archived. */
  readonly deleting: PolicyOperation;
  /** An operation makes the group writable again. */
  readonly isUnarchiving: boolean;
  readonly canNotify: boolean;
  /** A message with the last reminder has not been sent or given up. */
  readonly isReminderWaiting: boolean;
  /** When the last reminder was sent to the first of its people; undefined: to none. */
  readonly remindedAt: Date | undefined;
  /** Messages about the coming deletion that were sent; none counts until the last warning is some days old. */
  readonly warningsSent: number;
}

/** `none` also if it was refused. */
export type PolicyOperation = 'none' | 'in_progress' | 'failed' | 'succeeded';

/** A notice to be written, without the group. */
export interface PlannedNotice {
  readonly to: Assignee;
  readonly kind: NoticeKind;
  readonly data: NoticeFacts;
}

export interface LifecycleAssessment extends Assessment {
  /** Undefined: the group has none. */
  readonly state: LifecycleState | undefined;
  readonly notices: readonly PlannedNotice[];
  readonly cause: Cause;
  /** The open question ends without an answer. */
  readonly lapses: boolean;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A group is new for a day; it has no other policy behind it. */
const newForMs = dayMs;
const warningsNeeded = 2;

export function assessLifecycle(group: GovernedGroup, facts: LifecycleFacts): LifecycleAssessment {
  const { policy, policyVersion } = facts;
  const cause = { templateId: group.templateId, policyVersion, rule: 'lifecycle' };
  const answer: Answer = { group, facts, cause, effects: [], notices: [], lapses: false };
  const isPresent = group.state === 'active' || group.state === 'archived';
  if (policy === undefined || !isPresent || facts.isOnHold) {
    const reason = facts.isOnHold ? 'The group is on hold.' : 'The group does not expire.';
    withdraw(answer, reason);
    return end(answer, policy && informOfDeletion(answer), null);
  }
  const state = presentState(answer, policy);
  return group.state === 'archived'
    ? assessArchived(answer, policy, state)
    : assessActive(answer, policy, state);
}

/** People learn of a deletion by policy once it has happened. */
function informOfDeletion(answer: Answer): LifecycleState | undefined {
  const { state } = answer.facts;
  const isByPolicy = state !== undefined && state.deletionRequestedAt !== null;
  if (!isByPolicy || state.deletesAt === null || answer.group.state !== 'deleted') return state;
  inform(answer, 'deleted', {});
  return { ...state, deletesAt: null };
}

interface Answer {
  readonly group: GovernedGroup;
  readonly facts: LifecycleFacts;
  readonly cause: Cause;
  readonly effects: Effect[];
  readonly notices: PlannedNotice[];
  lapses: boolean;
}

function end(
  { effects, notices, cause, lapses }: Answer,
  state: LifecycleState | undefined,
  dueAt: Date | null,
): LifecycleAssessment {
  return { effects, notices, cause, lapses, state, dueAt };
}

/** The state before this assessment: a new cycle where the policy or the group began one. */
function presentState({ group, facts }: Answer, policy: LifecyclePolicy): LifecycleState {
  const { now } = group;
  const { state, policyVersion, days } = facts;
  const byPolicy = expiryByPolicy(policy, group, days);
  const inGrace = () => firstExpiry(byPolicy, group, policy, days);
  if (state === undefined) {
    const isNew = now.getTime() - group.existsSince.getTime() < newForMs;
    return newCycle(isNew ? byPolicy : inGrace(), now, { policyVersion, renewals: 0 });
  }
  const wasEnded = state.archivedSince !== null || state.deletionRequestedAt !== null;
  if (group.state === 'active' && wasEnded) {
    const never = policy.expires === null && state.expiresAt === null;
    const expiresAt = never ? null : dayAfter(now, policy.renew.for, days);
    return newCycle(expiresAt, now, { policyVersion, renewals: state.renewals });
  }
  if (state.policyVersion === policyVersion) return state;
  // A renewal stays; a group that expired already stays as it is.
  if (state.renewals > 0 || state.outcome !== null) return { ...state, policyVersion };
  const isSooner = byPolicy !== null && (state.expiresAt === null || byPolicy < state.expiresAt);
  const expiresAt = isSooner ? inGrace() : byPolicy;
  if (expiresAt?.getTime() === state.expiresAt?.getTime()) return { ...state, policyVersion };
  return newCycle(expiresAt, now, { policyVersion, renewals: 0 });
}

function assessActive(
  answer: Answer,
  policy: LifecyclePolicy,
  before: LifecycleState,
): LifecycleAssessment {
  const { group, facts } = answer;
  const { now } = group;
  if (before.expiresAt === null) {
    withdraw(answer, 'The group does not expire.');
    return end(answer, before, null);
  }
  if (before.outcome === 'archive_requested') return assessArchiving(answer, before);
  if (before.outcome !== null) return end(answer, before, null);
  let state = before;
  let expiresAt = before.expiresAt;
  // Nobody's group ends without a question: a date that comes too early is moved. A hold withdraws the question.
  const isUnasked = state.reminders === 0 || !facts.hasOpenTask;
  if (isUnasked && !state.isEnding && expiresAt <= now) {
    expiresAt = dayAfter(now, shortNotice, facts.days);
    state = { ...state, expiresAt };
  }
  const dates = reminderDates(policy, expiresAt, facts.days);
  const passed = dates.filter((date) => date <= now).length;
  const isAsked = passed > state.reminders || expiresAt !== before.expiresAt;
  if (isAsked && !state.isEnding && now < expiresAt) {
    const reminders = Math.max(passed, 1);
    remind(answer, policy, state.reminders, reminders === dates.length, expiresAt);
    state = { ...state, reminders };
  } else if (facts.hasOpenTask && now < expiresAt) {
    moveTask(answer, policy, state.reminders, expiresAt, dates.length);
  }
  if (now < expiresAt) {
    const next = dates.find((date) => date > now);
    return end(answer, state, next ?? expiresAt);
  }
  if (facts.canNotify && !state.isEnding) {
    const waiting = awaitReminder(answer, policy, state, expiresAt);
    if (waiting !== undefined) return waiting;
  }
  return expire(answer, policy, state);
}

/** The task of a renewal, as far as it depends on the date. */
function dataOf(expiresAt: Date, { unanswered }: LifecyclePolicy) {
  const facts: readonly Fact[] = [{ name: 'expires', value: expiresAt.toISOString() }];
  return { expiresAt: expiresAt.toISOString(), unanswered, facts };
}

/**
 * A group ends some time after its last reminder was sent, also if that took longer than planned. A reminder that reached
 * no one goes to the next people. Undefined: the reminder was in time, or there is no one who can be reached.
 */
function awaitReminder(
  answer: Answer,
  policy: LifecyclePolicy,
  state: LifecycleState,
  expiresAt: Date,
): LifecycleAssessment | undefined {
  const { facts, cause, effects, notices, group } = answer;
  const { askedIds, days } = facts;
  const { now } = group;
  if (facts.isReminderWaiting) return end(answer, state, inAnHour(now));
  const moveTo = (later: Date, assignees?: readonly Assignee[]): LifecycleAssessment => {
    const data = dataOf(later, policy);
    const update = { data, dueAt: later, ...(assignees !== undefined && { assignees }) };
    const action = assignees === undefined ? 'task.reminded' : 'task.escalated';
    effects.push({ kind: 'update_task', taskKind: 'renew', update, action, cause });
    return end(answer, { ...state, expiresAt: later }, later);
  };
  if (facts.remindedAt !== undefined) {
    const endsAt = endAfterReminder(expiresAt, facts.remindedAt, days);
    return now < endsAt ? moveTo(endsAt) : undefined;
  }
  const everyone = distinct([facts.responsible, facts.deputy, facts.steward]);
  const next = everyone.filter(({ personId }) => !askedIds.includes(personId));
  if (next.length === 0) return undefined;
  const later = dayAfter(now, shortNotice, days);
  const { unanswered } = policy;
  const data = { dueAt: later.toISOString(), unanswered, reminder: state.reminders };
  for (const to of next) notices.push({ to, kind: 'renew', data });
  return moveTo(later, everyone);
}

/** The first reminder asks the responsible, later ones also the deputy, the last one also the steward. */
function remind(
  answer: Answer,
  policy: LifecyclePolicy,
  before: number,
  isLast: boolean,
  expiresAt: Date,
): void {
  const { facts, cause, effects, notices } = answer;
  const { unanswered, decisions } = policy;
  const assignees = peopleToAsk(facts, before, isLast);
  const data = dataOf(expiresAt, policy);
  if (facts.hasOpenTask) {
    effects.push({
      kind: 'update_task',
      taskKind: 'renew',
      update: { assignees, data, dueAt: expiresAt },
      action: isLast && before > 0 ? 'task.escalated' : 'task.reminded',
      cause,
    });
  } else {
    const task = { kind: 'renew', assignees, data, cause, decisions, dueAt: expiresAt } as const;
    effects.push({ kind: 'open_task', task });
    const { facts: _, ...recorded } = data;
    effects.push({ kind: 'activity', action: 'group.expiring', data: recorded, cause });
  }
  const facts_ = { dueAt: expiresAt.toISOString(), unanswered, reminder: before };
  for (const to of assignees) notices.push({ to, kind: 'renew', data: facts_ });
}

/** After a handover the open task asks only the people who answer for the group now. */
function moveTask(
  { facts, cause, effects, notices }: Answer,
  { unanswered }: LifecyclePolicy,
  reminders: number,
  expiresAt: Date,
  dates: number,
): void {
  const { askedIds } = facts;
  if (!isOutdated(facts, askedIds)) return;
  const assignees = peopleToAsk(facts, reminders - 1, reminders === dates);
  const action = 'task.reassigned';
  effects.push({ kind: 'update_task', taskKind: 'renew', update: { assignees }, action, cause });
  const data = { dueAt: expiresAt.toISOString(), unanswered, reminder: reminders - 1 };
  for (const to of assignees) {
    if (!askedIds.includes(to.personId)) notices.push({ to, kind: 'renew', data });
  }
}

function expire(
  answer: Answer,
  { unanswered }: LifecyclePolicy,
  state: LifecycleState,
): LifecycleAssessment {
  const { facts, cause, effects } = answer;
  const { now } = answer.group;
  if (!facts.canNotify) return end(answer, state, tomorrow(now, facts));
  answer.lapses = facts.hasOpenTask;
  const outcome =
    unanswered === 'keep' ? 'kept' : facts.hasTeam ? 'archive_requested' : 'cannot_archive';
  effects.push({ kind: 'activity', action: 'group.expired', data: { outcome }, cause });
  if (outcome !== 'archive_requested') {
    inform(answer, outcome, {});
    return end(answer, { ...state, outcome }, null);
  }
  const reason = 'Nobody renewed the group.';
  effects.push({ kind: 'operation', operation: 'archive', change: {}, reason, cause });
  return end(answer, { ...state, outcome }, inAnHour(now));
}

/** Looks after the archiving until the group is archived. */
function assessArchiving(answer: Answer, state: LifecycleState): LifecycleAssessment {
  const { facts, group } = answer;
  if (facts.archiving !== 'failed' && facts.archiving !== 'none') {
    return end(answer, state, inAnHour(group.now));
  }
  inform(answer, 'cannot_archive', {});
  return end(answer, { ...state, outcome: 'cannot_archive' }, null);
}

function assessArchived(
  answer: Answer,
  { deleteAfterArchived }: LifecyclePolicy,
  before: LifecycleState,
): LifecycleAssessment {
  const { group, facts, cause, effects } = answer;
  const { now } = group;
  withdraw(answer, 'The group is archived.');
  if (facts.isUnarchiving) return end(answer, before, inAnHour(now));
  const archivedSince = before.archivedSince ?? now;
  const byPolicy =
    deleteAfterArchived === null
      ? null
      : dayAfter(before.deletesAt === null ? now : archivedSince, deleteAfterArchived, facts.days);
  // People were given a date: a changed policy brings none that is sooner.
  const isSooner = byPolicy !== null && before.deletesAt !== null && byPolicy < before.deletesAt;
  const deletesAt = isSooner ? before.deletesAt : byPolicy;
  let state = { ...before, archivedSince, deletesAt };
  if (before.archivedSince === null) {
    inform(answer, 'archived', deletesAt === null ? {} : { deletesAt: deletesAt.toISOString() });
  }
  if (state.deletionRequestedAt !== null && facts.deleting !== 'succeeded') {
    if (facts.deleting === 'in_progress') return end(answer, state, inAnHour(now));
    return end(answer, { ...state, deletionRequestedAt: null }, tomorrow(now, facts));
  }
  if (deletesAt === null || state.deletionRequestedAt !== null) return end(answer, state, null);
  const dates = warningDates(archivedSince, deletesAt, facts.days);
  const passed = dates.filter((date) => date <= now).length;
  if (passed > state.warnings && now < deletesAt) {
    inform(answer, 'deletes_soon', { dueAt: deletesAt.toISOString() });
    state = { ...state, warnings: passed };
  }
  if (now < deletesAt) return end(answer, state, dates.find((date) => date > now) ?? deletesAt);
  if (!facts.canNotify) return end(answer, state, tomorrow(now, facts));
  if (facts.warningsSent < warningsNeeded) {
    // After an outage the warnings arrive too late: people get another one, and time to answer it.
    const later = dayAfter(now, shortNotice, facts.days);
    inform(answer, 'deletes_soon', { dueAt: later.toISOString() });
    return end(answer, { ...state, deletesAt: later }, later);
  }
  const reason = 'The group was archived, and the time for which it is kept is over.';
  effects.push({ kind: 'operation', operation: 'delete', change: {}, reason, cause });
  return end(answer, { ...state, deletionRequestedAt: now }, inAnHour(now));
}

function inform({ facts, notices }: Answer, kind: NoticeKind, data: NoticeFacts): void {
  const to = distinct([
    facts.responsible,
    facts.deputy,
    ...(kind === 'cannot_archive' ? [facts.steward] : []),
  ]);
  for (const person of to) notices.push({ to: person, kind, data });
}

function withdraw({ facts, effects, cause }: Answer, reason: string): void {
  if (!facts.hasOpenTask) return;
  effects.push({ kind: 'withdraw_tasks', taskKinds: ['renew'], reason, cause });
}

function inAnHour(now: Date): Date {
  return new Date(now.getTime() + hourMs);
}

function tomorrow(now: Date, { days }: LifecycleFacts): Date {
  return dayAfter(now, 'P1D', days);
}
