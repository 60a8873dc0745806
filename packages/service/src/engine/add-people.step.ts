// Add the owners and the members who are not in the group yet, one batch per run.
import type { Creation, ResolvedPeople } from './creation.ts';
import { addMemberBatch, addOwnerBatch } from './people-batch.ts';
import { type Step, peopleTarget, requirePeople } from './step.ts';

/** Takes as many members along as the same call takes. If the directory permanently refuses an owner, the creation fails. */
export const addOwners: Step = {
  name: 'add_owners',
  writes: true,
  isNeeded: () => true,
  isSatisfied: (creation) =>
    (creation.facts.ownersAdded ?? 0) >= ownersToAdd(creation).ownerIds.length,
  run(creation, directory, call) {
    const people = { ...ownersToAdd(creation), pointer: '/owners' };
    return addOwnerBatch(peopleTarget(creation), people, directory, call);
  },
};

/** An adopted group has all but the missing ones already. */
function ownersToAdd(creation: Creation): Pick<ResolvedPeople, 'ownerIds' | 'memberIds'> {
  const { missingOwners } = creation.facts;
  const people = requirePeople(creation);
  return missingOwners === undefined ? people : { ownerIds: missingOwners, memberIds: [] };
}

/** If the directory permanently refuses a member, a warning names the person; the others are added. */
export const addMembers: Step = {
  name: 'add_members',
  writes: true,
  isNeeded: () => true,
  isSatisfied: (creation) =>
    (creation.facts.membersAdded ?? 0) >= requirePeople(creation).memberIds.length,
  run(creation, directory, call) {
    const { memberIds } = requirePeople(creation);
    return addMemberBatch(peopleTarget(creation), memberIds, directory, call);
  },
};
