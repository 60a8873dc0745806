// The consequences of a template's lifecycle for a group, and when to look again. Pure: from the policy, the state and
// the time. Nobody is asked twice for the same reminder, and nothing irreversible happens while people cannot be
// reached.
import type { GovernedGroup } from '../rule.ts';
import { assessActive } from './assess-active.ts';
import { assessArchived } from './assess-archived.ts';
import {
  type Answer,
  end,
  inform,
  type LifecycleAssessment,
  type LifecycleFacts,
  withdraw,
} from './lifecycle-answer.ts';
import { beforeArchiving, type LifecycleState } from './lifecycle-state.ts';
import { presentState } from './present-state.ts';

export function assessLifecycle(group: GovernedGroup, facts: LifecycleFacts): LifecycleAssessment {
  const { policy, policyVersion } = facts;
  const cause = { templateId: group.templateId, policyVersion, rule: 'lifecycle' };
  const answer: Answer = { group, facts, cause, effects: [], notices: [] };
  const isPresent = group.state === 'active' || group.state === 'archived';
  if (policy === undefined || !isPresent || facts.isOnHold) {
    const reason = facts.isOnHold ? 'The group is on hold.' : 'The group does not expire.';
    withdraw(answer, reason);
    return end(answer, policy && afterRemoval(answer), null);
  }
  const state = presentState(answer, policy);
  if (group.state === 'active') return assessActive(answer, policy, state);
  const assessed = assessArchived(answer, policy, state);
  const { askedAgainUntil: until = group.now } = facts;
  if (until <= group.now) return assessed;
  return { ...assessed, dueAt: new Date(Math.min(Number(assessed.dueAt ?? until), Number(until))) };
}

/**
 * People learn of a deletion by policy once it has happened. Dates of before a removal mean nothing to a group that is
 * restored: its time as an archived group begins again, with its warnings.
 */
function afterRemoval(answer: Answer): LifecycleState | undefined {
  const { state } = answer.facts;
  const { group } = answer;
  if (state === undefined || (group.state !== 'deleted' && group.state !== 'gone')) return state;
  const isByPolicy = state.deletionRequestedAt !== null && state.deletesAt !== null;
  if (isByPolicy && group.state === 'deleted') inform(answer, 'deleted', {});
  return beforeArchiving(state);
}
