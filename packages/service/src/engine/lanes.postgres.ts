// Leases of lanes. The time is the database's, so that workers need not agree on theirs. That clock may be set
// back, as after a failover to another host: a lease or a retry that only a later clock can have written counts
// as over, so that provisioning does not wait until the clock has caught up.
import { askWhether } from '../postgres/jobs/shared-poll.postgres.ts';
import type { Database, Query } from '../postgres/database.ts';
import { isOpen } from '../postgres/lock-tenant.ts';
import type { Lease } from './lane.ts';
import type { LeaseStore } from './worker.ts';

/** It is not `now()`, because another worker may have renewed the lease since this statement's transaction began. */
const leaseIsOver = (leaseMs: string) =>
  `(held_until < clock_timestamp() or held_until > clock_timestamp() + ${leaseMs} * interval '1 millisecond')`;

/** The clocks of two database servers differ by less: a failover alone makes no retry early. */
const clockToleranceMs = 5_000;

/** A record that was written in the future: the clock has been set back since. */
const isFromTheFuture = `work.updated_at > now() + interval '${clockToleranceMs} milliseconds'`;

/** The numbers between two epochs, of which each new one takes any. */
const epochStep = 1_048_576;

/** Rows that wait, by the condition of an index each. */
const waiting = {
  creations: 'from provisionings where waiting',
  begun_operations: `from operations where waiting and status = 'running'`,
  fresh_operations: `from operations where waiting and status = 'accepted'`,
};

/** Their tenants, one look-up in the index for each. */
const tenantsOf = (kind: keyof typeof waiting) => `
  ${kind} (tenant_id) as (
    (select tenant_id ${waiting[kind]} order by tenant_id limit 1)
    union all
    select (
      select tenant_id ${waiting[kind]} and tenant_id > before.tenant_id
      order by tenant_id limit 1
    )
    from ${kind} before where before.tenant_id is not null
  )`;

/** Lanes that have a holder, or work: nearly none of an idle service, however many tenants it has. */
const findCandidates: Query = {
  name: 'lanes_find_candidates',
  boundary: false,
  text: `
    with recursive ${tenantsOf('creations')}, ${tenantsOf('begun_operations')}, ${tenantsOf('fresh_operations')}
    select tenant_id from (
      select tenant_id from lanes where holder is not null
      union select tenant_id from creations
      union select tenant_id from begun_operations
      union select tenant_id from fresh_operations
    ) as candidate
    where tenant_id is not null and tenant_id <> all ($1::uuid[]) and ${isOpen('tenant_id')}`,
};

/** Whether there are candidates, without their names. */
export const askForCandidates = (onFound: () => void) =>
  askWhether(
    'lanes',
    `select exists (select from lanes where holder is not null)
      ${Object.values(waiting)
        .map((rows) => `or exists (select ${rows})`)
        .join(' ')}`,
    onFound,
  );

/** Where a worker runs, for people. */
interface WorkerPlace {
  readonly host: string;
  /** It names one of several processes of a supervisor. */
  readonly process?: string;
  readonly processId: number;
}

/** @param worker noted at the lanes that it takes */
export function createLeaseStore(database: Database, worker?: WorkerPlace): LeaseStore {
  const place = worker === undefined ? null : JSON.stringify(worker);
  return {
    async take(tenantId, holder, leaseMs) {
      // A separate statement for unfinished work: it sees the previous holder's claims from the time in which the
      // first one waited for the lane's row.
      return database.transaction(async (transaction) => {
        const [lane] = await transaction.query<Lease>(
          {
            name: 'lanes_take',
            text: `
              update lanes
              -- A number that was lost with its row, as in a failover, is not assigned again: its previous holder
              -- would record beside the present holder.
              set epoch = (epoch / ${epochStep} + 1) * ${epochStep} + floor(random() * ${epochStep})::bigint,
                holder = $2, held_until = clock_timestamp() + $3 * interval '1 millisecond',
                taken_by = jsonb_build_object('id', $2::uuid, 'worker', $4::jsonb, 'at', clock_timestamp())
              where tenant_id = $1 and (holder is null or holder = $2 or ${leaseIsOver('$3')}) and ${isOpen('tenant_id')}
              returning tenant_id, epoch`,
          },
          [tenantId, holder, leaseMs, place],
        );
        if (lane === undefined) return undefined;
        await transaction.query(
          {
            name: 'lanes_free_what_was_left_behind',
            text: `
              with creations as (
                update provisionings work set waiting = true, due_at = least(work.due_at, now())
                where tenant_id = $1 and status = 'running' and (not waiting or ${isFromTheFuture})
              )
              update operations work set waiting = true, due_at = least(work.due_at, now())
              where tenant_id = $1 and status = 'running' and (not waiting or ${isFromTheFuture})`,
          },
          [tenantId],
        );
        return lane;
      });
    },

    async renew(leases, holder, leaseMs) {
      const lanes = await database.query<Lease & { wasAhead: boolean }>(
        {
          name: 'lanes_renew',
          kind: 'background',
          boundary: false,
          // Locked in the order in which records lock them, so that the two never wait for each other.
          text: `
            with held as materialized (
              select lanes.tenant_id,
                held_until > clock_timestamp() + $3 * interval '1 millisecond' as was_ahead
              from lanes join unnest($1::uuid[], $2::bigint[]) as hold (tenant_id, epoch) using (tenant_id, epoch)
              where holder = $4 and ${isOpen('lanes.tenant_id')}
              order by lanes.tenant_id
              for no key update of lanes
            )
            update lanes set held_until = clock_timestamp() + $3 * interval '1 millisecond'
            from held
            where lanes.tenant_id = held.tenant_id
            returning lanes.tenant_id, lanes.epoch, held.was_ahead`,
        },
        [leases.map(({ tenantId }) => tenantId), leases.map(({ epoch }) => epoch), leaseMs, holder],
      );
      // The clock was set back while this worker held them.
      const ahead = lanes.filter(({ wasAhead }) => wasAhead);
      if (ahead.length > 0) {
        await database.query(
          `with creations as (
            update provisionings work set due_at = least(work.due_at, now())
            where tenant_id = any ($1::uuid[]) and status = 'running' and waiting and ${isFromTheFuture}
          )
          update operations work set due_at = least(work.due_at, now())
          where tenant_id = any ($1::uuid[]) and status = 'running' and waiting and ${isFromTheFuture}`,
          [ahead.map(({ tenantId }) => tenantId)],
        );
      }
      return lanes.map(({ tenantId, epoch }) => ({ tenantId, epoch }));
    },

    async release({ tenantId, epoch }) {
      await database.query(
        `with released as (
           update lanes set holder = null, held_until = '-infinity' where tenant_id = $1 and epoch = $2
           returning tenant_id
         ), creations as (
           update provisionings p set waiting = true
           from released
           where p.tenant_id = released.tenant_id and p.status = 'running' and not p.waiting
         )
         update operations o set waiting = true
         from released
         where o.tenant_id = released.tenant_id and o.status = 'running' and not o.waiting`,
        [tenantId, epoch],
      );
    },

    async findUnattended(holder, held, leaseMs, atMost) {
      const candidates = await database.query<{ tenantId: string }>(findCandidates, [held]);
      if (candidates.length === 0) return [];
      const lanes = await database.query<{ tenantId: string }>(
        {
          name: 'lanes_find_unattended',
          boundary: false,
          text: `
            select tenant_id from lanes
            where tenant_id = any ($2::uuid[])
              -- An accepted creation is due, whatever the clock of the process that accepted it says.
              and case when holder is null then exists (
                  select from provisionings p
                  where p.tenant_id = lanes.tenant_id and p.waiting and p.due_at <= now()
                ) or exists (
                  select from provisionings p
                  where p.tenant_id = lanes.tenant_id and p.waiting and p.status = 'accepted'
                ) or exists (
                  select from provisionings work
                  where work.tenant_id = lanes.tenant_id and work.waiting and work.due_at > now() and ${isFromTheFuture}
                ) or exists (
                  -- Of each status, because those are the indexes.
                  select from operations work
                  where work.tenant_id = lanes.tenant_id and work.waiting and work.status = 'running'
                    and (work.due_at <= now() or ${isFromTheFuture})
                ) or exists (
                  select from operations work
                  where work.tenant_id = lanes.tenant_id and work.waiting and work.status = 'accepted' and (
                    work.due_at <= now() or ${isFromTheFuture}
                    -- Deferred operations are due earlier than this.
                    or work.due_at > now() + interval '15 seconds'
                  )
                )
                else holder = $1 or ${leaseIsOver('$3')}
              end
            limit $4`,
        },
        [holder, candidates.map(({ tenantId }) => tenantId), leaseMs, atMost],
      );
      return lanes.map(({ tenantId }) => tenantId);
    },
  };
}

// Tells workers of other processes about work, by PostgreSQL's notifications. One that is lost is made up for by
// the workers' poll.
const channel = 'groupwright_lanes';

export function createLaneNotifications(database: Database) {
  return {
    async notifyOthers(tenantIds: readonly string[]): Promise<void> {
      await database.query('select pg_notify($1, tenant_id) from unnest($2::text[]) as tenant_id', [
        channel,
        tenantIds,
      ]);
    },
    listen: (onTenant: (tenantId: string) => void) => database.listen(channel, onTenant),
  };
}

// Which worker holds which lane, for people who look after the service.
export interface HeldLane {
  readonly tenantId: string;
  readonly tenantName: string;
  /** Changes with each start of the worker. */
  readonly workerId: string;
  /** Null if the worker gave no place. */
  readonly worker: WorkerPlace | null;
  readonly takenAt: Date | null;
  readonly heldUntil: Date;
  /** The lease has run out: the holder is gone, and another worker takes the lane if it has work. */
  readonly isOver: boolean;
}

/** They are sorted by worker, then by tenant. A lane without work has no holder. */
export function listHeldLanes(database: Database): Promise<HeldLane[]> {
  return database.query<HeldLane>(
    `select lanes.tenant_id, tenants.name as tenant_name, holder as worker_id,
      case when is_named then taken_by -> 'worker' end as worker,
      case when is_named then (taken_by ->> 'at')::timestamptz end as taken_at,
      held_until, held_until < clock_timestamp() as is_over
    from lanes
    join tenants using (tenant_id)
    cross join lateral (select coalesce(taken_by ->> 'id' = holder::text, false) as is_named) as naming
    where holder is not null
    order by taken_by -> 'worker' ->> 'host', holder, lanes.tenant_id`,
  );
}
