// Groups with a date by the governance clock. One indexed query finds the ones that are due, of all tenants.
import type { Query, Queryable } from '../postgres/database.ts';
import { isOpen } from '../postgres/lock-tenant.ts';

export interface GroupKey {
  readonly tenantId: string;
  readonly teamId: string;
}

/** Locks up to `atMost` due groups that no other process works on. */
export function claimDueGroups(
  transaction: Queryable,
  atMost: number,
): Promise<readonly GroupKey[]> {
  return transaction.query<GroupKey>(claimDue, [atMost]);
}

// Clocks of sandboxes may be ahead; all others are due by the real time.
export const claimDue: Query = {
  name: 'governance_claim_due',
  kind: 'background',
  text: `
    with due as materialized (
      (
        select tenant_id, team_id, due_at from governed_groups where due_at <= now() and ${isOpen('tenant_id')}
        order by due_at limit $1
      ) union (
        select ahead.* from (
          select tenant_id from tenants
          where (governance_offset <> '0' or governance_target is not null) and closed is null
        ) t
        cross join lateral (
          select g.tenant_id, g.team_id, g.due_at from governed_groups g
          where g.tenant_id = t.tenant_id and g.due_at <= (select governance_now(t.tenant_id))
          order by g.due_at limit $1
        ) ahead
      )
    )
    select claimed.* from (select * from due order by due_at, team_id limit $1) first
    cross join lateral (
      select g.tenant_id, g.team_id from governed_groups g
      where g.tenant_id = first.tenant_id and g.team_id = first.team_id
        -- Another process may have assessed the group since the statement began: then its row has another due time.
        and g.due_at = first.due_at
      limit 1
      for update skip locked
    ) claimed`,
};

/** Locks the group if it is due and no other process works on it. */
export async function claimDueGroup(
  transaction: Queryable,
  { tenantId, teamId }: GroupKey,
): Promise<readonly GroupKey[]> {
  return transaction.query<GroupKey>(
    `select tenant_id, team_id from governed_groups
    where tenant_id = $1 and team_id = $2 and due_at <= governance_now($1)
    for update skip locked`,
    [tenantId, teamId],
  );
}

/**
 * Locks groups of the tenant that were created and not assessed since, also one that another process assesses now: its due
 * time is read again.
 * @param teamId undefined: every group
 */
export async function claimNewGroups(
  transaction: Queryable,
  tenantId: string,
  teamId: string | undefined,
  atMost: number,
): Promise<readonly GroupKey[]> {
  return transaction.query<GroupKey>(
    `select tenant_id, team_id from governed_groups g
    where tenant_id = $1 and ($2::uuid is null or team_id = $2) and due_at <= governance_now($1)
      and not exists (
        select from group_lifecycles l where l.tenant_id = g.tenant_id and l.team_id = g.team_id
      )
    order by team_id limit $3
    for update`,
    [tenantId, teamId ?? null, atMost],
  );
}

/** When each group is due next. */
export async function setDueTimes(
  transaction: Queryable,
  dueTimes: readonly (GroupKey & { readonly dueAt: Date | null })[],
): Promise<void> {
  await transaction.query(
    `update governed_groups g set due_at = x."dueAt"
    from jsonb_to_recordset($1::jsonb) as x ("tenantId" uuid, "teamId" uuid, "dueAt" timestamptz)
    where g.tenant_id = x."tenantId" and g.team_id = x."teamId"`,
    [JSON.stringify(dueTimes)],
  );
}

/** A group that could not be assessed is due again after a while of real time. */
export async function deferGroup(
  database: Queryable,
  { tenantId, teamId }: GroupKey,
  deferredMs: number,
): Promise<void> {
  await database.query(
    `update governed_groups set due_at = governance_now($1) + $3 * interval '1 millisecond'
    where tenant_id = $1 and team_id = $2`,
    [tenantId, teamId, deferredMs],
  );
}

/**
 * Waits until no tick assesses the group, and keeps it from being assessed until the transaction ends. A transaction
 * that changes facts of a rule does this before it locks the group, as the tick does. A group without a row gets one:
 * otherwise another transaction could add it, the tick could claim it, and both would wait for each other.
 */
export async function lockAssessment(
  transaction: Queryable,
  { tenantId, teamId }: GroupKey,
): Promise<void> {
  await transaction.query(
    `insert into governed_groups as g (tenant_id, team_id, organisation_id, template_id, due_at)
    select t.tenant_id, t.team_id, t.organisation_id, t.template_id, null
    from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
    where t.tenant_id = $1 and t.team_id = $2 and p.status = 'succeeded'
    on conflict (tenant_id, team_id) do update set due_at = g.due_at`,
    [tenantId, teamId],
  );
}

/** Has existing groups assessed at the next tick, because something about them or about their policy has changed. */
export async function assessAtNextTick(
  transaction: Queryable,
  tenantId: string,
  teamIds: readonly string[],
): Promise<void> {
  await transaction.query(
    `insert into governed_groups as g (tenant_id, team_id, organisation_id, template_id, due_at)
    select t.tenant_id, t.team_id, t.organisation_id, t.template_id, (select governance_now($1))
    from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
    where t.tenant_id = $1 and p.status = 'succeeded' and t.team_id = any ($2::uuid[])
    order by t.team_id
    on conflict (tenant_id, team_id) do update set due_at = least(g.due_at, excluded.due_at)`,
    [tenantId, teamIds],
  );
}

/** The earliest due time of a group of the tenant. */
export async function nextDueGroupAt(
  database: Queryable,
  tenantId: string,
): Promise<Date | undefined> {
  const [row] = await database.query<{ dueAt: Date | null }>(
    'select min(due_at) as due_at from governed_groups where tenant_id = $1 and due_at is not null',
    [tenantId],
  );
  return row?.dueAt ?? undefined;
}
