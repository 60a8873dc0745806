// Records attempts at deliveries. Those that arrive together share one statement. A record that the database refuses
// does not affect the others.
import type { Clock } from '../../ground/clock.ts';
import type { Actor } from '../../audit/activity.ts';
import { createActivityLog } from '../../audit/activity.postgres.ts';
import { createBatcher } from '../../ground/batcher.ts';
import { DomainError } from '../../ground/errors.ts';
import { informAdministrators } from '../../messages/notices/inform-administrators.postgres.ts';
import type { Database, Query, Queryable } from '../../postgres/database.ts';
import type { DeliveryRecord } from './delivery-store.ts';
import { actorText, type WebhookEndpoint } from './endpoint.ts';
import { makeDue } from './requeue.postgres.ts';
import { maxCooldownMs } from './retry-schedule.ts';
import { defaultWebhookFailureHours } from '../../settings/tenants/notice-settings.ts';

const recordsPerStatement = 500;

/** The author of what the service does with an endpoint by itself. */
const webhooksActor: Actor = { kind: 'service', id: 'webhooks' };

/** It belongs to an endpoint e: only a clock that was ahead can have set this. */
export const cooldownIsTooLong = `e.held_until > now() + interval '${maxCooldownMs} milliseconds'`;

type Recorded = { readonly refusal?: unknown };

export function createAttemptRecorder(deps: {
  database: Database;
  clock: Clock;
}): (record: DeliveryRecord) => Promise<void> {
  const { database, clock } = deps;

  async function recordAll(records: readonly DeliveryRecord[]): Promise<Recorded[]> {
    try {
      await database.query(recordAttempts, valuesOf(records));
      return records.map(() => ({}));
    } catch (refusal) {
      if (refusal instanceof DomainError && refusal.code === 'unavailable') throw refusal;
      if (records.length === 1) return [{ refusal }];
      const results: Recorded[] = [];
      for (const record of records) results.push(...(await recordAll([record])));
      return results;
    }
  }

  const recordTogether = createBatcher<DeliveryRecord, Recorded>({
    tenantOf: ({ endpoint }) => endpoint.tenantId,
    maxItems: recordsPerStatement,
    maxConcurrent: 1,
    // A statement changes a row once. If a claim was lost, two attempts at a delivery may end at once.
    separate: ({ endpoint, delivery }) =>
      `${endpoint.tenantId}/${endpoint.endpointId}/${delivery.position}`,
    flush: recordAll,
  });

  return async (record) => {
    const { endpoint, attempt, failuresInRow, cooldownMs } = record;
    const { tenantId, endpointId } = endpoint;
    if (!record.failuresHaveChanged) {
      const result = await recordTogether(record);
      if ('refusal' in result) throw result.refusal;
      return;
    }
    const now = new Date(clock.now());
    await database.transaction(async (transaction) => {
      await transaction.query(recordAttempts, valuesOf([record]));
      await transaction.query(
        `update webhook_endpoints e
        set failures_in_row = $3,
          held_until = greatest(
            case when ${cooldownIsTooLong} then '-infinity' else e.held_until end,
            now() + $4 * interval '1 millisecond'
          ),
          failing_since = case when $3 = 0 then e.failing_since else coalesce(e.failing_since, $5) end
        where tenant_id = $1 and endpoint_id = $2`,
        [tenantId, endpointId, failuresInRow, cooldownMs, now],
      );
      if (attempt.outcome !== 'gone') {
        const isFailing = failuresInRow > 0;
        await notifyOfFailure(transaction, {
          endpoint,
          isFailing,
          reason: attempt.detail,
          at: now,
        });
      }
      if (record.hasRecovered) await makeDue(transaction, tenantId, endpointId);
      if (attempt.outcome !== 'gone') return;
      const disabled = await transaction.query(
        `update webhook_endpoints
        set disabled_at = $3, disabled_reason = $4, disabled_by = $5, version = version + 1
        where tenant_id = $1 and endpoint_id = $2 and disabled_at is null
        returning endpoint_id`,
        [tenantId, endpointId, now, attempt.detail, actorText(webhooksActor)],
      );
      if (disabled.length === 0) return;
      await createActivityLog(transaction).record([
        {
          tenantId,
          occurredAt: clock.now(),
          actor: webhooksActor,
          action: 'webhook.disabled',
          subject: { kind: 'webhook', id: endpointId },
          data: { url: endpoint.url, reason: attempt.detail },
        },
      ]);
      await informAdministrators(transaction, tenantId, {
        kind: 'webhook_disabled',
        data: { address: new URL(endpoint.url).host, reason: attempt.detail ?? '' },
      });
    });
  };
}

function valuesOf(records: readonly DeliveryRecord[]): unknown[][] {
  const rows = records.map(({ endpoint, delivery, attempt, retryInMs }) => [
    endpoint.tenantId,
    endpoint.endpointId,
    delivery.position,
    delivery.claims,
    delivery.event.id,
    delivery.event.type,
    attempt.attemptedAt,
    attempt.durationMs,
    attempt.outcome,
    attempt.statusCode,
    attempt.detail,
    attempt.answerExcerpt,
    retryInMs ?? null,
    attempt.outcome === 'delivered' ? 'delivered' : retryInMs === undefined ? 'failed' : 'pending',
  ]);
  return (rows[0] ?? []).map((_, column) => rows.map((row) => row[column]));
}

/**
 * A failure only counts while the claim is ours; a success always counts, even if another process has claimed the
 * delivery since. The endpoints are locked first: if one is being removed, its deliveries and attempts go with it.
 * Deliveries are locked in their order, as for the renewal of claims, so that neither waits for the other forever.
 *
 * No condition is about the state of a delivery until it is found: the planner knows little of tables that change so fast,
 * and read every pending delivery of the endpoint in an index of pending ones for each record.
 */
const recordAttempts: Query = {
  name: 'webhooks_record_attempts',
  kind: 'hot',
  text: `
    with input as materialized (
      select * from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::integer[], $5::text[], $6::text[],
        $7::timestamptz[], $8::integer[], $9::text[], $10::integer[], $11::text[], $12::text[],
        $13::double precision[], $14::text[])
      as record (tenant_id, endpoint_id, position, claims, event_id, event_type, attempted_at, duration_ms, outcome,
        status_code, detail, answer_excerpt, retry_in_ms, state)
    ), endpoint as materialized (
      select tenant_id, endpoint_id from webhook_endpoints
      where (tenant_id, endpoint_id) in (select tenant_id, endpoint_id from input)
      order by tenant_id, endpoint_id
      for key share
    ), recordable as materialized (
      select input.* from input join endpoint using (tenant_id, endpoint_id)
    ), held as materialized (
      select r.tenant_id, r.endpoint_id, r.position, r.retry_in_ms, r.state,
        d.state = 'pending' and (r.state = 'delivered' or d.claims = r.claims) as counts
      from recordable r
      join webhook_deliveries d using (tenant_id, endpoint_id, position)
      order by d.tenant_id, d.endpoint_id, d.position
      for no key update of d
    ), attempt as (
      insert into webhook_attempts
        (tenant_id, endpoint_id, position, event_id, event_type, attempted_at, duration_ms, outcome, status_code,
         detail, answer_excerpt, retry_at)
      select tenant_id, endpoint_id, position, event_id, event_type, attempted_at, duration_ms, outcome, status_code,
        detail, answer_excerpt, now() + retry_in_ms * interval '1 millisecond'
      from recordable
    )
    update webhook_deliveries d
    set state = h.state,
      failures = failures + case when h.state = 'delivered' then 0 else 1 end,
      due_at = coalesce(now() + h.retry_in_ms * interval '1 millisecond', due_at),
      due_set_at = now(),
      claimed_until = null,
      finished_at = case when h.state = 'pending' then null else now() end
    from held h
    where d.tenant_id = h.tenant_id and d.endpoint_id = h.endpoint_id and d.position = h.position and h.counts`,
};

// Notifies the administrators of a tenant once when an endpoint has failed for some hours, and once when it works again.
// It is part of the transaction of an attempt, so that each notice is written exactly once.
interface EndpointResult {
  readonly endpoint: Pick<WebhookEndpoint, 'tenantId' | 'endpointId' | 'url'>;
  readonly isFailing: boolean;
  /** Why the attempt failed, in a sentence. */
  readonly reason: string | null;
  readonly at: Date;
}

async function notifyOfFailure(transaction: Queryable, result: EndpointResult): Promise<void> {
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
