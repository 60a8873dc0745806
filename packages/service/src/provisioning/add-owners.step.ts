// Adds the owners who are not in the group yet, a batch a run, with as many members as the same call takes. An owner whom the directory refuses for
// good fails the creation: a group without its responsible people is half made.
import { nextBatch } from './people-batch.ts';
import { type Step, StepFailure, peopleTarget, requirePeople } from './step.ts';

export const addOwners: Step = {
  name: 'add_owners',
  writes: true,
  isNeeded: () => true,
  isSatisfied: (creation) =>
    (creation.facts.ownersAdded ?? 0) >= requirePeople(creation).ownerIds.length,
  async run(creation, directory, call) {
    const { ownerIds, memberIds } = requirePeople(creation);
    const { ownersAtCreation = 0, membersAdded = 0 } = creation.facts;
    const batch = nextBatch(
      peopleTarget(creation),
      ownerIds,
      creation.facts.ownersAdded ?? 0,
      directory.limits,
      call.now,
    );
    const room = batch.isRepetition ? 0 : directory.limits.peoplePerCall - batch.personIds.length;
    const joining = memberIds.slice(membersAdded, membersAdded + room);
    const madeOwners = new Set(ownerIds.slice(0, ownersAtCreation));
    const { refused } = await directory.addOwners(
      batch.groupId,
      {
        ownerIds: batch.personIds,
        alreadyOwnerIds: batch.personIds.filter((id) => madeOwners.has(id)),
        memberIds: joining,
      },
      batch.through,
      call,
    );
    const owners = new Set(batch.personIds);
    const refusedOwners = refused.filter(({ personId }) => owners.has(personId));
    // If a member was refused, add_members repeats the call and handles the refusal.
    const haveJoined = refusedOwners.length === refused.length;
    const progress = batch.progress(refusedOwners);
    const forGood = progress.refusedForGood;
    if (forGood.length > 0) {
      throw new StepFailure(
        'people_not_eligible',
        `The directory refused owners: ${forGood.map(({ personId, detail }) => `${personId} (${detail})`).join(', ')}.`,
        forGood.map(({ personId, detail }) => ({
          pointer: '/owners',
          code: 'owner_refused',
          detail: `The directory refused ${personId} as an owner: ${detail}`,
        })),
      );
    }
    return {
      ...progress.result,
      facts: {
        ...progress.facts,
        ownersAdded: progress.added,
        ...(haveJoined && { membersAdded: membersAdded + joining.length }),
      },
      detail: `Added ${progress.added} of ${ownerIds.length} owners.`,
    };
  },
};
