// The state of a group: where it is in its life. It is derived from its creation and from what happened to it since.

/** The list may grow. */
export const groupStates = [
  'being_created',
  'active',
  'archived',
  'deleted',
  /** Removed in the directory, not by an operation. */
  'gone',
  /** Its creation failed or was cancelled. */
  'failed',
] as const;
export type GroupState = (typeof groupStates)[number];

/**
 * The status of a creation, over `provisionings p`. One that awaits an approval is stored as accepted and not waiting:
 * no lane claims it, of whichever release.
 */
export const creationStatusSql = `
  case when p.status = 'accepted' and p.approval ->> 'state' in ('requested', 'waiting')
    then 'awaiting_approval' else p.status end`;

/** A condition that creations of a status fulfil. */
export const hasStatusSql = (parameter: string) =>
  `(p.status = case ${parameter} when 'awaiting_approval' then 'accepted' else ${parameter} end
    and ${creationStatusSql} = ${parameter})`;

/** An expression over `teams t` and `provisionings p`. */
export const groupStateSql = `
  case
    when p.status in ('accepted', 'running') then 'being_created'
    when p.status in ('failed', 'cancelled') then 'failed'
    when t.deleted_at is not null then 'deleted'
    when p.gone_since is not null then 'gone'
    when t.archived_at is not null then 'archived'
    else 'active'
  end`;

/** A condition that a group of the state fulfils, with an index; over the same tables. The state itself decides. */
export const stateConditions: Readonly<Record<GroupState, string>> = {
  being_created: `p.status in ('accepted', 'running')`,
  failed: `p.status in ('failed', 'cancelled')`,
  deleted: 't.deleted_at is not null',
  gone: 'p.gone_since is not null',
  archived: 't.archived_at is not null',
  active: 'true',
};

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

/** The newest retry of a failed creation, or else the group that has its alias now; over the same tables. */
export const supersededBySql = `case when p.status = 'failed' then coalesce((${newestRetrySql}), (${aliasHolderSql})) end`;
