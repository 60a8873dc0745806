// Adds the members who are not in the group yet, one batch per run. If the directory permanently refuses a member, a
// warning names the person; the others are added.
import { addMemberBatch } from './people-batch.ts';
import { type Step, peopleTarget, requirePeople } from './step.ts';

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
