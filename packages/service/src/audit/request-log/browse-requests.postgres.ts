import type { Database } from '../../postgres/database.ts';
import { createConditions } from '../../postgres/conditions.ts';
import type { RequestBrowser, RequestFilter } from './browse-requests.ts';

export function createRequestBrowser(database: Database): RequestBrowser {
  return {
    read(tenantId, filter, { beforeId, limit }) {
      const { text, values } = conditionsOf(tenantId, filter, beforeId);
      return database.query(
        `select entry_id, occurred_at, api_key_id, method, route, status, request_id, duration_ms, address, user_agent,
           group_id, code, detail, errors, body, is_body_cut
         from request_log where ${text()} order by entry_id desc limit $${values.length + 1}`,
        [...values, limit],
      );
    },
    callsOf: (tenantId, apiKeyId, since) =>
      database.query(
        `select day, calls, refused from api_key_calls
         where tenant_id = $1 and api_key_id = $2 and day >= $3::date order by day`,
        [tenantId, apiKeyId, since.toISOString().slice(0, 10)],
      ),
  };
}

function conditionsOf(tenantId: string, filter: RequestFilter, beforeId: number | undefined) {
  const conditions = createConditions(tenantId);
  const { add, addFixed } = conditions;
  add((n) => `entry_id < ${n}`, beforeId);
  add((n) => `api_key_id = ${n}`, filter.apiKeyId);
  add((n) => `status = ${n}`, filter.status);
  add((n) => `code = ${n}`, filter.code);
  add((n) => `request_id = ${n}`, filter.requestId);
  add(
    // The request that created the group has no group in its address.
    (n) => `(group_id = ${n} or request_id = (
      select request_id from teams where tenant_id = $1 and team_id = ${n}
    ))`,
    filter.groupId,
  );
  add((n) => `occurred_at >= ${n}`, filter.from);
  add((n) => `occurred_at < ${n}`, filter.until);
  // With the number itself, which the partial index of refused requests needs.
  if (filter.outcome === 'refused') addFixed('status >= 400');
  if (filter.outcome === 'succeeded') addFixed('status < 400');
  return conditions;
}
