// The steps that change, delete or restore a group as a whole, each by one call that may be repeated.
import { repairs, writtenValues } from './repair.ts';
import { type OperationStep, ownGroup } from './operation-step.ts';

export const updateGroup: OperationStep = {
  name: 'update_group',
  writes: true,
  isNeeded: (change) =>
    change.displayName !== undefined ||
    change.description !== undefined ||
    change.visibility !== undefined ||
    repairs(change, ['displayName', 'description', 'visibility']),
  isSatisfied: () => false,
  async run(operation, directory, call) {
    const values = writtenValues(operation.change, operation.group);
    await directory.updateGroup(ownGroup(operation), values, call);
    return { kind: 'done' };
  },
};

export const deleteGroup: OperationStep = {
  name: 'delete_group',
  writes: true,
  isNeeded: () => true,
  isSatisfied: () => false,
  async run(operation, directory, call) {
    await directory.deleteGroup(ownGroup(operation), call);
    return { kind: 'done' };
  },
};

export const restoreGroup: OperationStep = {
  name: 'restore_group',
  writes: true,
  isNeeded: () => true,
  isSatisfied: () => false,
  async run(operation, directory, call) {
    const { facts, group } = operation;
    const own = ownGroup(operation);
    if (facts.seenRemoved === undefined) {
      const state = await directory.groupState(own.groupId, call);
      return { kind: 'more', facts: { seenRemoved: state === 'removed' } };
    }
    await directory.restoreGroup(own, group.deletedAt, call, facts.seenRemoved);
    return { kind: 'done', detail: 'The team and its content may follow up to 24 hours later.' };
  },
};
