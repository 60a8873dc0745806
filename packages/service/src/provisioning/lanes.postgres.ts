// Leases of lanes. The time is the database's, so that workers need not agree on theirs.
import type { Database } from '../postgres/database.ts';
import type { LeaseStore } from './worker.ts';

interface LaneRow {
  tenant_id: string;
  epoch: number;
}

export function createLeaseStore(database: Database): LeaseStore {
  return {
    async take(tenantId, holder, leaseMs) {
      // A statement of its own for what was left behind: it sees what the former holder claimed while the
      // first one waited for the lane's row.
      return database.transaction(async (transaction) => {
        const [lane] = await transaction.query<LaneRow>(
          {
            name: 'lanes_take',
            text: `
              update lanes
              set epoch = epoch + 1, holder = $2, held_until = now() + $3 * interval '1 millisecond'
              where tenant_id = $1 and (holder is null or holder = $2 or held_until < now())
              returning tenant_id, epoch`,
          },
          [tenantId, holder, leaseMs],
        );
        if (lane === undefined) return undefined;
        await transaction.query(
          {
            name: 'lanes_free_what_was_left_behind',
            text: `
              update provisionings set waiting = true
              where tenant_id = $1 and status = 'running' and not waiting`,
          },
          [tenantId],
        );
        return { tenantId: lane.tenant_id, epoch: lane.epoch };
      });
    },

    async renew(holds, holder, leaseMs) {
      const lanes = await database.query<LaneRow>(
        {
          name: 'lanes_renew',
          urgent: true,
          // Locked in the order in which records lock them, so that the two never wait for each other.
          text: `
            with held as materialized (
              select lanes.tenant_id
              from lanes join unnest($1::uuid[], $2::bigint[]) as hold (tenant_id, epoch) using (tenant_id, epoch)
              where holder = $4
              order by lanes.tenant_id
              for no key update of lanes
            )
            update lanes set held_until = now() + $3 * interval '1 millisecond'
            from held
            where lanes.tenant_id = held.tenant_id
            returning lanes.tenant_id, lanes.epoch`,
        },
        [holds.map(({ tenantId }) => tenantId), holds.map(({ epoch }) => epoch), leaseMs, holder],
      );
      return lanes.map(({ tenant_id: tenantId, epoch }) => ({ tenantId, epoch }));
    },

    async release({ tenantId, epoch }) {
      await database.query(
        `with released as (
           update lanes set holder = null, held_until = '-infinity' where tenant_id = $1 and epoch = $2
           returning tenant_id
         )
         update provisionings p set waiting = true
         from released
         where p.tenant_id = released.tenant_id and p.status = 'running' and not p.waiting`,
        [tenantId, epoch],
      );
    },

    async findUnattended(holder, held, atMost) {
      const lanes = await database.query<{ tenant_id: string }>(
        {
          name: 'lanes_find_unattended',
          text: `
            select tenant_id from lanes
            where tenant_id <> all ($2::uuid[])
              -- What is accepted is due, whatever the clock of the process that accepted it says.
              and case when holder is null then exists (
                  select from provisionings p
                  where p.tenant_id = lanes.tenant_id and p.waiting and p.due_at <= now()
                ) or exists (
                  select from provisionings p
                  where p.tenant_id = lanes.tenant_id and p.waiting and p.status = 'accepted'
                )
                else holder = $1 or held_until < now()
              end
            limit $3`,
        },
        [holder, held, atMost],
      );
      return lanes.map(({ tenant_id: tenantId }) => tenantId);
    },
  };
}
