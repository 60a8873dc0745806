// Which worker holds which lane, for people who look after the service.
import type { Database } from '../postgres/database.ts';
import type { WorkerPlace } from './lanes.postgres.ts';

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

/** By worker, then by tenant. A lane without work has no holder. */
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
