import type { Queryable } from '../postgres/database.ts';
import { lockTenant } from '../postgres/lock-tenant.ts';
import type { EventType } from '../events/event.ts';
import type { SigningKey, WebhookEndpoint } from './endpoint.ts';
import type { EndpointStore } from './manage-endpoints.ts';

export interface EndpointRow {
  tenantId: string;
  endpointId: string;
  url: string;
  description: string;
  eventTypes: EventType[] | null;
  signingKeys: SigningKey[];
  disabledAt: Date | null;
  disabledReason: string | null;
  createdAt: Date;
  createdBy: string;
  version: number;
  failuresInRow: number;
}

export function endpointOf(row: EndpointRow): WebhookEndpoint {
  return {
    tenantId: row.tenantId,
    endpointId: row.endpointId,
    url: row.url,
    description: row.description,
    eventTypes: row.eventTypes ?? undefined,
    signingKeys: row.signingKeys,
    disabledAt: row.disabledAt ?? undefined,
    disabledReason: row.disabledReason ?? undefined,
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    version: row.version,
    failuresInRow: row.failuresInRow,
  };
}

/** The end of a tenant's chain: a new endpoint gets the events after it. */
const endOfChain = `
  coalesce((
    select s.first_position + cardinality(s.entry_ids) - 1 from activity_seals s
    where s.tenant_id = $1 order by s.first_position desc limit 1
  ), 0)`;

export function createEndpointStore(transaction: Queryable): EndpointStore {
  return {
    async list(tenantId) {
      const rows = await transaction.query<EndpointRow>(
        'select * from webhook_endpoints where tenant_id = $1 order by created_at, endpoint_id',
        [tenantId],
      );
      return rows.map(endpointOf);
    },
    async find(tenantId, endpointId) {
      const [row] = await transaction.query<EndpointRow>(
        'select * from webhook_endpoints where tenant_id = $1 and endpoint_id = $2',
        [tenantId, endpointId],
      );
      return row && endpointOf(row);
    },
    async lock(tenantId, endpointId) {
      const [row] = await transaction.query<EndpointRow>(
        'select * from webhook_endpoints where tenant_id = $1 and endpoint_id = $2 for no key update',
        [tenantId, endpointId],
      );
      return row && endpointOf(row);
    },
    async lockAndCount(tenantId) {
      await lockTenant(transaction, tenantId);
      const [row] = await transaction.query<{ count: number }>(
        'select count(*)::integer as count from webhook_endpoints where tenant_id = $1',
        [tenantId],
      );
      return row?.count ?? 0;
    },
    async insert(endpoint) {
      await transaction.query(
        `insert into webhook_endpoints
          (tenant_id, endpoint_id, url, description, event_types, signing_keys, created_at, created_by, version, position)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, ${endOfChain})`,
        [
          endpoint.tenantId,
          endpoint.endpointId,
          endpoint.url,
          endpoint.description,
          endpoint.eventTypes ?? null,
          JSON.stringify(endpoint.signingKeys),
          endpoint.createdAt,
          endpoint.createdBy,
          endpoint.version,
        ],
      );
    },
    async update(endpoint) {
      await transaction.query(
        `update webhook_endpoints
        set url = $3, description = $4, event_types = $5, signing_keys = $6, disabled_at = $7, disabled_reason = $8,
          version = $9, failures_in_row = $10,
          held_until = case when $10 = 0 then '-infinity' else held_until end
        where tenant_id = $1 and endpoint_id = $2`,
        [
          endpoint.tenantId,
          endpoint.endpointId,
          endpoint.url,
          endpoint.description,
          endpoint.eventTypes ?? null,
          JSON.stringify(endpoint.signingKeys),
          endpoint.disabledAt ?? null,
          endpoint.disabledReason ?? null,
          endpoint.version,
          endpoint.failuresInRow,
        ],
      );
    },
    async remove(tenantId, endpointId) {
      await transaction.query(
        'delete from webhook_endpoints where tenant_id = $1 and endpoint_id = $2',
        [tenantId, endpointId],
      );
    },
    async skipMissed(tenantId, endpointId, at) {
      await transaction.query(
        `update webhook_endpoints set position = greatest(position, ${endOfChain})
        where tenant_id = $1 and endpoint_id = $2`,
        [tenantId, endpointId],
      );
      await transaction.query(
        `update webhook_deliveries set state = 'failed', finished_at = $3
        where tenant_id = $1 and endpoint_id = $2 and state = 'pending'`,
        [tenantId, endpointId, at],
      );
    },
  };
}
