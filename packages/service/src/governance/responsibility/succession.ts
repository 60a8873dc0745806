// Chooses the person who takes over a group, by the order of the template.
import { successors } from '../../settings/organisations/responsibility-input.schema.ts';
import type {
  ResponsibilityPolicy,
  Successor,
} from '../../settings/organisations/responsibility-policy.ts';
import { isEligible, keyOf, type ResponsibilityFacts } from './responsibility-facts.ts';

export type Choice =
  | { readonly kind: 'found'; readonly successorId: string; readonly successor: Successor }
  /** A candidate comes first of whom nothing is known yet. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'nobody' };

export function chooseSuccessor(
  facts: ResponsibilityFacts,
  policy: ResponsibilityPolicy,
  failedIds: readonly string[],
): Choice {
  for (const successor of policy.succession) {
    for (const id of candidates(facts, successor)) {
      if (failedIds.includes(id)) continue;
      const eligible = isEligible(facts, id);
      if (eligible === undefined) return { kind: 'unknown' };
      if (eligible) return { kind: 'found', successorId: id, successor };
    }
  }
  return { kind: 'nobody' };
}

/** They are read before they are needed, so that a question finds the people whom it can ask. */
export function hasUnknownCandidates(facts: ResponsibilityFacts): boolean {
  return successors.some((successor) =>
    candidates(facts, successor).some((id) => !facts.people.has(id)),
  );
}

/** Ids in lower case, without the responsible person. */
export function candidates(facts: ResponsibilityFacts, successor: Successor): readonly string[] {
  const responsibleId = keyOf(facts.group.responsibleId);
  return placed(facts, successor).filter((id) => id !== responsibleId);
}

function placed(
  { group, people, stewardId }: ResponsibilityFacts,
  successor: Successor,
): readonly string[] {
  switch (successor) {
    case 'deputy':
      return group.deputyId === null ? [] : [keyOf(group.deputyId)];
    case 'owners':
      return group.ownerIds.map(keyOf);
    case 'manager':
      // A group without a responsible person has the managers of its owners.
      return (group.responsibleId === null ? group.ownerIds : [group.responsibleId]).flatMap(
        (id) => people.get(keyOf(id))?.managerId ?? [],
      );
    case 'steward':
      return stewardId === undefined ? [] : [stewardId];
    default:
      return successor satisfies never;
  }
}
