// The state of a lifecycle at the beginning of an assessment: the stored one, or a new cycle where the group or its policy
// began one. A date that people were promised, by a grace or a reminder, stays when the policy changes: neither sooner nor
// later, unless the policy is longer (decision 0010).
import { localTime } from '../../ground/zoned-time.ts';
import {
  dayAfter,
  expiryByPolicy,
  firstExpiry,
  type TenantDays,
} from '../../settings/organisations/lifecycle-dates.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import type { Answer } from './lifecycle-answer.ts';
import { type LifecycleState, newCycle } from './lifecycle-state.ts';

/** A group is new for a day; it has no other policy behind it. */
const newForMs = 24 * 3_600_000;

export function presentState({ group, facts }: Answer, policy: LifecyclePolicy): LifecycleState {
  const { now } = group;
  const { state, policyVersion, days } = facts;
  // Most groups have been assessed under their policy before: they need none of these dates.
  const dates = () => {
    const byPolicy = expiryByPolicy(policy, group, days);
    return { byPolicy, inGrace: firstExpiry(byPolicy, group, policy, days) };
  };
  const beginAt = (expiresAt: Date | null, byPolicy: Date | null) =>
    newCycle(expiresAt, now, {
      policyVersion,
      renewals: 0,
      isGrace: expiresAt?.getTime() !== byPolicy?.getTime(),
    });
  if (state === undefined) {
    const { byPolicy, inGrace } = dates();
    const isNew = now.getTime() - group.existsSince.getTime() < newForMs;
    return beginAt(isNew ? byPolicy : inGrace, byPolicy);
  }
  // Another operation may have made it writable again before the archiving was seen.
  const wasArchived = state.outcome === 'archive_requested' && facts.archiving === 'succeeded';
  const wasEnded =
    state.archivedSince !== null ||
    state.deletionRequestedAt !== null ||
    (wasArchived && !facts.isUnarchiving);
  if (group.state === 'active' && wasEnded) {
    const never = policy.expires === null && (state.expiresAt === null || state.isIdle);
    const expiresAt = never ? null : dayAfter(now, policy.renew.for, days);
    return newCycle(expiresAt, now, { policyVersion, renewals: state.renewals });
  }
  if (state.policyVersion === policyVersion) return state;
  const kept = { ...state, policyVersion };
  // An expiry that idleness began stays while the policy asks about idle groups.
  if (state.isIdle && policy.inactivity !== undefined) return kept;
  // A renewal stays; a group that expired already stays as it is.
  if (state.renewals > 0 || state.outcome !== null) return kept;
  const { expiresAt } = state;
  const { byPolicy, inGrace } = dates();
  if (isSameDay(byPolicy, expiresAt, days)) return { ...kept, isGrace: false };
  const isLonger = byPolicy === null || (expiresAt !== null && byPolicy > expiresAt);
  if (isLonger) return beginAt(byPolicy, byPolicy);
  const isPromised = expiresAt !== null && (state.isGrace || state.reminders > 0);
  const isSooner = expiresAt === null || (inGrace !== null && inGrace < expiresAt);
  return isSooner && !isPromised ? beginAt(inGrace, byPolicy) : kept;
}

/** The tenant may have another hour or time zone since the date was set. */
function isSameDay(one: Date | null, other: Date | null, { timeZone }: TenantDays): boolean {
  if (one === null || other === null) return one === other;
  return localTime(one, timeZone).date === localTime(other, timeZone).date;
}
