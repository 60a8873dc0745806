// The question for another owner of a group that has too few who can act, by the last comparison with the directory. An
// answer counts until the next comparison: if that still finds too few, the question is asked again.
import { keyOf, type ResponsibilityFacts } from './responsibility-facts.ts';
import type { ResponsibilityState } from '../../engine/responsibility-state.ts';
import { firstEligible, proposalsOf, withSuperiors } from './eligible-people.ts';
import { ask, type Asked } from './ask.ts';

export function askForOwner(facts: ResponsibilityFacts, state: ResponsibilityState): Asked {
  const { areTooFew, comparedAt, lastEndedAt } = facts.owners;
  // The question for a deputy or a responsible person is the more urgent one, and its answer adds an owner.
  const applies =
    facts.policy !== undefined &&
    facts.group.state === 'active' &&
    areTooFew !== false &&
    (state === 'held' || state === 'shaky');
  if (!applies) return ask(facts, 'add_owner', undefined, false);
  const isNews = comparedAt !== null && (lastEndedAt === null || lastEndedAt < comparedAt);
  const assignees = assigneesOf(facts);
  const question = {
    assignees,
    ...(assignees && { escalatedTo: withSuperiors(facts, assignees) }),
    data: { people: proposalsOf(facts, ['manager']) },
  };
  return ask(facts, 'add_owner', question, areTooFew === true && isNews && state === 'held');
}

/** The first of these who can be asked: the responsible person, the deputy, the owners. */
function assigneesOf(facts: ResponsibilityFacts) {
  const { responsibleId, deputyId, ownerIds } = facts.group;
  return firstEligible(facts, [[keyOf(responsibleId)], [keyOf(deputyId)], ownerIds.map(keyOf)]);
}
