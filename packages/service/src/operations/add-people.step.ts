// Adds owners and members to an existing group, one batch per run. Owners come before anybody is removed. If the
// directory permanently refuses an owner, the operation fails; a refused member causes a warning.
import { nextBatch } from '../provisioning/people-batch.ts';
import { StepFailure } from '../provisioning/step.ts';
import {
  type OperationStep,
  ownGroup,
  peopleTarget,
  requireChangedPeople,
} from './operation-step.ts';

export const addOwners: OperationStep = {
  name: 'add_owners',
  writes: true,
  isNeeded: ({ responsible, deputy, owners }) =>
    responsible !== undefined || deputy !== undefined || (owners?.add.length ?? 0) > 0,
  isSatisfied: (operation) =>
    (operation.facts.ownersAdded ?? 0) >= requireChangedPeople(operation).addOwnerIds.length,
  async run(operation, directory, call) {
    const { addOwnerIds } = requireChangedPeople(operation);
    const added = operation.facts.ownersAdded ?? 0;
    const batch = nextBatch(
      peopleTarget(operation),
      addOwnerIds,
      added,
      directory.limits,
      call.now,
    );
    await directory.verifyGroup(ownGroup(operation), call);
    const { refused } = await directory.addOwners(
      batch.groupId,
      { ownerIds: batch.personIds, alreadyOwnerIds: [], memberIds: [] },
      batch.through,
      call,
    );
    const progress = batch.progress(refused);
    if (progress.refusedForGood.length > 0) {
      const listed = progress.refusedForGood;
      throw new StepFailure(
        'people_not_eligible',
        `The directory refuses owners: ${listed.map(({ personId, detail }) => `${personId} (${detail})`).join(', ')}.`,
        listed.map(({ personId, detail }) => ({
          pointer: '/owners/add',
          code: 'owner_refused',
          detail: `The directory refuses ${personId} as an owner: ${detail}`,
        })),
      );
    }
    return {
      ...progress.result,
      facts: { ...progress.facts, ownersAdded: progress.added },
      detail: `Added ${progress.added} of ${addOwnerIds.length} owners.`,
    };
  },
};

export const addMembers: OperationStep = {
  name: 'add_members',
  writes: true,
  isNeeded: ({ members }) => (members?.add.length ?? 0) > 0,
  isSatisfied: (operation) =>
    (operation.facts.membersAdded ?? 0) >= requireChangedPeople(operation).addMemberIds.length,
  async run(operation, directory, call) {
    const { addMemberIds } = requireChangedPeople(operation);
    const added = operation.facts.membersAdded ?? 0;
    const batch = nextBatch(
      peopleTarget(operation),
      addMemberIds,
      added,
      directory.limits,
      call.now,
    );
    await directory.verifyGroup(ownGroup(operation), call);
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
      detail: `Added ${progress.added} of ${addMemberIds.length} members.`,
      warnings: progress.refusedForGood.map(({ personId, detail }) => ({
        code: 'member_refused',
        detail: `The directory refuses ${personId} as a member: ${detail}`,
      })),
    };
  },
};
