// The dispatcher's side of webhooks in PostgreSQL. Events are queued by the position of the chain, so each is
// queued once for each endpoint; a claim is a lease by the database's clock, so nothing has to be cleaned up after
// a process that died, and processes need not agree on the time.
import type { Clock } from '../foundation/clock.ts';
import { createActivityLog } from '../activity/activity.postgres.ts';
import { eventOf, eventTypes, type EventDeps } from '../events/event.ts';
import type { PlacedEntry } from '../events/event.ts';
import type { Database } from '../postgres/database.ts';
import type { ClaimedDelivery, DispatchStore } from './delivery-store.ts';
import { endpointOf, type EndpointRow } from './endpoints.postgres.ts';

const positionsPerStep = 1_000;

const findBehind = {
  name: 'webhooks_find_behind',
  text: `
    select e.tenant_id, e.endpoint_id, e.position, head.position as head
    from webhook_endpoints e
    cross join lateral (
      select s.first_position + cardinality(s.entry_ids) - 1 as position
      from activity_seals s where s.tenant_id = e.tenant_id order by s.first_position desc limit 1
    ) head
    where e.disabled_at is null and e.position < head.position`,
};

/** One step for one endpoint; the lock keeps a second process from queueing the same. */
const queueStep = {
  name: 'webhooks_queue_step',
  text: `
    with endpoint as materialized (
      select tenant_id, endpoint_id, event_types, position + 1 as first, least(position + $4, $3) as last
      from webhook_endpoints
      where tenant_id = $1 and endpoint_id = $2 and disabled_at is null and position < $3
      for no key update skip locked
    ), placed as materialized (
      select s.first_position + e.ordinality - 1 as position, e.activity_id
      from endpoint, activity_seals s
      cross join lateral unnest(s.entry_ids) with ordinality as e (activity_id, ordinality)
      where s.tenant_id = $1
        and s.first_position <= endpoint.last
        and s.first_position >= coalesce((
          select max(first_position) from activity_seals where tenant_id = $1 and first_position <= endpoint.first
        ), 0)
        and s.first_position + e.ordinality - 1 between endpoint.first and endpoint.last
    ), queued as (
      insert into webhook_deliveries
        (tenant_id, endpoint_id, position, event_type, ordering_key, state, due_at, queued_at)
      select $1, $2, placed.position, a.action, a.subject_id, 'pending', $6, $6
      from endpoint, placed join activity a on a.tenant_id = $1 and a.activity_id = placed.activity_id
      where a.activity_id = any (array(select activity_id from placed))
        and a.action = any (coalesce(endpoint.event_types, $5::text[]))
      on conflict do nothing
    )
    update webhook_endpoints e set position = endpoint.last
    from endpoint
    where e.tenant_id = $1 and e.endpoint_id = $2`,
};

const findDue = {
  name: 'webhooks_find_due',
  text: `
    select e.* from webhook_endpoints e
    where e.disabled_at is null and e.held_until <= $1
      and exists (
        select from webhook_deliveries d
        where d.tenant_id = e.tenant_id and d.endpoint_id = e.endpoint_id and d.state = 'pending' and d.due_at <= $1
          and (d.claimed_until is null or d.claimed_until <= now())
      )`,
};

// `any (array(…))` where a join would do: the planner knows little of tables that change so fast, and would
// read all of an endpoint's rows.
const claimDue = {
  name: 'webhooks_claim_due',
  text: `
    with picked as materialized (
      select d.position from webhook_deliveries d
      where d.tenant_id = $1 and d.endpoint_id = $2 and d.state = 'pending' and d.due_at <= $4
        and (d.claimed_until is null or d.claimed_until <= now())
        and d.position = (
          select min(first.position) from webhook_deliveries first
          where first.tenant_id = $1 and first.endpoint_id = $2 and first.ordering_key = d.ordering_key
            and first.state = 'pending'
        )
        and exists (
          select from webhook_endpoints e
          where e.tenant_id = $1 and e.endpoint_id = $2 and e.disabled_at is null and e.held_until <= $4
        )
      order by d.position
      limit $3
      for update skip locked
    )
    update webhook_deliveries d set claimed_until = now() + $5 * interval '1 millisecond', claims = d.claims + 1
    where d.tenant_id = $1 and d.endpoint_id = $2 and d.position = any (array(select position from picked))
    returning d.position, d.failures, d.queued_at, d.claims`,
};

const renewClaims = {
  name: 'webhooks_renew_claims',
  text: `
    update webhook_deliveries d set claimed_until = now() + $5 * interval '1 millisecond'
    from unnest($3::bigint[], $4::integer[]) as held (position, claims)
    where d.tenant_id = $1 and d.endpoint_id = $2 and d.position = held.position and d.claims = held.claims
      and d.state = 'pending' and d.claimed_until > now()
    returning d.position`,
};

const releaseClaims = {
  name: 'webhooks_release_claims',
  text: `
    update webhook_deliveries d set claimed_until = null
    from unnest($3::bigint[], $4::integer[]) as held (position, claims)
    where d.tenant_id = $1 and d.endpoint_id = $2 and d.position = held.position and d.claims = held.claims
      and d.state = 'pending'`,
};

interface ClaimedRow {
  position: number;
  failures: number;
  queued_at: Date;
  claims: number;
}

export function createDispatchStore(deps: {
  database: Database;
  clock: Clock;
  readEntries: (tenantId: string, positions: readonly number[]) => Promise<PlacedEntry[]>;
  events: EventDeps;
}): DispatchStore {
  const { database, clock, readEntries, events } = deps;
  const inMs = (ms: number) => new Date(clock.now() + ms);

  return {
    async queueEvents() {
      const behind = await database.query<{
        tenant_id: string;
        endpoint_id: string;
        position: number;
        head: number;
      }>(findBehind);
      for (const { tenant_id, endpoint_id, head } of behind) {
        await database.query(queueStep, [
          tenant_id,
          endpoint_id,
          head,
          positionsPerStep,
          eventTypes,
          inMs(0),
        ]);
      }
      return behind.some(({ position, head }) => head - position > positionsPerStep);
    },

    async dueEndpoints() {
      const rows = await database.query<EndpointRow>(findDue, [inMs(0)]);
      return rows.map(endpointOf);
    },

    async claim({ tenantId, endpointId }, atMost, leaseMs) {
      const rows = await database.query<ClaimedRow>(claimDue, [
        tenantId,
        endpointId,
        atMost,
        inMs(0),
        leaseMs,
      ]);
      rows.sort((one, other) => one.position - other.position);
      const entries = await readEntries(
        tenantId,
        rows.map(({ position }) => position),
      );
      const byPosition = new Map(entries.map((entry) => [entry.position, entry]));
      return rows.map((row): ClaimedDelivery => {
        const entry = byPosition.get(row.position);
        const event = entry && eventOf(entry, events);
        if (event === undefined) {
          throw new Error(`The event at position ${row.position} of ${tenantId} is not there.`);
        }
        const { position, failures, queued_at: queuedAt, claims } = row;
        return { position, failures, queuedAt, claims, event };
      });
    },

    async renew({ tenantId, endpointId }, held, leaseMs) {
      const rows = await database.query<{ position: number }>(renewClaims, [
        tenantId,
        endpointId,
        held.map(({ position }) => position),
        held.map(({ claims }) => claims),
        leaseMs,
      ]);
      return rows.map(({ position }) => position);
    },

    async release({ tenantId, endpointId }, held) {
      await database.query(releaseClaims, [
        tenantId,
        endpointId,
        held.map(({ position }) => position),
        held.map(({ claims }) => claims),
      ]);
    },

    async record(record) {
      const { endpoint, delivery, attempt, retryInMs, failuresInRow, cooldownMs } = record;
      const { tenantId, endpointId } = endpoint;
      const isDelivered = attempt.outcome === 'delivered';
      const values = [
        tenantId,
        endpointId,
        delivery.position,
        delivery.event.id,
        delivery.event.type,
        attempt.attemptedAt,
        attempt.durationMs,
        attempt.outcome,
        attempt.statusCode ?? null,
        attempt.detail ?? null,
        attempt.answerExcerpt ?? null,
        retryInMs === undefined ? null : inMs(retryInMs),
        isDelivered ? 'delivered' : retryInMs === undefined ? 'failed' : 'pending',
        inMs(0),
        delivery.claims,
      ];
      if (!record.failuresHaveChanged) {
        await database.query(recordAttempt, values);
        return;
      }
      await database.transaction(async (transaction) => {
        await transaction.query(recordAttempt, values);
        await transaction.query(
          `update webhook_endpoints set failures_in_row = $3, held_until = greatest(held_until, $4)
          where tenant_id = $1 and endpoint_id = $2`,
          [tenantId, endpointId, failuresInRow, inMs(cooldownMs)],
        );
        if (record.hasRecovered) {
          await transaction.query(
            `update webhook_deliveries set due_at = $3
            where tenant_id = $1 and endpoint_id = $2 and state = 'pending' and due_at > $3`,
            [tenantId, endpointId, inMs(0)],
          );
        }
        if (attempt.outcome !== 'gone') return;
        const disabled = await transaction.query(
          `update webhook_endpoints set disabled_at = $3, disabled_reason = $4, version = version + 1
          where tenant_id = $1 and endpoint_id = $2 and disabled_at is null
          returning endpoint_id`,
          [tenantId, endpointId, inMs(0), attempt.detail],
        );
        if (disabled.length === 0) return;
        await createActivityLog(transaction).record([
          {
            tenantId,
            occurredAt: clock.now(),
            actor: { kind: 'service', id: 'webhooks' },
            action: 'webhook.disabled',
            subject: { kind: 'webhook', id: endpointId },
            data: { url: endpoint.url, reason: attempt.detail },
          },
        ]);
      });
    },
  };
}

/**
 * A failure counts only while the claim is ours; that it was delivered is true whoever tried it since.
 * The endpoint is held first: one that is being removed takes its deliveries and attempts with it.
 */
const recordAttempt = {
  name: 'webhooks_record_attempt',
  text: `
    with endpoint as materialized (
      select from webhook_endpoints where tenant_id = $1 and endpoint_id = $2 for key share
    ), attempt as (
      insert into webhook_attempts
        (tenant_id, endpoint_id, position, event_id, event_type, attempted_at, duration_ms, outcome, status_code,
         detail, answer_excerpt, retry_at)
      select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
      from endpoint
    )
    update webhook_deliveries
    set state = $13,
      failures = failures + case when $13 = 'delivered' then 0 else 1 end,
      due_at = coalesce($12, due_at),
      claimed_until = null,
      finished_at = case when $13 = 'pending' then null else $14::timestamptz end
    where exists (select from endpoint)
      and tenant_id = $1 and endpoint_id = $2 and position = $3 and state = 'pending'
      and ($13 = 'delivered' or claims = $15)`,
};
