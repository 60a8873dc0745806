// Decides whether an operation needs the approval of its template. What a policy starts, and what people decided in a
// task, needs none.
import type { Actor } from '../../audit/activity.ts';
import type {
  ApprovalPolicy,
  OperationCondition,
} from '../../settings/organisations/approval-policy.ts';
import type { GroupChange, GroupRecord, OperationKind } from './operation.ts';

/** The kind of the task in which people approve an operation of this kind. */
export function approvalTaskKind(kind: OperationKind): 'approve_change' | 'approve_delete' {
  return kind === 'delete' ? 'approve_delete' : 'approve_change';
}

interface Asked {
  readonly kind: OperationKind;
  readonly change: GroupChange;
  readonly group: { readonly policy: Pick<GroupRecord['policy'], 'visibility' | 'guestsAllowed'> };
}

/**
 * The policy under which an operation is accepted; undefined where it cannot need an approval. Whether a change adds
 * guests is known once its people were found: `needsApproval`.
 * @param asked.groups the group as it is, and as the operations before this one leave it: they may wait for an approval
 * themselves, or fail
 * @param template as it is at the acceptance; undefined once it is deleted
 */
export function approvalPolicyFor(
  { groups, ...asked }: Omit<Asked, 'group'> & { readonly groups: readonly Asked['group'][] },
  actor: Pick<Actor, 'kind'>,
  template: { readonly policy: { readonly approval?: ApprovalPolicy } } | undefined,
): ApprovalPolicy | undefined {
  const approval = template?.policy.approval;
  if (approval === undefined || (actor.kind !== 'api_key' && actor.kind !== 'administrator')) {
    return undefined;
  }
  const addsMembers = (asked.change.members?.add.length ?? 0) > 0;
  const mayNeedApproval = groups.some((group) =>
    needsApproval(approval, {
      ...asked,
      group,
      guests: group.policy.guestsAllowed && addsMembers ? 1 : 0,
    }),
  );
  return mayNeedApproval ? approval : undefined;
}

/** @param asked.guests the number of guests whom the operation adds */
export function needsApproval(
  { operations = [] }: ApprovalPolicy,
  { kind, change, group, guests }: Asked & { readonly guests: number },
): boolean {
  const applies: Readonly<Record<OperationCondition, boolean>> = {
    public: change.visibility === 'public' && group.policy.visibility !== 'public',
    guests: guests > 0,
    properties: change.properties !== undefined,
    delete: kind === 'delete',
  };
  return operations.some((condition) => applies[condition]);
}
