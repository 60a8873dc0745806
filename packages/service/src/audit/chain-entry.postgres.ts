// Entries of activity as the chain hashes them, read without loss.

/** The members of a `ChainEntry`, from `activity a`. */
export const chainEntryColumns = `
  a.tenant_id, a.activity_id, to_char(a.occurred_at, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as occurred_at,
  a.actor_kind, a.actor_id, a.address, a.request_id, a.action, a.subject_kind, a.subject_id, a.data`;
