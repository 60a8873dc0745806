// Makes many deliveries due at once, in parts of a bounded number of rows: no statement comes near its time limit,
// however much waits.
import type { Queryable } from '../../postgres/database.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';

/** Rows that one statement looks at. */
export const rowsPerPart = 10_000;

/** Which finished deliveries. Without anything: all that were given up. */
export interface ReplaySelection {
  readonly positions?: readonly number[] | undefined;
  /** Queued from this moment on, and before the other one. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

interface Part {
  readonly count: number;
  /** Null at the end. */
  readonly last: number | null;
}

/** @param work handles the rows behind a position @returns the sum of the counts */
async function inParts(work: (after: number) => Promise<readonly Part[]>): Promise<number> {
  let sum = 0;
  for (let after: number | null = 0; after !== null;) {
    const [part]: readonly Part[] = await work(after);
    sum += part?.count ?? 0;
    after = part?.last ?? null;
  }
  return sum;
}

/**
 * Makes due what waits for a retry. Rows are locked in the order of the attempts' records, so that neither waits for the
 * other forever.
 * @returns how many deliveries wait, also of those that were due before
 */
export function makeDue(
  database: Queryable,
  tenantId: string,
  endpointId: string,
): Promise<number> {
  return inParts((after) =>
    database.query(
      `with part as materialized (
        select position, due_at > now() as is_early from webhook_deliveries
        where tenant_id = $1 and endpoint_id = $2 and state = 'pending' and position > $3
        order by position limit ${rowsPerPart}
      ), early as materialized (
        select position from webhook_deliveries
        where tenant_id = $1 and endpoint_id = $2
          and position = any (array(select position from part where is_early))
          and ${ofFoundRow("state = 'pending' and due_at > now()")}
        order by position
        for no key update
      ), made_due as (
        update webhook_deliveries set due_at = now(), due_set_at = now()
        where tenant_id = $1 and endpoint_id = $2 and position = any (array(select position from early))
      )
      select count(*)::integer as count, max(position) as last from part`,
      [tenantId, endpointId, after],
    ),
  );
}

/**
 * Queues finished deliveries again, under the same event ids.
 * @returns how many
 */
export function queueAgain(
  database: Queryable,
  tenantId: string,
  endpointId: string,
  { positions, from, until }: ReplaySelection,
): Promise<number> {
  return inParts((after) =>
    database.query(
      `with part as materialized (
        select position,
          state <> 'pending' and case
            when $4::bigint[] is not null then true
            when $5::timestamptz is not null or $6::timestamptz is not null
              then queued_at >= coalesce($5, '-infinity') and queued_at < coalesce($6, 'infinity')
            else state = 'failed'
          end as is_chosen
        from webhook_deliveries
        where tenant_id = $1 and endpoint_id = $2 and position > $3
          and ($4::bigint[] is null or position = any ($4))
        order by position limit ${rowsPerPart}
      ), queued as (
        update webhook_deliveries
        set state = 'pending', failures = 0, due_at = now(), due_set_at = now(), queued_at = now(), finished_at = null,
          claimed_until = null
        where tenant_id = $1 and endpoint_id = $2 and state <> 'pending'
          and position = any (array(select position from part where is_chosen))
        returning position
      )
      select (select count(*)::integer from queued) as count, max(position) as last from part`,
      [tenantId, endpointId, after, positions ?? null, from ?? null, until ?? null],
    ),
  );
}
