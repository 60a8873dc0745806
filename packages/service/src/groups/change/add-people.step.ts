// Adds owners and members to an existing group, one batch per run. Owners come before anybody is removed. If the
// directory permanently refuses an owner, the operation fails; a refused member causes a warning.
import { addMemberBatch, addOwnerBatch } from '../../engine/people-batch.ts';
import { peopleProperties, repairs } from './repair.ts';
import {
  type OperationStep,
  ownGroup,
  peopleTarget,
  requireChangedPeople,
} from './operation-step.ts';

export const addOwners: OperationStep = {
  name: 'add_owners',
  writes: true,
  isNeeded: (change) =>
    change.responsible !== undefined ||
    change.deputy !== undefined ||
    change.roster !== undefined ||
    (change.owners?.add.length ?? 0) > 0 ||
    repairs(change, peopleProperties),
  isSatisfied: (operation) =>
    (operation.facts.ownersAdded ?? 0) >= requireChangedPeople(operation).addOwnerIds.length,
  async run(operation, directory, call) {
    const { addOwnerIds } = requireChangedPeople(operation);
    await directory.verifyGroup(ownGroup(operation), call);
    const pointer = operation.change.roster === undefined ? '/owners/add' : null;
    const people = { ownerIds: addOwnerIds, memberIds: [], pointer };
    return addOwnerBatch(peopleTarget(operation), people, directory, call);
  },
};

export const addMembers: OperationStep = {
  name: 'add_members',
  writes: true,
  isNeeded: (change) =>
    change.roster !== undefined ||
    (change.members?.add.length ?? 0) > 0 ||
    repairs(change, ['rosters']),
  isSatisfied: (operation) =>
    (operation.facts.membersAdded ?? 0) >= requireChangedPeople(operation).addMemberIds.length,
  async run(operation, directory, call) {
    const { addMemberIds } = requireChangedPeople(operation);
    await directory.verifyGroup(ownGroup(operation), call);
    return addMemberBatch(peopleTarget(operation), addMemberIds, directory, call);
  },
};
