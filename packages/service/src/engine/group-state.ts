// The state of a group: where it is in its life. It is derived from its creation and from what happened to it since.
import type { CreationStatus } from './creation.ts';

/** The list may grow. */
export const groupStates = [
  'being_created',
  'active',
  'archived',
  'deleted',
  /** Removed in the directory, not by an operation. */
  'gone',
  /** Its adoption ended: the directory has it, and the service governs it no longer. */
  'ended',
  /** Its creation failed or was cancelled. */
  'failed',
] as const;
export type GroupState = (typeof groupStates)[number];

/** The states that lists of groups filter by. `existing`: active or archived. */
export const stateFilters = [...groupStates, 'existing'] as const;
export type StateFilter = (typeof stateFilters)[number];

/**
 * The status of a creation, over `provisionings p`. One that awaits an approval is stored as accepted and not waiting:
 * no lane claims it, of whichever release.
 */
export const creationStatusSql = `
  case when p.status = 'accepted' and p.approval ->> 'state' in ('requested', 'waiting')
    then 'awaiting_approval' else p.status end`;

/**
 * A condition that creations of a status fulfil. Only two statuses are derived; of the others, the planner knows how many
 * there are.
 */
export const hasStatusSql = (status: CreationStatus, parameter: string) =>
  status === 'accepted' || status === 'awaiting_approval'
    ? `(p.status = 'accepted' and ${creationStatusSql} = ${parameter}::text)`
    : `p.status = ${parameter}::text`;

/** An expression over `teams t` and `provisionings p`. */
export const groupStateSql = `
  case
    when p.status in ('accepted', 'running') then 'being_created'
    when p.status in ('failed', 'cancelled') then 'failed'
    when t.ended_at is not null then 'ended'
    when t.deleted_at is not null then 'deleted'
    when p.gone_since is not null then 'gone'
    when t.archived_at is not null then 'archived'
    else 'active'
  end`;

/** When a group was made, over the same tables. An adopted one has the age that it has in the directory. */
const madeSql = (inDirectory: string) =>
  `coalesce(case when p.facts -> 'adoption' is not null then ${inDirectory} end, p.completed_at, t.created_at)`;

/** The same by the governance clock. */
export const madeAtSql = (inDirectory: string) =>
  `governance_time(t.tenant_id, ${madeSql(inDirectory)})`;

/** Whether that is before a moment, for groups of the tenant $1: its clock is read once, and not for each group. */
export const isMadeBeforeSql = (inDirectory: string, moment: string) =>
  `(${madeSql(inDirectory)} < (select governance_origin($1, ${moment})))`;

/** A condition that a group of the state fulfils, with an index; over the same tables. The state itself decides. */
const stateConditions: Readonly<Record<GroupState, string>> = {
  being_created: `p.status in ('accepted', 'running')`,
  failed: `p.status in ('failed', 'cancelled')`,
  deleted: 't.deleted_at is not null',
  gone: 'p.gone_since is not null',
  ended: 't.ended_at is not null',
  archived: 't.archived_at is not null',
  active: 'true',
};

/**
 * The planner takes an expression that is equal to something for rare, and read all records for a page of groups. It takes
 * half of the rows to fulfil a `case`.
 */
const common = (condition: string) => `case when ${condition} then true else false end`;

/** A condition over the same tables. */
export const existsSql = common(`${groupStateSql} in ('active', 'archived')`);

/** A condition over the same tables, which groups of a state fulfil. */
export const isInStateSql = (state: StateFilter, parameter: string) =>
  state === 'existing'
    ? `(${parameter}::text = 'existing' and ${existsSql})`
    : `(${common(`${groupStateSql} = ${parameter}`)} and ${stateConditions[state]})`;

/**
 * Whether the group of a row exists, as an active or an archived one. The row is of the tenant $1, and of any table with keys of
 * groups, which is narrower than the records: of those, only the indexes of the groups in other states are read, which
 * are few.
 */
export const existsByIndexSql = (row: string) => isNoneOf(row, notExisting);
export const isActiveByIndexSql = (row: string) => isNoneOf(row, [...notExisting, 'archived']);
export const isArchivedByIndexSql = (row: string) =>
  `${existsByIndexSql(row)} and (${row}.team_id in (${idsOf(['archived'])})) is true`;
/** Whether a group that was created exists, likewise. */
export const isNotRemovedSql = (row: string) => isNoneOf(row, removed);

const removed = ['deleted', 'gone'] as const;
const notExisting = ['being_created', 'failed', ...removed] as const;

const isNoneOf = (row: string, states: readonly GroupState[]) =>
  `${row}.team_id not in (${idsOf(states)})`;

/**
 * The groups of states, for a set that is read and hashed once. By statistics of an idle service nothing is in such a state,
 * so in a join PostgreSQL compared each row with all of them. An array counts as ten rows, so that the set is hashed
 * however many it is thought to have; `is true` keeps `in` from becoming a join.
 */
function idsOf(states: readonly GroupState[]): string {
  const ids = states.map((state) => {
    const condition = stateConditions[state];
    const [table, alias] = condition.startsWith('t.') ? ['teams', 't'] : ['provisionings', 'p'];
    return `select ${alias}.team_id from ${table} ${alias} where ${alias}.tenant_id = $1 and ${condition}`;
  });
  return `select unnest(array(${ids.join(' union all ')}))`;
}

/**
 * Whether the group of such a row is within the organisations of a parameter. Without organisations it always is; the
 * parameter keeps its type.
 */
export const isWithinSql = (
  row: string,
  organisationIds: readonly string[] | null,
  parameter: string,
) =>
  organisationIds === null
    ? `(${parameter}::uuid[] is null)`
    : `exists (
    select from teams t
    where t.tenant_id = ${row}.tenant_id and t.team_id = ${row}.team_id and t.organisation_id = any (${parameter}::uuid[])
  )`;

/** A retry that was cancelled leaves the failed creation as it was. */
const newestRetrySql = `select r.team_id from teams r
      join provisionings q on q.tenant_id = r.tenant_id and q.team_id = r.team_id
      where r.tenant_id = t.tenant_id and r.retry_of = t.team_id and q.status <> 'cancelled'
      order by r.team_id desc limit 1`;
const aliasHolderSql = `select h.team_id from teams h
      where h.tenant_id = t.tenant_id and h.alias_key = lower(t.mail_nickname)`;

/**
 * Whether a failed creation was retried or another group has its alias now, so that nothing is left to do for it; over
 * `teams t` and `provisionings p`.
 */
export const isSupersededSql = `(p.status = 'failed' and (exists (${newestRetrySql}) or exists (${aliasHolderSql})))`;

/** Whether a failed creation is not superseded; over the same tables. Both absences are joins, which `or` would prevent. */
export const isOpenFailureSql = `p.status = 'failed' and not exists (${newestRetrySql}) and not exists (${aliasHolderSql})`;

/** Whether a request ended because people did not approve it: nothing failed. Over `provisionings p`. */
export const isDeclinedSql =
  "(p.error is not null and p.error ->> 'code' in ('approval_rejected', 'approval_expired'))";

/**
 * The creations of a tenant that are not the newest attempt of their chain of retries: failed ones that were retried, and
 * cancelled retries. Both are few and have an index; the records of all retries would take ten times as long.
 * @param isWithin condition that a creation is one that the caller may see, over a row of `teams`; undefined: all are. A
 * chain that others took part in is shown as far as it is within.
 */
export const earlierAttemptsSql = (isWithin: ((creation: string) => string) | undefined) => {
  const areWithin =
    isWithin === undefined
      ? ''
      : ` and ${isWithin('r')} and exists (
        select from teams o where o.tenant_id = r.tenant_id and o.team_id = r.retry_of and ${isWithin('o')}
      )`;
  const cancelled = `
    select q.team_id from provisionings q
    where q.tenant_id = $1 and q.status in ('failed', 'cancelled') and q.status = 'cancelled'`;
  return `
    select r.retry_of from teams r
    where r.tenant_id = $1 and r.retry_of is not null and r.team_id not in (${cancelled})${areWithin}
    union all
    select r.team_id from teams r
    where r.tenant_id = $1 and r.retry_of is not null and r.team_id in (${cancelled})${areWithin}`;
};

/** The newest retry of a failed creation, or else the group that has its alias now; over the same tables. */
export const supersededBySql = `case when p.status = 'failed' then coalesce((${newestRetrySql}), (${aliasHolderSql})) end`;

/** How new an answer is: numbers of the record and of its creation, which grow with every change. Null: there was no group. */
export interface RecordVersion {
  readonly recordVersion: number | null;
  readonly creationVersion: number | null;
}

/** Columns of a statement by `forWantedKeys`, whatever it is about. */
export const recordVersionSql = `(
        select version::double precision from teams where tenant_id = wanted.tenant_id and team_id = wanted.id
      ) as record_version, (
        select version from provisionings where tenant_id = wanted.tenant_id and team_id = wanted.id
      ) as creation_version`;

/** Whether what was read beside a record is at least as new as the record. */
export function isAsNew(
  { recordVersion, creationVersion }: RecordVersion,
  record: RecordVersion,
): boolean {
  return (
    (recordVersion ?? -1) >= (record.recordVersion ?? -1) &&
    (creationVersion ?? -1) >= (record.creationVersion ?? -1)
  );
}
