// The table of contents of operations: the steps of each kind, in order. People are added before any is removed, so that
// a group is never without an owner.
import type { ApprovalPolicy } from '../../settings/organisations/approval-policy.ts';
import type { StepRecord } from '../../engine/creation.ts';
import { newStep } from '../../engine/ledger.ts';
import { acceptDifference } from './accept-drift.ts';
import { addMembers, addOwners } from './add-people.step.ts';
import { applyLabel, applySettings } from './apply-settings.step.ts';
import { awaitApproval } from './await-approval.step.ts';
import { archiveGroup, restoreArchived, unarchiveGroup } from './archive-group.step.ts';
import { deleteGroup, restoreGroup, updateGroup } from './group.step.ts';
import type { GroupChange, OperationKind } from './operation.ts';
import type { OperationStep } from './operation-step.ts';
import { removeMembers, removeOwners } from './remove-people.step.ts';
import { resolveChange } from './resolve-change.step.ts';
import { inviteGuests } from '../rosters/invite-guests.step.ts';

const changeSteps = [
  resolveChange,
  awaitApproval,
  updateGroup,
  applyLabel,
  applySettings,
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
  delete: [awaitApproval, deleteGroup],
  restore: [restoreGroup],
  // The names first: people who are gone do not keep them from being restored.
  repair: [
    updateGroup,
    applyLabel,
    applySettings,
    resolveChange,
    addOwners,
    addMembers,
    restoreArchived,
  ],
  accept_drift: [awaitApproval, acceptDifference],
  roster: [inviteGuests, resolveChange, addOwners, addMembers, removeOwners, removeMembers],
};

/** Every step of every kind, each once. */
export const operationSteps: readonly OperationStep[] = [
  ...new Set(Object.values(stepsOfKind).flat()),
];

/** A team is writable while it changes. */
function stepsOf(kind: OperationKind, { archived }: GroupChange): readonly OperationStep[] {
  const steps = stepsOfKind[kind];
  if (kind !== 'change' || archived === undefined) return steps;
  return archived ? [...steps, archiveGroup] : [unarchiveGroup, ...steps];
}

/**
 * The ledger of an operation that has not begun.
 * @param approvalPolicy where the operation may need an approval
 */
export function newOperationLedger(
  kind: OperationKind,
  change: GroupChange,
  approvalPolicy?: ApprovalPolicy,
): readonly StepRecord[] {
  const steps = stepsOf(kind, change).filter(
    (step) => step.isOptional !== true || step.isNeeded(change, approvalPolicy),
  );
  return steps.map((step) => newStep(step.name, step.isNeeded(change, approvalPolicy)));
}
