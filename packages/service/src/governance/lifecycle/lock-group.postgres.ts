// Locks a group for a change of its lifecycle or for a review.
import { type GroupLimit, requireWithin } from '../../ground/group-limit.ts';
import { requireVersion } from '../../ground/record-store.ts';
import type { LifecyclePolicy } from '../../settings/organisations/lifecycle-policy.ts';
import type { Queryable } from '../../postgres/database.ts';
import { type GroupState, groupStateSql } from '../../engine/group-state.ts';

export interface LockedGroup {
  readonly organisationId: string;
  readonly templateId: string;
  readonly state: GroupState;
  /** Null without one, and where the template was deleted. */
  readonly policy: LifecyclePolicy | null;
  /** 0 where the template was deleted. */
  readonly policyVersion: number;
  readonly existsSince: Date;
  readonly properties: Readonly<Record<string, string>>;
}

/**
 * The caller holds the assessment of the group (`lockAssessment`), because the tick locks in this order.
 * @throws notFound also for a group that is not in these organisations; DomainError `version_conflict`
 */
export async function lockGroup(
  transaction: Queryable,
  {
    tenantId,
    teamId,
    within,
    version,
  }: {
    readonly tenantId: string;
    readonly teamId: string;
    readonly within: GroupLimit;
    readonly version?: number | undefined;
  },
): Promise<LockedGroup> {
  const [found] = await transaction.query<LockedGroup & { readonly version: number }>(
    `select t.version, t.organisation_id, t.template_id, ${groupStateSql} as state, m.policy -> 'lifecycle' as policy,
      coalesce(m.version, 0) as policy_version, t.properties,
      governance_time(t.tenant_id, coalesce(p.completed_at, t.created_at)) as exists_since
    from teams t
    join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
    left join templates m on m.tenant_id = t.tenant_id and m.template_id = t.template_id and m.deleted_at is null
    where t.tenant_id = $1 and t.team_id = $2
    for update of t`,
    [tenantId, teamId],
  );
  const group = requireWithin(within, found);
  requireVersion(group.version, version, 'group');
  return group;
}
