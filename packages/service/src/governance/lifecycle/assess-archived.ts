// The lifecycle of an archived group: its people are warned, and it is deleted if its policy says so.
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import {
  dayAfter,
  notWithinGrace,
  warningDates,
  weekAfter,
} from '../../settings/organisations/lifecycle-dates.ts';
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
import { beforeArchiving, type LifecycleState } from './lifecycle-state.ts';

/** Messages about the deletion that must have been sent before it. */
const warningsNeeded = 2;

export function assessArchived(
  answer: Answer,
  { deleteAfterArchived }: LifecyclePolicy,
  present: LifecycleState,
): LifecycleAssessment {
  const { group, facts, cause, effects } = answer;
  const { now } = group;
  const { askedAgainUntil } = facts;
  if (askedAgainUntil === undefined) withdraw(answer, 'The group is archived.');
  else if (askedAgainUntil <= now) effects.push(lapse(cause));
  if (facts.isUnarchiving) return end(answer, present, inAnHour(now));
  // The policy deleted the group, and someone restored it.
  const isRestored = present.deletionRequestedAt !== null && facts.deleting === 'succeeded';
  const before = isRestored ? { ...beforeArchiving(present), deletionRequestedAt: null } : present;
  const archivedSince = before.archivedSince ?? now;
  const keptFrom = notWithinGrace(before.deletesAt === null ? now : archivedSince, group);
  const byPolicy =
    deleteAfterArchived === null ? null : dayAfter(keptFrom, deleteAfterArchived, facts.days);
  // People were given a date: a changed policy brings none that is sooner.
  const isSooner = byPolicy !== null && before.deletesAt !== null && byPolicy < before.deletesAt;
  const deletesAt = isSooner ? before.deletesAt : byPolicy;
  let state = { ...before, archivedSince, deletesAt };
  // A group that was archived when it was adopted is no news.
  const isNews = (group.archivedAt ?? now) > group.existsSince;
  if (before.archivedSince === null && isNews) {
    inform(answer, 'archived', deletesAt === null ? {} : { deletesAt: deletesAt.toISOString() });
  }
  if (state.deletionRequestedAt !== null) {
    if (facts.deleting === 'in_progress') return end(answer, state, inAnHour(now));
    return end(answer, { ...state, deletionRequestedAt: null }, tomorrow(now, facts));
  }
  if (deletesAt === null) return end(answer, state, null);
  const dates = warningDates(archivedSince, deletesAt, facts.days);
  const passed = dates.filter((date) => date <= now).length;
  if (passed > state.warnings && now < deletesAt) {
    inform(answer, 'deletes_soon', { dueAt: deletesAt.toISOString() });
    state = { ...state, warnings: passed };
  }
  if (now < deletesAt) return end(answer, state, dates.find((date) => date > now) ?? deletesAt);
  if (askedAgainUntil !== undefined && now < askedAgainUntil) {
    return end(answer, state, askedAgainUntil);
  }
  if (!facts.canNotify) return end(answer, state, tomorrow(now, facts));
  if (facts.warningsSent < warningsNeeded) {
    // After an outage the warnings arrive too late: people get another one, and time to answer it. A warning that reached no
    // one goes to the next people.
    const later = weekAfter(now, facts.days);
    const others = facts.lastWarning === 'unheard' ? [facts.steward, ...facts.administrators] : [];
    inform(answer, 'deletes_soon', { dueAt: later.toISOString() }, others);
    return end(answer, { ...state, deletesAt: later }, later);
  }
  const reason = 'The group was archived, and the time for which it is kept is over.';
  effects.push({ kind: 'operation', operation: 'delete', change: {}, reason, cause });
  return end(answer, { ...state, deletionRequestedAt: now }, inAnHour(now));
}
