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
