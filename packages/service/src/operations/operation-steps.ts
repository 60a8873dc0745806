// The table of contents of operations: the steps of each kind, in order. People are added before any is removed, so that
// a group is never without an owner.
import type { StepRecord } from '../provisioning/creation.ts';
import { addMembers, addOwners } from './add-people.step.ts';
import { archiveGroup, unarchiveGroup } from './archive-group.step.ts';
import { deleteGroup, restoreGroup, updateGroup } from './group.step.ts';
import type { GroupChange, OperationKind } from './operation.ts';
import type { OperationStep } from './operation-step.ts';
import { removeMembers, removeOwners } from './remove-people.step.ts';
import { resolveChange } from './resolve-change.step.ts';

const changeSteps = [
  resolveChange,
  updateGroup,
  addOwners,
  addMembers,
  removeOwners,
  removeMembers,
];

const stepsOfKind: Readonly<Record<OperationKind, readonly OperationStep[]>> = {
  change: changeSteps,
  handover: changeSteps,
  archive: [archiveGroup],
  unarchive: [unarchiveGroup],
  delete: [deleteGroup],
  restore: [restoreGroup],
};

/** Every step of every kind, each once. */
export const operationSteps: readonly OperationStep[] = [
  ...new Set(Object.values(stepsOfKind).flat()),
];

/** The ledger of an operation that has not begun. */
export function newOperationLedger(
  kind: OperationKind,
  change: GroupChange,
): readonly StepRecord[] {
  return stepsOfKind[kind].map((step) => ({
    name: step.name,
    status: step.isNeeded(change) ? 'pending' : 'skipped',
    attempts: 0,
    startedAt: null,
    completedAt: null,
    retryAt: null,
    detail: null,
  }));
}
