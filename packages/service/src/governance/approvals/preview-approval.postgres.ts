// The effect that a changed approval has on the existing groups of its template: how many have operations that await an
// approval from then on. By the rule itself, so that the preview and the acceptance agree.
import type { GroupChange, OperationKind } from '../../groups/change/operation.ts';
import { needsApproval } from '../../groups/change/needed-approval.ts';
import {
  type ApprovalPolicy,
  type OperationCondition,
  operationConditions,
} from '../../settings/organisations/approval-policy.ts';
import { readStoredPolicy, type StoredPolicy } from '../../settings/organisations/template.ts';
import type { Queryable } from '../../postgres/database.ts';
import { groupStateSql } from '../../engine/group-state.ts';

/** Numbers of existing groups: those of the template, and those in which an operation would await an approval. */
export interface ApprovalPreview extends Readonly<Record<OperationCondition, number>> {
  readonly groups: number;
  /** It counts the groups with at least one such operation. */
  readonly concerned: number;
}

type Policy = Parameters<typeof needsApproval>[1]['group']['policy'];

/** An operation of each kind that a policy may name. */
const operations: Readonly<
  Record<OperationCondition, { kind: OperationKind; change: GroupChange; guests: number }>
> = {
  public: { kind: 'change', change: { visibility: 'public' }, guests: 0 },
  guests: { kind: 'change', change: {}, guests: 1 },
  properties: { kind: 'change', change: { properties: {} }, guests: 0 },
  delete: { kind: 'delete', change: {}, guests: 0 },
};

/** @param template.policy undefined: no approval */
export async function previewApproval(
  database: Queryable,
  {
    tenantId,
    templateId,
    policy: approval,
  }: {
    readonly tenantId: string;
    readonly templateId: string;
    readonly policy: ApprovalPolicy | undefined;
  },
): Promise<ApprovalPreview> {
  const kinds = await database.query<{ policy: StoredPolicy; groups: number }>(kindsOfGroups, [
    tenantId,
    templateId,
  ]);
  const read = kinds.map(({ policy, groups }) => ({ policy: readStoredPolicy(policy), groups }));
  const countOf = (isMeant: (policy: Policy) => boolean) =>
    read.reduce((sum, { policy, groups }) => sum + (isMeant(policy) ? groups : 0), 0);
  const awaits = (condition: OperationCondition) => (policy: Policy) =>
    approval !== undefined &&
    // A group without guests cannot get any.
    (condition !== 'guests' || policy.guestsAllowed) &&
    needsApproval(approval, { ...operations[condition], group: { policy } });
  return {
    groups: countOf(() => true),
    public: countOf(awaits('public')),
    guests: countOf(awaits('guests')),
    properties: countOf(awaits('properties')),
    delete: countOf(awaits('delete')),
    concerned: countOf((policy) => operationConditions.some((one) => awaits(one)(policy))),
  };
}

/** The members of the policy that the rule reads. */
const kindsOfGroups = `
  select jsonb_strip_nulls(jsonb_build_object('visibility', k.visibility, 'guestsAllowed', k.guests_allowed)) as policy,
    k.groups
  from (
    select t.policy -> 'visibility' as visibility, t.policy -> 'guestsAllowed' as guests_allowed,
      count(*)::integer as groups
    from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
    where t.tenant_id = $1 and t.template_id = $2 and p.status = 'succeeded'
      and ${groupStateSql} in ('active', 'archived')
    group by 1, 2
  ) k`;
