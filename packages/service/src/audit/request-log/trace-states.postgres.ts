// The `tracestate` of traced requests, kept beside the id of the request: the work that follows from a request knows its
// id. Requests without one cost nothing.
import type { Queryable } from '../../postgres/database.ts';
import { readTraceparent } from '../../ground/trace.ts';

export interface TracedRequest {
  readonly tenantId: string;
  readonly requestId: string;
}

export interface TraceStates {
  keep(this: void, request: TracedRequest, state: string): Promise<void>;
  /** By the id of the request. Ids that are no trace context are not looked up. */
  read(
    tenantId: string,
    requestIds: readonly (string | null)[],
  ): Promise<ReadonlyMap<string, string>>;
}

export function createTraceStates(database: Queryable): TraceStates {
  return {
    async keep({ tenantId, requestId }, state) {
      await database.query(
        {
          name: 'trace_states_keep',
          text: `insert into trace_states (tenant_id, request_id, state) values ($1, $2, $3) on conflict do nothing`,
        },
        [tenantId, requestId, state],
      );
    },
    async read(tenantId, requestIds) {
      const traced = new Set(requestIds.filter((id) => id !== null && readTraceparent(id)));
      if (traced.size === 0) return new Map();
      const rows = await database.query<{ requestId: string; state: string }>(
        {
          name: 'trace_states_read',
          text: `select request_id, state from trace_states where tenant_id = $1 and request_id = any ($2)`,
        },
        [tenantId, [...traced]],
      );
      return new Map(rows.map(({ requestId, state }) => [requestId, state]));
    },
  };
}
