// Adds the members who are not in the group yet, one batch per run. If the directory permanently refuses a member, a
// warning names the person; the others are added.
import { nextBatch } from './people-batch.ts';
import { type Step, peopleTarget, requirePeople } from './step.ts';

export const addMembers: Step = {
  name: 'add_members',
  writes: true,
  isNeeded: () => true,
  isSatisfied: (creation) =>
    (creation.facts.membersAdded ?? 0) >= requirePeople(creation).memberIds.length,
  async run(creation, directory, call) {
    const { memberIds } = requirePeople(creation);
    const batch = nextBatch(
      peopleTarget(creation),
      memberIds,
      creation.facts.membersAdded ?? 0,
      directory.limits,
      call.now,
    );
    const { refused } = await directory.addMembers(
      batch.groupId,
      batch.personIds,
      batch.through,
      call,
    );
    const progress = batch.progress(refused);
    return {
      ...progress.result,
      facts: { ...progress.facts, membersAdded: progress.added },
      detail: `Added ${progress.added} of ${memberIds.length} members.`,
      warnings: progress.refusedForGood.map(({ personId, detail }) => ({
        code: 'member_refused',
        detail: `The directory refused ${personId} as a member: ${detail}`,
      })),
    };
  },
};
