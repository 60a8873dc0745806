// Approval of requests: who has to agree before a group is created, or before one that exists is changed or deleted.
import type { Actor } from '../../audit/activity.ts';
import type { PersonReference } from '../../directory/directory.ts';

/**
 * A person by id or address; `manager`: the manager of the responsible person; `group:` with the id or address of a
 * directory group: its members.
 */
export type Approver = PersonReference;

export const managerApproves: Approver = 'manager';
const groupPrefix = 'group:';

/** The owners of the group of an adoption; no template names them. */
export const ownersApprove: Approver = 'owners';

/** A stage asks at most as many people. */
export const maxApprovers = 100;

/** The group whose members approve; undefined for any other approver. */
export function groupIn(approver: Approver): string | undefined {
  return approver.startsWith(groupPrefix) ? approver.slice(groupPrefix.length) : undefined;
}

/**
 * `public`: groups that everyone in the organisation may join. `guests`: groups with guests from the start.
 * `peopleOver`: groups with more people than that from the start, owners included.
 */
export type ApprovalCondition =
  | 'always'
  | 'never'
  | 'public'
  | 'guests'
  | { readonly peopleOver: number };

/** Requests about groups that exist: `public` makes one public, `guests` adds guests, `properties` changes properties, `delete` deletes it. */
export const operationConditions = ['public', 'guests', 'properties', 'delete'] as const;
export type OperationCondition = (typeof operationConditions)[number];

export interface ApprovalPolicy {
  /** The creations that need the approval. Of several, one is enough. */
  readonly when: ApprovalCondition | readonly ApprovalCondition[];
  /** The operations on existing groups that need it. Absent: none. */
  readonly operations?: readonly OperationCondition[];
  /** One after the other. In each, any one of the people approves. */
  readonly stages: readonly { readonly by: readonly Approver[] }[];
  /** Days after the start of a stage on which its people are reminded. */
  readonly remindDays: readonly number[];
  /** Days after which the steward or the administrators are asked, too. Absent: they are not. */
  readonly escalateAfterDays?: number;
  /** A stage that nobody decides in time; ISO 8601. */
  readonly lapse: { readonly after: string; readonly as: 'rejected' | 'approved' };
  /** Whether the responsible person of the group may approve it. */
  readonly selfApproval: boolean;
  /** Whether a link is enough, or its holder also signs in. */
  readonly decisions: 'link' | 'signed_in';
}

interface Approvable {
  readonly visibility: 'private' | 'public';
  readonly guestsAllowed: boolean;
  readonly approval?: ApprovalPolicy;
}

/** The people of a request, once the directory has found them. */
export interface CountedPeople {
  readonly people: number;
  readonly guests: number;
}

/** Whether a creation under this template's policy may need an approval, depending on its people. */
export function mayRequireApproval(policy: Approvable): boolean {
  return conditionsOf(policy.approval).some((condition) => {
    if (condition === 'guests') return policy.guestsAllowed;
    if (condition === 'public') return policy.visibility === 'public';
    return condition !== 'never';
  });
}

/** The policy that a creation with these people has to pass; undefined: none. */
export function requiredApproval(
  policy: Approvable,
  { people, guests }: CountedPeople,
): ApprovalPolicy | undefined {
  const isRequired = conditionsOf(policy.approval).some((condition) => {
    switch (condition) {
      case 'always':
        return true;
      case 'never':
        return false;
      case 'public':
        return policy.visibility === 'public';
      case 'guests':
        return guests > 0;
      default:
        return people > condition.peopleOver;
    }
  });
  return isRequired ? policy.approval : undefined;
}

function conditionsOf(approval: ApprovalPolicy | undefined): readonly ApprovalCondition[] {
  if (approval === undefined) return [];
  const { when } = approval;
  return typeof when === 'string' || 'peopleOver' in when ? [when] : when;
}

type Input = Pick<ApprovalPolicy, 'stages'> &
  Partial<
    Pick<ApprovalPolicy, 'when' | 'operations' | 'remindDays' | 'selfApproval' | 'decisions'>
  > & {
    readonly lapse?: Partial<ApprovalPolicy['lapse']>;
  };

/** In one order of members. @param input null: no approval; undefined: as at present */
export function completeApproval(
  input: Input | null | undefined,
  present: ApprovalPolicy | undefined,
): ApprovalPolicy | undefined {
  if (input === null) return undefined;
  if (input === undefined) return present;
  const { when, operations = [], stages, remindDays, lapse, selfApproval, decisions } = input;
  return {
    when: when ?? 'always',
    ...(operations.length > 0 && {
      operations: operationConditions.filter((one) => operations.includes(one)),
    }),
    stages: stages.map(({ by }) => ({ by })),
    remindDays: remindDays ?? [2, 5],
    lapse: { after: lapse?.after ?? 'P14D', as: lapse?.as ?? 'rejected' },
    selfApproval: selfApproval ?? false,
    decisions: decisions ?? 'signed_in',
  };
}

/** How far the approval of a creation or an operation is. */
export interface Approval {
  /** requested → waiting, with a task of its stage → requested for the next stage, or approved. */
  readonly state: 'requested' | 'waiting' | 'approved';
  /** It counts from 1. */
  readonly stage: number;
  readonly of: number;
  readonly decisions: readonly ApprovalDecision[];
}

export interface ApprovalDecision {
  readonly stage: number;
  /** `amend`: approved with another name. `skip`: no approver of the stage was available. */
  readonly decision: 'approve' | 'amend' | 'reject' | 'lapse' | 'skip';
  readonly by: Pick<Actor, 'kind' | 'id'>;
  readonly reason: string | null;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The name with which the group was approved. */
  readonly displayName?: string;
}
