import type { Queryable } from '../../postgres/database.ts';
import type { RequestLogDeps } from './request-log.ts';

/** Writes entries and the counts of calls in one statement. */
export function createEntryWriter(database: Queryable): RequestLogDeps['write'] {
  return async (entries, calls) => {
    await database.query({ text: statement, name: 'write request log', boundary: false }, [
      JSON.stringify(entries),
      JSON.stringify(calls),
    ]);
  };
}

const statement = `
  with counted as (
    insert into api_key_calls (tenant_id, api_key_id, day, calls, refused)
    select "tenantId", "apiKeyId", day, calls, refused
    from jsonb_to_recordset($2) as c ("tenantId" uuid, "apiKeyId" uuid, day date, calls bigint, refused bigint)
    -- In one order, so that two processes that write at once do not wait for each other.
    order by 1, 2, 3
    on conflict (tenant_id, api_key_id, day) do update
    set calls = api_key_calls.calls + excluded.calls, refused = api_key_calls.refused + excluded.refused
  )
  insert into request_log (tenant_id, occurred_at, api_key_id, method, route, status, request_id, duration_ms, address,
    user_agent, group_id, code, detail, errors, body, is_body_cut)
  select "tenantId", "occurredAt", "apiKeyId", method, route, status, "requestId", "durationMs", address,
    "userAgent", "groupId", code, detail, nullif(errors, 'null'), nullif(body, 'null'), "isBodyCut"
  from jsonb_to_recordset($1) as e (
    "tenantId" uuid, "occurredAt" timestamptz, "apiKeyId" uuid, method text, route text, status smallint,
    "requestId" text, "durationMs" real, address text, "userAgent" text, "groupId" uuid, code text, detail text,
    errors jsonb, body jsonb, "isBodyCut" boolean
  )`;
