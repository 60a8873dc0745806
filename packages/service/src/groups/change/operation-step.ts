// The interface of a step of an operation, and what its steps share.
import type { OwnGroup, PeopleThrough } from '../../directory/group-life.ts';
import type { ApprovalPolicy } from '../../settings/organisations/approval-policy.ts';
import type { ChangedPeople } from '../../engine/creation.ts';
import type { PeopleTarget, StepOf } from '../../engine/step.ts';
import type { GroupChange, Operation } from './operation.ts';

export interface OperationStep extends StepOf<Operation> {
  /** Whether an operation with this change, accepted under this policy, has the step. */
  isNeeded(change: GroupChange, approvalPolicy: ApprovalPolicy | undefined): boolean;
  /** The ledger has the step only where it is needed. */
  readonly isOptional?: true;
}

/** The group in the directory; a record without it is damaged, because operations begin after the creation. */
export function ownGroup({ group: { groupId, marker, isUnmarked = false } }: Operation): OwnGroup {
  if (groupId === undefined) throw new Error('The record of the group has no id of the directory.');
  return { groupId, marker, isUnmarked };
}

export function peopleTarget(operation: Operation): PeopleTarget {
  const { facts, group } = operation;
  return {
    groupId: ownGroup(operation).groupId,
    kind: group.policy.kind,
    mayHaveOtherOwners: true,
    facts,
  };
}

/** The directory takes people out of a team by another way than out of a group. */
export function throughOf({ group }: Operation): PeopleThrough {
  return group.policy.kind;
}

export function requireChangedPeople({ facts }: Operation): ChangedPeople {
  if (facts.changedPeople === undefined)
    throw new Error('The ledger has no people after resolve_people.');
  return facts.changedPeople;
}
