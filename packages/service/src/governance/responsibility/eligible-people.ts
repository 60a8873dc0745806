// The people whom a question can ask: those who are known and available.
import type { Successor } from '../../settings/organisations/responsibility-policy.ts';
import type { TaskPerson } from '../../messages/tasks/decision.ts';
import type { Asked, Assignee } from '../../messages/tasks/task.ts';
import { whomToAsk } from '../question.ts';
import { isEligible, type ResponsibilityFacts } from './responsibility-facts.ts';
import { candidates } from './succession.ts';
import type { WatchedPerson } from './watched-person.ts';

function eligible(facts: ResponsibilityFacts, ids: readonly string[]): readonly WatchedPerson[] {
  return ids.flatMap((id) => (isEligible(facts, id) ? (facts.people.get(id) ?? []) : []));
}

export function assigneeOf({ personId, email, displayName, language }: WatchedPerson): Assignee {
  return { personId, email, displayName, language };
}

/** It is the first set in which someone can be asked, or the person who is asked in their place. */
export function firstEligible(
  facts: ResponsibilityFacts,
  sets: readonly (readonly string[])[],
  declinedIds: readonly string[] = [],
): Asked | undefined {
  const mayBeAsked = ({ personId }: Assignee) => !declinedIds.includes(personId);
  const peopleOf = (ids: readonly string[]) =>
    eligible(facts, ids).map(assigneeOf).filter(mayBeAsked);
  const [steward] = peopleOf(candidates(facts, 'steward'));
  const administrators = facts.administrators.filter(mayBeAsked);
  return whomToAsk(sets.map(peopleOf), { steward, administrators });
}

/** Whether a person of whom nothing is known yet comes before those who can be asked. */
export function awaitsPeople(
  facts: ResponsibilityFacts,
  sets: readonly (readonly string[])[],
): boolean {
  for (const ids of sets) {
    const answers = new Set(ids.map((id) => isEligible(facts, id)));
    if (answers.has(undefined)) return true;
    if (answers.has(true)) return false;
  }
  return false;
}

/** They are the people of an escalated question, with the manager of the responsible person and the steward. */
export function withSuperiors(facts: ResponsibilityFacts, assignees: Asked): Asked {
  const others = (['manager', 'steward'] as const).flatMap((one) => candidates(facts, one));
  const known = new Set(assignees.map(({ personId }) => personId));
  const superiors = eligible(facts, [...new Set(others)]).filter((one) => !known.has(one.personId));
  return [...assignees, ...superiors.map(assigneeOf)];
}

/** People who may be named in the answer, in that order. */
export function proposalsOf(
  facts: ResponsibilityFacts,
  from: readonly Successor[],
): readonly TaskPerson[] {
  const ids = from.flatMap((one) => candidates(facts, one));
  return eligible(facts, [...new Set(ids)]).map(({ personId, email, displayName }) => ({
    personId,
    email,
    displayName,
  }));
}
