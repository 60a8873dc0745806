// Adds the owners who are not in the group yet, a batch a run. An owner whom the directory refuses for
// good fails the creation: a group without its responsible people is half made.
import { nextBatch } from './people-batch.ts';
import { type Step, StepFailure, requirePeople } from './step.ts';

export const addOwners: Step = {
  name: 'add_owners',
  writes: true,
  isNeeded: () => true,
  isSatisfied: (creation) =>
    (creation.facts.ownersAdded ?? 0) >= requirePeople(creation).ownerIds.length,
  async run(creation, directory, call) {
    const { ownerIds } = requirePeople(creation);
    const batch = nextBatch(
      creation,
      ownerIds,
      creation.facts.ownersAdded ?? 0,
      directory.limits,
      call.now,
    );
    const { refused } = await directory.addOwners(
      batch.groupId,
      batch.personIds,
      batch.through,
      call,
    );
    const progress = batch.progress(refused);
    const forGood = progress.refusedForGood;
    if (forGood.length > 0) {
      throw new StepFailure(
        'people_not_eligible',
        `The directory refuses owners: ${forGood.map(({ personId, detail }) => `${personId} (${detail})`).join(', ')}.`,
        forGood.map(({ personId, detail }) => ({
          pointer: '/owners',
          code: 'owner_refused',
          detail: `The directory refuses ${personId} as an owner: ${detail}`,
        })),
      );
    }
    return {
      ...progress.result,
      facts: { ...progress.facts, ownersAdded: progress.added },
      detail: `${progress.added} of ${ownerIds.length} owners are in the group.`,
    };
  },
};
