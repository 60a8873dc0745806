// A group that was handed over because its responsible person was not available is offered back once that person is
// available again: the present responsible person decides. Nothing returns by itself.
import { durationOf, addDuration } from '../../ground/duration.ts';
import {
  type FormerResponsible,
  isEligible,
  keyOf,
  type ResponsibilityFacts,
} from './responsibility-facts.ts';
import { assigneeOf, firstEligible } from './eligible-people.ts';
import { ask, type Asked } from './ask.ts';

export interface Offer extends Asked {
  /** The handover that is still to be offered back; undefined: none. */
  readonly former: FormerResponsible | undefined;
}

const offeredFor = 'P1Y';

/** @param handed id of the person who was responsible before a handover by policy that has ended now */
export function offerBack(facts: ResponsibilityFacts, handed: string | undefined): Offer {
  const former = presentFormer(facts, handed);
  if (former === undefined) {
    return { ...ask(facts, 'hand_back', undefined, false), former };
  }
  const endsAt = addDuration(former.handedOverAt, durationOf(offeredFor));
  const person = facts.people.get(former.formerId);
  const isBack = isEligible(facts, former.formerId) === true;
  if (person === undefined || !isBack || facts.isChanging) {
    const asked = ask(facts, 'hand_back', undefined, false);
    return { ...asked, former, dates: [...asked.dates, endsAt] };
  }
  const name = person.displayName ?? person.email ?? former.formerId;
  const question = {
    assignees: firstEligible(facts, [[keyOf(facts.group.responsibleId)]]),
    data: {
      former: assigneeOf(person),
      wasDeputy: former.wasDeputy,
      facts: [{ name: 'former_responsible', value: name }],
      person: name,
    },
    dueDays: facts.policy?.escalateDays ?? 0,
    unanswered: 'keep',
  };
  const asked = ask(facts, 'hand_back', question, true);
  return { ...asked, former: asked.hasLapsed === true ? undefined : former };
}

function presentFormer(
  { group, stored, former, policy }: ResponsibilityFacts,
  handed: string | undefined,
): FormerResponsible | undefined {
  const successorId = keyOf(group.responsibleId);
  if (policy === undefined) return undefined;
  if (handed !== undefined) {
    const wasDeputy = stored?.memory.deputyId === successorId;
    return { formerId: handed, successorId, wasDeputy, handedOverAt: group.now };
  }
  if (former === undefined || former.successorId !== successorId) return undefined;
  return addDuration(former.handedOverAt, durationOf(offeredFor)) > group.now ? former : undefined;
}
