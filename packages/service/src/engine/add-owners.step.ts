// Adds the owners who are not in the group yet, one batch per run, with as many members as the same call takes. If the
// directory permanently refuses an owner, the creation fails.
import { addOwnerBatch } from './people-batch.ts';
import { type Step, peopleTarget, requirePeople } from './step.ts';

export const addOwners: Step = {
  name: 'add_owners',
  writes: true,
  isNeeded: () => true,
  isSatisfied: (creation) =>
    (creation.facts.ownersAdded ?? 0) >= requirePeople(creation).ownerIds.length,
  run(creation, directory, call) {
    const people = { ...requirePeople(creation), pointer: '/owners' };
    return addOwnerBatch(peopleTarget(creation), people, directory, call);
  },
};
