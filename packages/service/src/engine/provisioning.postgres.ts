// The ledger in PostgreSQL, as a lane sees it. A claim writes nothing: one worker holds the lane, and it remembers what it
// has claimed. The first record of a creation marks it as running, under the lane's epoch. Until then, a next holder finds
// it as this one did, and a caller may cancel it. Due times use the database's clock, which all workers share.
import type { Query } from '../postgres/database.ts';
import { readStored, type StoredPolicy } from '../settings/organisations/template.ts';
import type { Creation } from './creation.ts';
import type { LaneStore, Lease } from './lane.ts';
import { readSteps } from './stored-steps.ts';
import { createCreationWriter } from './write-creations.postgres.ts';
import { timeOf } from './write-ledger.postgres.ts';

type CreationRow = Omit<Creation, 'policy' | 'status' | 'steps'> & {
  readonly policy: StoredPolicy;
  readonly progress: string | null;
};

export function createProvisioningStore(
  deps: Parameters<typeof createCreationWriter>[0],
): LaneStore<Creation> {
  const { database, dueBy } = deps;
  const writer = createCreationWriter(deps);
  /** Each lease has the teamIds of the creations that it has claimed and not released. */
  const claims = new WeakMap<Lease, Set<string>>();

  function claimsOf(lane: Lease): Set<string> {
    const known = claims.get(lane) ?? new Set();
    claims.set(lane, known);
    return known;
  }

  return {
    async claimDue(lane, atMost) {
      const claimed = claimsOf(lane);
      const rows = await database.query<CreationRow>(claimDue, [
        lane.tenantId,
        lane.epoch,
        atMost,
        timeOf(dueBy),
        [...claimed],
      ]);
      // Another claim may have read the same ones meanwhile.
      const creations = rows.filter(({ teamId }) => !claimed.has(teamId)).map(creationOf);
      for (const { teamId, resolvedPeople } of creations) {
        claimed.add(teamId);
        if (resolvedPeople !== null) writer.addStored(resolvedPeople);
      }
      return creations;
    },
    async nextDueInMs(lane) {
      const [row] = await database.query<{ dueInMs: number | null }>(nextDue, [
        lane.tenantId,
        timeOf(dueBy),
        [...claimsOf(lane)],
      ]);
      return row?.dueInMs ?? undefined;
    },
    async write(lane, record) {
      const result = await writer.write(lane, record);
      const { entry, dueInMs } = record;
      const stays = entry.status === 'running' && dueInMs === undefined;
      if (result === 'ended' || (result === 'written' && !stays)) {
        claimsOf(lane).delete(entry.teamId);
      }
      return result;
    },
  };
}

/** In memory, a claimed creation is running; the ledger learns it from the first record. */
function creationOf({ progress, ...row }: CreationRow): Creation {
  const creation = readStored(row);
  const steps = readSteps(progress, creation.policy);
  return { ...creation, steps, status: 'running', facts: row.facts };
}

// Creations that have begun precede the others: in a backlog of thousands, the first team is finished in its turn,
// and not after the last one has begun. An accepted creation is due, regardless of the clocks of two
// processes. A lane has few hundreds of claims at most, so the reads step over few rows.
//
// One that waits is accepted or running. Asking for those that are not running leaves only the index in the order of the
// due times: asking for accepted ones, PostgreSQL could read and sort all that wait, by the index of unfinished ones.
export const claimDue: Query = {
  name: 'provisionings_claim_due',
  text: `
    with held as materialized (
      select tenant_id from lanes where tenant_id = $1 and epoch = $2
    ), begun as materialized (
      select p.team_id from provisionings p
      where p.tenant_id = $1 and p.waiting and p.status = 'running' and p.due_at <= coalesce($4::timestamptz, now())
        and p.team_id <> all ($5::uuid[]) and exists (select from held)
      order by p.due_at, p.team_id
      limit $3
    ), fresh as materialized (
      select p.team_id from provisionings p
      where p.tenant_id = $1 and p.waiting and p.status <> 'running'
        and p.team_id <> all ($5::uuid[]) and exists (select from held)
      order by p.due_at, p.team_id
      limit greatest(0, $3 - (select count(*) from begun))
    ), due as (
      select team_id from begun union all select team_id from fresh
    )
    select p.tenant_id, p.team_id, t.organisation_id, t.display_name, t.description, t.mail_nickname, t.people,
      t.policy, t.created_at, t.request_id, p.progress, p.facts, p.resolved_people, p.warnings
    from due
    cross join lateral (select * from provisionings where tenant_id = $1 and team_id = due.team_id limit 1) p
    cross join lateral (select * from teams where tenant_id = $1 and team_id = due.team_id limit 1) t
    order by p.due_at, p.team_id`,
};

const nextDue: Query = {
  name: 'provisionings_next_due',
  boundary: false,
  text: `
    select ceil(extract(epoch from min(due_at) - coalesce($2, now())) * 1000)::double precision as due_in_ms
    from provisionings where tenant_id = $1 and waiting and team_id <> all ($3::uuid[])`,
};
