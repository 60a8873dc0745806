// Writes what a comparison with the directory saw of a group, as the comparison does. One that runs meanwhile keeps it. The
// service compares each new tenant within a minute unless RECONCILIATION_INTERVAL_MINUTES is off, and what it sees is true.
import type { ObservedState } from '../src/engine/observed-state.ts';
import type { Queryable } from '../src/postgres/database.ts';

export async function observeGroup(
  database: Queryable,
  { tenantId, teamId }: { readonly tenantId: string; readonly teamId: string },
  seen: {
    readonly observed: ObservedState;
    readonly drift?: readonly object[];
    readonly findings?: readonly string[];
  },
): Promise<void> {
  const { observed, drift = [], findings = [] } = seen;
  await database.query(
    `insert into team_observations
      (tenant_id, team_id, seen_at, details_seen_at, observed, drift, findings, record_version, read_due_at)
    select tenant_id, team_id, now(), now(), $3, $4, $5, version, now() + interval '1 day'
    from teams where tenant_id = $1 and team_id = $2
    on conflict (tenant_id, team_id) do update
    set seen_at = excluded.seen_at, details_seen_at = excluded.details_seen_at, observed = excluded.observed,
      drift = excluded.drift, findings = excluded.findings, record_version = excluded.record_version,
      read_due_at = excluded.read_due_at`,
    [tenantId, teamId, JSON.stringify(observed), JSON.stringify(drift), findings],
  );
}
