import { createOrganisationStore } from '../../settings/organisations/organisations.postgres.ts';
import { createTemplateStore } from '../../settings/organisations/templates.postgres.ts';
import type { Queryable } from '../../postgres/database.ts';
import { lockTenant } from '../../postgres/lock-tenant.ts';
import type { FilterTargets } from './check-filter.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import type { EndpointStore } from './manage-endpoints.ts';

/** The members of a `WebhookEndpoint`, from `webhook_endpoints e`. */
export const endpointColumns = `
  e.tenant_id, e.endpoint_id, e.url, e.description, e.types, e.organisation_ids, e.template_ids, e.signing_keys,
  e.disabled_at, e.disabled_reason, e.disabled_by, e.created_at, e.created_by, e.version, e.failures_in_row,
  case when e.held_until > now() then e.held_until end as held_until`;

/** The end of a tenant's chain: a new endpoint gets the events after it. */
const endOfChain = `
  coalesce((
    select s.first_position + cardinality(s.entry_ids) - 1 from activity_seals s
    where s.tenant_id = $1 order by s.first_position desc limit 1
  ), 0)`;

export function filterTargetsIn(transaction: Queryable): FilterTargets {
  return {
    organisations: (tenantId) => createOrganisationStore(transaction).list(tenantId),
    templates: (tenantId) => createTemplateStore(transaction).list(tenantId),
  };
}

export function createEndpointStore(transaction: Queryable): EndpointStore {
  const find = async (tenantId: string, endpointId: string, suffix: string) => {
    const [endpoint] = await transaction.query<WebhookEndpoint>(
      `select ${endpointColumns} from webhook_endpoints e where tenant_id = $1 and endpoint_id = $2 ${suffix}`,
      [tenantId, endpointId],
    );
    return endpoint;
  };

  return {
    list: (tenantId) =>
      transaction.query<WebhookEndpoint>(
        `select ${endpointColumns} from webhook_endpoints e where tenant_id = $1 order by created_at, endpoint_id`,
        [tenantId],
      ),
    find: (tenantId, endpointId) => find(tenantId, endpointId, ''),
    lock: (tenantId, endpointId) => find(tenantId, endpointId, 'for no key update'),
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
          (tenant_id, endpoint_id, url, description, types, organisation_ids, template_ids, signing_keys, created_at,
           created_by, version, position)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, ${endOfChain})`,
        [
          endpoint.tenantId,
          endpoint.endpointId,
          endpoint.url,
          endpoint.description,
          endpoint.types,
          endpoint.organisationIds,
          endpoint.templateIds,
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
        set url = $3, description = $4, types = $5, organisation_ids = $6, template_ids = $7, signing_keys = $8,
          disabled_at = $9, disabled_reason = $10, disabled_by = $11, version = $12, failures_in_row = $13,
          held_until = case when $13 = 0 then '-infinity' else held_until end,
          failing_since = case when $13 = 0 then null else failing_since end,
          failure_notified_at = case when $13 = 0 then null else failure_notified_at end
        where tenant_id = $1 and endpoint_id = $2`,
        [
          endpoint.tenantId,
          endpoint.endpointId,
          endpoint.url,
          endpoint.description,
          endpoint.types,
          endpoint.organisationIds,
          endpoint.templateIds,
          JSON.stringify(endpoint.signingKeys),
          endpoint.disabledAt,
          endpoint.disabledReason,
          endpoint.disabledBy,
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
