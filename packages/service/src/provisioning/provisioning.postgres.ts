// The ledger in PostgreSQL, as a lane sees it: due creations are claimed under the lane's epoch, so a worker that
// lost its lane claims nothing. Due times use the database's clock, which all workers share.
import type { Clock } from '../foundation/clock.ts';
import type { Database } from '../postgres/database.ts';
import { readStored, type StoredPolicy } from '../organisations/template.ts';
import type { Creation, Facts } from './creation.ts';
import type { LaneStore } from './lane.ts';
import { newLedger } from './steps.ts';
import { createCreationWriter, type LedgerChange } from './write-creations.postgres.ts';
import { timeOf } from './write-ledger.postgres.ts';

type CreationRow = Omit<Creation, 'policy'> & { readonly policy: StoredPolicy };

export function createProvisioningStore(deps: {
  database: Database;
  clock: Clock;
  /** Due times go by this clock instead of the database's: for runs in virtual time. */
  dueBy?: Clock;
  onChange: (changes: readonly LedgerChange[]) => void;
}): LaneStore<Creation> {
  const { database, dueBy, onChange } = deps;
  const writer = createCreationWriter(deps);

  return {
    async claimDue(lane, atMost) {
      const rows = await database.query<CreationRow>(claimDue, [
        lane.tenantId,
        lane.epoch,
        atMost,
        timeOf(dueBy),
      ]);
      onChange(rows.map(({ tenantId, teamId, status }) => ({ tenantId, teamId, status })));
      const creations = rows.map(creationOf);
      for (const { resolvedPeople } of creations) {
        if (resolvedPeople !== null) writer.addStored(resolvedPeople);
      }
      return creations;
    },
    async nextDueInMs(tenantId) {
      const [row] = await database.query<{ dueInMs: number | null }>(
        {
          name: 'provisionings_next_due',
          boundary: false,
          text: `
            select ceil(extract(epoch from min(due_at) - coalesce($2, now())) * 1000)::double precision as due_in_ms
            from provisionings where tenant_id = $1 and waiting`,
        },
        [tenantId, timeOf(dueBy)],
      );
      return row?.dueInMs ?? undefined;
    },
    write: (lane, record) => writer.write(lane, record),
  };
}

function creationOf(row: CreationRow): Creation {
  const creation = { ...readStored(row), facts: factsOf(row.facts) };
  return row.steps.length > 0 ? creation : { ...creation, steps: newLedger(creation.policy) };
}

/** An earlier release called the time of the last poll `lookedAt`. */
function factsOf({ lookedAt, ...facts }: Facts & { readonly lookedAt?: number }): Facts {
  return lookedAt === undefined ? facts : { lastPolledAt: lookedAt, ...facts };
}

// Creations that have begun precede the others: in a backlog of thousands, the first team is finished in its turn,
// and not after the last one has begun. An accepted creation is due, regardless of the clocks of two
// processes.
export const claimDue = {
  name: 'provisionings_claim_due',
  text: `
    with held as materialized (
      select tenant_id from lanes where tenant_id = $1 and epoch = $2 for share
    ), begun as materialized (
      select p.team_id from provisionings p
      where p.tenant_id = $1 and p.waiting and p.status = 'running' and p.due_at <= coalesce($4::timestamptz, now())
        and exists (select from held)
      order by p.due_at, p.team_id
      limit $3
      for update skip locked
    ), fresh as materialized (
      select p.team_id from provisionings p
      where p.tenant_id = $1 and p.waiting and p.status = 'accepted' and exists (select from held)
      order by p.due_at, p.team_id
      limit greatest(0, $3 - (select count(*) from begun))
      for update skip locked
    ), due as (
      select team_id from begun union all select team_id from fresh
    ), claimed as (
      update provisionings p
      set waiting = false, status = 'running', version = p.version + 1, updated_at = coalesce($4::timestamptz, now())
      from due
      where p.tenant_id = $1 and p.team_id = due.team_id
      returning p.*
    )
    select c.tenant_id, c.team_id, t.organisation_id, t.display_name, t.description, t.mail_nickname, t.people,
      t.policy, t.created_at, t.request_id, c.status, c.steps, c.facts, c.resolved_people, c.warnings
    from claimed c join teams t on t.tenant_id = $1 and t.team_id = c.team_id
    order by c.due_at, c.team_id`,
};
