// The states of lifecycles, and holds, in PostgreSQL.
import type { Actor } from '../../audit/activity.ts';
import type { Task } from '../../messages/tasks/task.ts';
import type { Query, Queryable } from '../../postgres/database.ts';
import { type RecordVersion, recordVersionSql } from '../../engine/group-state.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import { createReadByKey, forWantedKeys } from '../../postgres/read-by-key.ts';
import type { LifecycleState } from './lifecycle-state.ts';

interface GroupKey {
  readonly tenantId: string;
  readonly teamId: string;
}

/** @param l the alias of `group_lifecycles` */
export const stateColumns = (l: string) => `
  ${l}.expires_at, ${l}.policy_version as applied_version, ${l}.renewals, ${l}.reminders, ${l}.cycle_started_at,
  ${l}.is_grace, ${l}.is_idle, ${l}.is_ending, ${l}.outcome, ${l}.archived_since, ${l}.deletes_at, ${l}.warnings, ${l}.deletion_requested_at`;

export async function storeLifecycles(
  transaction: Queryable,
  states: readonly (GroupKey & { readonly state: LifecycleState })[],
): Promise<void> {
  if (states.length === 0) return;
  const rows = states.map(({ tenantId, teamId, state }) => ({ tenantId, teamId, ...state }));
  await transaction.query(
    `insert into group_lifecycles as l (tenant_id, team_id, expires_at, policy_version, renewals, reminders,
      cycle_started_at, is_ending, outcome, archived_since, deletes_at, warnings, deletion_requested_at, is_grace, is_idle)
    select "tenantId", "teamId", "expiresAt", "policyVersion", renewals, reminders, "cycleStartedAt", "isEnding", outcome,
      "archivedSince", "deletesAt", warnings, "deletionRequestedAt", "isGrace", "isIdle"
    from jsonb_to_recordset($1::jsonb) as ("tenantId" uuid, "teamId" uuid, "expiresAt" timestamptz,
      "policyVersion" integer, renewals integer, reminders integer, "cycleStartedAt" timestamptz, "isEnding" boolean,
      outcome text, "archivedSince" timestamptz, "deletesAt" timestamptz, warnings integer,
      "deletionRequestedAt" timestamptz, "isGrace" boolean, "isIdle" boolean)
    order by "tenantId", "teamId"
    on conflict (tenant_id, team_id) do update
    set expires_at = excluded.expires_at, policy_version = excluded.policy_version, renewals = excluded.renewals,
      reminders = excluded.reminders, cycle_started_at = excluded.cycle_started_at, is_ending = excluded.is_ending,
      outcome = excluded.outcome, archived_since = excluded.archived_since, deletes_at = excluded.deletes_at,
      warnings = excluded.warnings, deletion_requested_at = excluded.deletion_requested_at,
      is_grace = excluded.is_grace, is_idle = excluded.is_idle
    where (to_jsonb(l) - 'tenant_id') is distinct from (to_jsonb(excluded) - 'tenant_id')`,
    [JSON.stringify(rows)],
  );
}

export async function deleteLifecycles(
  transaction: Queryable,
  keys: readonly GroupKey[],
): Promise<void> {
  if (keys.length === 0) return;
  await transaction.query(
    `delete from group_lifecycles l using unnest($1::uuid[], $2::uuid[]) as gone (tenant_id, team_id)
    where l.tenant_id = gone.tenant_id and l.team_id = gone.team_id`,
    [keys.map(({ tenantId }) => tenantId), keys.map(({ teamId }) => teamId)],
  );
}

export async function readLifecycle(
  database: Queryable,
  { tenantId, teamId }: GroupKey,
): Promise<LifecycleState | undefined> {
  const [row] = await database.query<StateRow>(
    `select ${stateColumns('l')} from group_lifecycles l where l.tenant_id = $1 and l.team_id = $2`,
    [tenantId, teamId],
  );
  return row && stateOf(row);
}

interface StateRow extends LifecycleState {
  readonly appliedVersion: number;
}

function stateOf({ appliedVersion: policyVersion, ...state }: StateRow): LifecycleState {
  return { ...state, policyVersion };
}

/** The operation of a renewal, beside the question that it answers, with the state to which a failure returns. */
export async function noteRenewal(
  transaction: Queryable,
  { tenantId, teamId }: GroupKey,
  operationId: string,
  { expiresAt, renewals }: LifecycleState,
): Promise<void> {
  await transaction.query(
    `update tasks set data = data || jsonb_build_object('consequence', $3::text, 'before', $4::jsonb)
    where tenant_id = $1 and task_id = (
      select k.task_id from tasks k
      where k.tenant_id = $1 and k.team_id = $2 and ${ofFoundRow("k.kind = 'renew' and k.state <> 'open'")}
      order by k.task_id desc limit 1
    )`,
    [tenantId, teamId, operationId, JSON.stringify({ expiresAt, renewals })],
  );
}

/** The unarchiving that a renewal requested has failed: the group has expired, as before. */
export async function reopenRenewal(
  transaction: Queryable,
  { tenantId, teamId, data }: Pick<Task, 'tenantId' | 'teamId' | 'data'>,
): Promise<void> {
  await transaction.query(
    `update group_lifecycles
    set outcome = 'archive_requested', expires_at = ($3::jsonb ->> 'expiresAt')::timestamptz,
      renewals = ($3::jsonb ->> 'renewals')::integer
    where tenant_id = $1 and team_id = $2`,
    [tenantId, teamId, JSON.stringify(data['before'])],
  );
}

export interface Hold {
  readonly reason: string;
  readonly heldBy: Pick<Actor, 'kind' | 'id'>;
  readonly heldAt: Date;
}

export async function readHold(
  database: Queryable,
  { tenantId, teamId }: GroupKey,
): Promise<Hold | undefined> {
  const [row] = await database.query<Hold>(
    'select reason, held_by, held_at from group_holds where tenant_id = $1 and team_id = $2',
    [tenantId, teamId],
  );
  return row;
}

/** All that is known of how long a group lives. */
export interface Lifespan extends RecordVersion {
  readonly state: LifecycleState | undefined;
  readonly hold: Hold | undefined;
  /** When the suite lets the group expire; null: never, as far as is known. */
  readonly suiteExpiresAt: Date | null;
  /** The group was created and not assessed since, so the state is not known yet. */
  readonly isNew: boolean;
}

const readLifespan: Query = {
  name: 'lifecycles_read_lifespan',
  kind: 'hot',
  text: forWantedKeys(`
    select l.team_id is not null as has_state, ${stateColumns('l')},
      h.team_id is not null as has_hold, h.reason, h.held_by, h.held_at, e.suite_expires_at,
      coalesce(d.due_at <= now(), false) and l.team_id is null as is_new, ${recordVersionSql}
    from (select wanted.tenant_id, wanted.id as team_id) g
    left join group_lifecycles l on l.tenant_id = g.tenant_id and l.team_id = g.team_id
    left join group_holds h on h.tenant_id = g.tenant_id and h.team_id = g.team_id
    left join suite_expirations e on e.tenant_id = g.tenant_id and e.team_id = g.team_id
    left join governed_groups d on d.tenant_id = g.tenant_id and d.team_id = g.team_id`),
};

export function createReadLifespan(
  database: Queryable,
): (tenantId: string, teamId: string) => Promise<Lifespan> {
  const read = createReadByKey<
    StateRow &
      Hold &
      Pick<Lifespan, 'suiteExpiresAt' | 'isNew' | 'recordVersion' | 'creationVersion'> &
      Record<'hasState' | 'hasHold', boolean>
  >(database, readLifespan);
  return async (tenantId, teamId) => {
    const row = await read(tenantId, teamId);
    if (row === undefined) {
      throw new Error('A statement for wanted keys has a row for each.');
    }
    const { hasState, hasHold, reason, heldBy, heldAt, suiteExpiresAt, isNew, ...others } = row;
    const { recordVersion, creationVersion, ...state } = others;
    return {
      state: hasState ? stateOf(state) : undefined,
      hold: hasHold ? { reason, heldBy, heldAt } : undefined,
      suiteExpiresAt,
      isNew,
      recordVersion,
      creationVersion,
    };
  };
}

export async function storeHold(
  transaction: Queryable,
  { tenantId, teamId }: GroupKey,
  { reason, heldBy, heldAt }: Hold,
): Promise<void> {
  await transaction.query(
    `insert into group_holds (tenant_id, team_id, reason, held_by, held_at) values ($1, $2, $3, $4, $5)
    on conflict (tenant_id, team_id) do update set reason = excluded.reason`,
    [tenantId, teamId, reason, JSON.stringify(heldBy), heldAt],
  );
}

/** Answers whether there was one. */
export async function deleteHold(
  transaction: Queryable,
  { tenantId, teamId }: GroupKey,
): Promise<boolean> {
  const rows = await transaction.query(
    'delete from group_holds where tenant_id = $1 and team_id = $2 returning 1 as released',
    [tenantId, teamId],
  );
  return rows.length > 0;
}
