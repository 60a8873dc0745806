// The lifecycle of a group that is not archived: its people are reminded, and it expires if nobody renews it.
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import {
  endAfterReminder,
  reminderDates,
  weekAfter,
} from '../../settings/organisations/lifecycle-dates.ts';
import { type Asked, asked, type Fact } from '../../messages/tasks/task.ts';
import {
  type Answer,
  end,
  inAnHour,
  inform,
  type LifecycleAssessment,
  tomorrow,
  withdraw,
} from './lifecycle-answer.ts';
import type { LifecycleState } from './lifecycle-state.ts';
import { distinct, isOutdated, peopleToAsk } from './people-to-ask.ts';

export function assessActive(
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
  const isRequested = before.outcome === 'archive_requested';
  // It was not tried: the people of the group are asked again before it ends.
  const isStopped = isRequested && (facts.archiving === 'stopped' || facts.archiving === 'none');
  if (isRequested && !isStopped) return assessArchiving(answer, before);
  if (before.outcome !== null && !isStopped) return end(answer, before, null);
  let state = isStopped ? { ...before, outcome: null, isEnding: false } : before;
  let expiresAt = before.expiresAt;
  // Nobody's group ends without a question: a date that comes too early is moved. A hold withdraws the question.
  const isUnasked = state.reminders === 0 || !facts.hasOpenTask;
  if (isUnasked && !state.isEnding && expiresAt <= now) {
    expiresAt = weekAfter(now, facts.days);
    state = { ...state, expiresAt };
  }
  const dates = reminderDates(policy, expiresAt, facts.days);
  const passed = dates.filter((date) => date <= now).length;
  const isAsked = passed > state.reminders || expiresAt !== before.expiresAt;
  if (isAsked && !state.isEnding && now < expiresAt) {
    const reminders = Math.max(passed, 1);
    const isLast = reminders === dates.length;
    if (!remind(answer, policy, state.reminders, isLast, expiresAt)) {
      return end(answer, state, tomorrow(now, facts));
    }
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
  const moveTo = (later: Date, assignees?: Asked): LifecycleAssessment => {
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
  const { responsible, deputy, steward, administrators } = facts;
  const everyone = asked(distinct([responsible, deputy, steward, ...administrators]));
  const next = everyone?.filter(({ personId }) => !askedIds.includes(personId)) ?? [];
  if (next.length === 0) return undefined;
  const later = weekAfter(now, days);
  const { unanswered } = policy;
  const data = { dueAt: later.toISOString(), unanswered, reminder: state.reminders };
  for (const to of next) notices.push({ to, kind: 'renew', data });
  return moveTo(later, everyone);
}

/**
 * The first reminder asks the responsible, later ones also the deputy, the last one also the steward. False: nobody can be
 * asked.
 */
function remind(
  answer: Answer,
  policy: LifecyclePolicy,
  before: number,
  isLast: boolean,
  expiresAt: Date,
): boolean {
  const { facts, cause, effects, notices } = answer;
  const { unanswered, decisions } = policy;
  const assignees = peopleToAsk(facts, before, isLast);
  if (assignees === undefined) return false;
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
  return true;
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
  if (assignees === undefined) return;
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
  if (facts.archiving !== 'failed') {
    return end(answer, state, inAnHour(group.now));
  }
  inform(answer, 'cannot_archive', {});
  return end(answer, { ...state, outcome: 'cannot_archive' }, null);
}
