// The lifecycle of a group that is not archived: its people are reminded, and it expires if nobody renews it.
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import { reminderDates, weekAfter } from '../../settings/organisations/lifecycle-dates.ts';
import { asked, type Fact } from '../../messages/tasks/task.ts';
import { askQuestion, type Question, silenceOf } from '../question.ts';
import {
  type Answer,
  end,
  inAnHour,
  inform,
  lapse,
  type LifecycleAssessment,
  tomorrow,
  withdraw,
} from './lifecycle-answer.ts';
import type { LifecycleState } from './lifecycle-state.ts';
import { distinct, toGroup } from './people-to-ask.ts';

export function assessActive(
  answer: Answer,
  policy: LifecyclePolicy,
  before: LifecycleState,
): LifecycleAssessment {
  const { group, facts } = answer;
  const { now } = group;
  if (facts.askedAgainUntil !== undefined) {
    withdraw(answer, 'The group is writable again.');
    return end(answer, before, now);
  }
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
  if (now < expiresAt) {
    const isMoved = expiresAt !== before.expiresAt;
    return askToRenew(answer, policy, state, { expiresAt, dates, isMoved });
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

/** The first date opens the question; the others are its reminders, and the last one escalates it. */
function askToRenew(
  answer: Answer,
  policy: LifecyclePolicy,
  state: LifecycleState,
  {
    expiresAt,
    dates,
    isMoved,
  }: { readonly expiresAt: Date; readonly dates: readonly Date[]; readonly isMoved: boolean },
): LifecycleAssessment {
  const { facts, cause, effects, group } = answer;
  const { now } = group;
  const passed = dates.filter((date) => date <= now).length;
  const isDue = !state.isEnding && (passed > state.reminders || isMoved);
  const nextAt = dates.find((date) => date > now) ?? expiresAt;
  if (!isDue && !facts.hasOpenTask) return end(answer, state, nextAt);
  const [, ...remindAt] = dates;
  const given = facts.hasOpenTask ? Math.max(state.reminders, passed) - 1 : state.reminders;
  const question: Question = {
    kind: 'renew',
    cause,
    decisions: policy.decisions,
    dueAt: expiresAt,
    data: dataOf(expiresAt, policy),
    ...toGroup(facts, { remindAt, escalateAt: dates.at(-1), given }),
  };
  const open = facts.hasOpenTask
    ? {
        assignees: facts.askedIds.map((personId) => ({ personId })),
        progress: {
          // A question of before a policy that gave a later date is reminded of on its dates, and not before.
          reminders: isDue ? state.reminders - 1 : Math.max(state.reminders - 1, 0),
          isEscalated: state.reminders >= dates.length,
        },
      }
    : undefined;
  const asking = askQuestion(question, open, now);
  effects.push(...asking.effects);
  if (!isDue) return end(answer, state, nextAt);
  if (question.assignees === undefined) return end(answer, state, tomorrow(now, facts));
  if (open === undefined) {
    const { facts: _, ...data } = dataOf(expiresAt, policy);
    effects.push({ kind: 'activity', action: 'group.expiring', data, cause });
  }
  return end(answer, { ...state, reminders: Math.max(passed, 1) }, nextAt);
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
  const { facts, cause, effects, group } = answer;
  const { askedIds, days } = facts;
  const { now } = group;
  const silence = silenceOf(facts, { dueAt: expiresAt, now, days });
  if (silence.kind === 'over') return undefined;
  if (silence.kind === 'on_its_way') return end(answer, state, silence.until);
  const { responsible, deputy, steward, administrators } = facts;
  const everyone = asked(distinct([responsible, deputy, steward, ...administrators]));
  const isUnheard = silence.kind === 'unheard';
  const informed = (isUnheard ? (everyone ?? []) : []).filter(
    ({ personId }) => !askedIds.includes(personId),
  );
  if (isUnheard && informed.length === 0) return undefined;
  const dueAt = isUnheard ? weekAfter(now, days) : silence.until;
  const progress = { reminders: state.reminders, isEscalated: isUnheard };
  const update = {
    data: { ...dataOf(dueAt, policy), ...progress },
    dueAt,
    ...(isUnheard && everyone !== undefined && { assignees: everyone }),
  };
  const action = isUnheard ? 'task.escalated' : 'task.reminded';
  effects.push({ kind: 'update_task', taskKind: 'renew', update, action, cause, informed });
  return end(answer, { ...state, expiresAt: dueAt }, dueAt);
}

function expire(
  answer: Answer,
  { unanswered }: LifecyclePolicy,
  state: LifecycleState,
): LifecycleAssessment {
  const { facts, cause, effects } = answer;
  const { now } = answer.group;
  if (!facts.canNotify) return end(answer, state, tomorrow(now, facts));
  if (facts.hasOpenTask) effects.push(lapse(cause));
  const outcome =
    unanswered === 'keep' ? 'kept' : facts.hasTeam ? 'archive_requested' : 'cannot_archive';
  effects.push({ kind: 'activity', action: 'group.expired', data: { outcome }, cause });
  if (outcome !== 'archive_requested') {
    inform(answer, outcome, {}, outcome === 'cannot_archive' ? [facts.steward] : []);
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
  inform(answer, 'cannot_archive', {}, [facts.steward]);
  return end(answer, { ...state, outcome: 'cannot_archive' }, null);
}
