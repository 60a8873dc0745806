// The state of a lifecycle at the beginning of an assessment: the stored one, or a new cycle where the group or its policy
// began one. A date that people were promised, by a grace or a reminder, stays when the policy changes: neither sooner nor
// later, unless the policy is longer (decision 0200).
import { dayAfter, expiryByPolicy, firstExpiry } from '../organisations/lifecycle-dates.ts';
import type { LifecyclePolicy } from '../organisations/lifecycle-policy.ts';
import type { Answer } from './lifecycle-answer.ts';
import { type LifecycleState, newCycle } from './lifecycle-state.ts';

/** A group is new for a day; it has no other policy behind it. */
const newForMs = 24 * 3_600_000;

export function presentState({ group, facts }: Answer, policy: LifecyclePolicy): LifecycleState {
  const { now } = group;
  const { state, policyVersion, days } = facts;
  const byPolicy = expiryByPolicy(policy, group, days);
  const inGrace = firstExpiry(byPolicy, group, policy, days);
  const beginAt = (expiresAt: Date | null) =>
    newCycle(expiresAt, now, { policyVersion, renewals: 0, isGrace: !isSame(expiresAt, byPolicy) });
  if (state === undefined) {
    const isNew = now.getTime() - group.existsSince.getTime() < newForMs;
    return beginAt(isNew ? byPolicy : inGrace);
  }
  const wasEnded = state.archivedSince !== null || state.deletionRequestedAt !== null;
  if (group.state === 'active' && wasEnded) {
    const never = policy.expires === null && state.expiresAt === null;
    const expiresAt = never ? null : dayAfter(now, policy.renew.for, days);
    return newCycle(expiresAt, now, { policyVersion, renewals: state.renewals });
  }
  if (state.policyVersion === policyVersion) return state;
  const kept = { ...state, policyVersion };
  // A renewal stays; a group that expired already stays as it is.
  if (state.renewals > 0 || state.outcome !== null) return kept;
  const { expiresAt } = state;
  if (isSame(byPolicy, expiresAt)) return { ...kept, isGrace: false };
  const isLonger = byPolicy === null || (expiresAt !== null && byPolicy > expiresAt);
  if (isLonger) return beginAt(byPolicy);
  const isPromised = expiresAt !== null && (state.isGrace || state.reminders > 0);
  const isSooner = expiresAt === null || (inGrace !== null && inGrace < expiresAt);
  return isSooner && !isPromised ? beginAt(inGrace) : kept;
}

function isSame(one: Date | null, other: Date | null): boolean {
  return one?.getTime() === other?.getTime();
}
