// The facts about groups that several rules go by, read once for all of them.
import type { LifecyclePolicy } from '../settings/organisations/lifecycle-policy.ts';
import type { NoticesPolicy } from '../settings/organisations/notices-policy.ts';
import type { Query, Queryable } from '../postgres/database.ts';
import { groupStateSql } from '../engine/group-state.ts';
import type { Task, TaskKind } from '../messages/tasks/task.ts';
import { readOpenTasks } from '../messages/tasks/tasks.postgres.ts';
import type { GroupKey } from './governed-groups.postgres.ts';
import { contactColumns, type Contacts } from './lifecycle/contacts.postgres.ts';
import type { GovernedGroup } from './rule.ts';

export interface GroupFacts extends GovernedGroup, Contacts {
  readonly kind: 'team' | 'group';
  /** These two of the template as it is now; null: it has none, or was deleted. */
  readonly lifecycle: LifecyclePolicy | null;
  readonly notices: NoticesPolicy | null;
  /** 0 where the template was deleted. */
  readonly policyVersion: number;
  readonly isOnHold: boolean;
  /** Messages of the tenant cannot be sent at present. */
  readonly isFailing: boolean;
  readonly openTasks: readonly Task[];
}

/** The groups in the order of their keys. */
export async function readGroupFacts(
  transaction: Queryable,
  keys: readonly GroupKey[],
): Promise<readonly GroupFacts[]> {
  const groups = await transaction.query<GroupFacts>(readGroups, [
    keys.map(({ tenantId }) => tenantId),
    keys.map(({ teamId }) => teamId),
  ]);
  const tasks = Map.groupBy(await readOpenTasks(transaction, groups), ({ teamId }) => teamId);
  return groups.map((group) => Object.assign(group, { openTasks: tasks.get(group.teamId) ?? [] }));
}

export function openTaskOf({ openTasks }: GroupFacts, kind: TaskKind): Task | undefined {
  return openTasks.find((task) => task.kind === kind);
}

/** The end of the grace of an adopted group, over `provisionings p`; null for every other one. */
export const graceUntilSql = "(p.facts #>> '{adoption,graceUntil}')::timestamptz";

const readGroups: Query = {
  name: 'governance_read_groups',
  kind: 'background',
  text: `
    select t.tenant_id, t.team_id, t.organisation_id, t.template_id, t.display_name, t.mail_nickname, t.properties,
      t.requested_expiry, t.policy ->> 'kind' as kind, ${groupStateSql} as state,
      governance_time(t.tenant_id, coalesce(p.completed_at, t.created_at)) as exists_since,
      ${graceUntilSql} as grace_until,
      governance_time(t.tenant_id, t.archived_at) as archived_at,
      governance_time(t.tenant_id, t.deleted_at) as deleted_at,
      s.responsible_id, s.deputy_id, coalesce(p.resolved_people -> 'ownerIds', '[]') as owner_ids, clock.now,
      m.policy -> 'lifecycle' as lifecycle, m.policy -> 'notices' as notices, coalesce(m.version, 0) as policy_version,
      exists (select from group_holds h where h.tenant_id = t.tenant_id and h.team_id = t.team_id) as is_on_hold,
      exists (select from notice_channels c where c.tenant_id = t.tenant_id and c.failing_since is not null) as is_failing,
      ${contactColumns}
    from unnest($1::uuid[], $2::uuid[]) with ordinality as wanted (tenant_id, team_id, place)
    join teams t on t.tenant_id = wanted.tenant_id and t.team_id = wanted.team_id
    join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
    join organisations o on o.tenant_id = t.tenant_id and o.organisation_id = t.organisation_id
    join (
      select tenant_id, governance_now(tenant_id) as now from (select distinct unnest($1::uuid[]) as tenant_id) tenant
    ) clock on clock.tenant_id = t.tenant_id
    left join templates m on m.tenant_id = t.tenant_id and m.template_id = t.template_id and m.deleted_at is null
    left join team_search s on s.tenant_id = t.tenant_id and s.team_id = t.team_id
    left join followed_people f on f.tenant_id = t.tenant_id
    order by wanted.place`,
};
