// Notifies the administrators of a tenant once when an endpoint has failed for some hours, and once when it works again.
// It is part of the transaction of an attempt, so that each notice is written exactly once.
import { informAdministrators } from '../../messages/notices/inform-administrators.postgres.ts';
import type { Queryable } from '../../postgres/database.ts';
import { defaultWebhookFailureHours } from '../../settings/tenants/notice-settings.ts';
import type { WebhookEndpoint } from './endpoint.ts';

export interface EndpointResult {
  readonly endpoint: Pick<WebhookEndpoint, 'tenantId' | 'endpointId' | 'url'>;
  readonly isFailing: boolean;
  /** Why the attempt failed, in a sentence. */
  readonly reason: string | null;
  readonly at: Date;
}

export async function notifyOfFailure(
  transaction: Queryable,
  result: EndpointResult,
): Promise<void> {
  const { endpoint, isFailing, reason, at } = result;
  const { tenantId, endpointId } = endpoint;
  const address = new URL(endpoint.url).host;
  if (!isFailing) {
    const rows = await transaction.query(
      `update webhook_endpoints set failing_since = null, failure_notified_at = null
      where tenant_id = $1 and endpoint_id = $2 and failing_since is not null
      returning (select b.failure_notified_at from webhook_endpoints b where b.tenant_id = $1 and b.endpoint_id = $2)
        as notified_at`,
      [tenantId, endpointId],
    );
    if (rows.every(({ notifiedAt }) => notifiedAt === null)) return;
    await informAdministrators(transaction, tenantId, {
      kind: 'webhook_recovered',
      data: { address },
    });
    return;
  }
  const [due] = await transaction.query<{ failingSince: Date }>(
    `update webhook_endpoints e set failure_notified_at = $3
    from (
      select coalesce((notices ->> 'webhookFailureHours')::integer, $4) as hours from tenants where tenant_id = $1
    ) t
    where e.tenant_id = $1 and e.endpoint_id = $2 and e.disabled_at is null and e.failure_notified_at is null
      and t.hours > 0 and e.failing_since <= $3::timestamptz - t.hours * interval '1 hour'
    returning e.failing_since`,
    [tenantId, endpointId, at, defaultWebhookFailureHours],
  );
  if (due === undefined) return;
  await informAdministrators(transaction, tenantId, {
    kind: 'webhook_failing',
    data: { address, dueAt: due.failingSince.toISOString(), ...(reason !== null && { reason }) },
  });
}
