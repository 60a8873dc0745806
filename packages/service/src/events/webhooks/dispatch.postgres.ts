// The dispatcher's side of webhooks in PostgreSQL. Events are queued by the position of the chain, so each is
// queued once for each endpoint. Claims are leases and due times use the database's clock, so nothing has to be cleaned
// up after a process that died, and processes need not agree on the time. After that clock is set back, claims, due
// times and cooldowns that only a later clock can have written have ended.
import type { Clock } from '../../ground/clock.ts';
import { eventTypes } from '../event.ts';
import type { EventsAt } from '../recent-events.ts';
import { askWhether } from '../../postgres/jobs/shared-poll.postgres.ts';
import type { Database, Query } from '../../postgres/database.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import { isOpen } from '../../postgres/lock-tenant.ts';
import type { ClaimedDelivery, DispatchStore } from './delivery-store.ts';
import { endpointColumns } from './endpoints.postgres.ts';
import { cooldownIsTooLong, createAttemptRecorder } from './record-attempts.postgres.ts';
import { maxRetryMs } from './retry-schedule.ts';

const positionsPerStep = 1_000;

/** The clocks of two database servers differ by less: a failover alone makes no retry early. */
const clockToleranceMs = 5_000;

const isDue = `(d.due_at <= now()
  or d.due_set_at > now() + interval '${clockToleranceMs} milliseconds'
  or d.due_at > now() + interval '${maxRetryMs} milliseconds')`;

/** It is not `now()`, because another process may have renewed the claim since this statement's transaction began. */
const isFree = (
  leaseMs: string,
) => `(d.claimed_until is null or d.claimed_until <= clock_timestamp()
  or d.claimed_until > clock_timestamp() + ${leaseMs} * interval '1 millisecond')`;

const isNotHeld = `(e.held_until <= now() or ${cooldownIsTooLong})`;

const findBehind: Query = {
  name: 'webhooks_find_behind',
  boundary: false,
  text: `
    select e.tenant_id, e.endpoint_id, e.position, head.position as head
    from webhook_endpoints e
    cross join lateral (
      select s.first_position + cardinality(s.entry_ids) - 1 as position
      from activity_seals s where s.tenant_id = e.tenant_id order by s.first_position desc limit 1
    ) head
    where e.disabled_at is null and e.position < head.position and ${isOpen('e.tenant_id')}`,
};

/** As `subjectsOf` of events/event.ts. Of an entry a, and the group t that it is about. */
const organisationOfEntry = `case when a.action like 'organisation.%' then a.subject_id
  else coalesce(t.organisation_id, a.data ->> 'organisationId') end`;
const templateOfEntry = `case when a.action like 'template.%' then a.subject_id
  else coalesce(t.template_id, a.data ->> 'templateId') end`;

/** One step for one endpoint; the lock keeps a second process from queueing the same. */
const queueStep = {
  name: 'webhooks_queue_step',
  text: `
    with endpoint as materialized (
      select tenant_id, endpoint_id, types, organisation_ids::text[] as organisation_ids,
        template_ids::text[] as template_ids, position + 1 as first, least(position + $4, $3) as last
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
        (tenant_id, endpoint_id, position, event_type, ordering_key, state, due_at, due_set_at, queued_at)
      select $1, $2, placed.position, a.action, a.subject_id, 'pending', now(), now(), now()
      from endpoint
      cross join placed
      -- By the key of each row: a join compared each entry with all others while the planner expected few of them.
      cross join lateral (
        select action, subject_kind, subject_id, data from activity
        where tenant_id = $1 and activity_id = placed.activity_id
        limit 1
      ) a
      left join lateral (
        select organisation_id::text, template_id::text from teams
        where (endpoint.organisation_ids is not null or endpoint.template_ids is not null)
          and tenant_id = $1 and team_id = case when a.subject_kind = 'group' then a.subject_id::uuid end
        limit 1
      ) t on true
      where a.action = any (coalesce(endpoint.types, $5::text[]))
        and (endpoint.organisation_ids is null or ${organisationOfEntry} = any (endpoint.organisation_ids))
        and (endpoint.template_ids is null or ${templateOfEntry} = any (endpoint.template_ids))
      on conflict do nothing
    )
    update webhook_endpoints e set position = endpoint.last
    from endpoint
    where e.tenant_id = $1 and e.endpoint_id = $2`,
};

const findDue: Query = {
  name: 'webhooks_find_due',
  boundary: false,
  text: `
    select ${endpointColumns} from webhook_endpoints e
    where e.disabled_at is null and ${isNotHeld} and ${isOpen('e.tenant_id')}
      and exists (
        select from webhook_deliveries d
        where d.tenant_id = e.tenant_id and d.endpoint_id = e.endpoint_id and d.state = 'pending' and ${isDue}
          and ${isFree('$1')}
      )`,
};

/** Deliveries among which a claim looks first: those that wait longest. */
const nearRows = 1_000;

/**
 * Parts of a claim. Of each group, the first delivery that waits may be attempted. It is found in one pass: a look-up for each row read
 * all that wait again and again, where these waited for retries of their predecessors or the planner knew too little of
 * the table. For the same reason, `any (array(…))` is used where a join would do.
 *
 * `waiting` are deliveries among which the first one of a group is the first of all.
 */
const claimFirst = `
    first as materialized (
      select d.position from (
        select distinct on (ordering_key) position, due_at, due_set_at, claimed_until from waiting
        order by ordering_key, position
      ) d
      where ${isDue} and ${isFree('$4')} and exists (
        select from webhook_endpoints e
        where e.tenant_id = $1 and e.endpoint_id = $2 and e.disabled_at is null and ${isNotHeld}
      )
      order by d.position
      limit $3
    ), picked as materialized (
      select d.position from webhook_deliveries d
      where d.tenant_id = $1 and d.endpoint_id = $2 and d.position = any (array(select position from first))
        and ${ofFoundRow(`d.state = 'pending' and ${isDue} and ${isFree('$4')}`)}
      order by d.position
      for update skip locked
    ), claimed as (
      update webhook_deliveries d
      set claimed_until = clock_timestamp() + $4 * interval '1 millisecond', claims = d.claims + 1
      where d.tenant_id = $1 and d.endpoint_id = $2 and d.position = any (array(select position from picked))
      returning d.position, d.failures, d.claims,
        extract(epoch from now() - d.queued_at)::double precision * 1000 as age_ms
    )`;

/** Answers at least one row, so that it says among how many it looked. */
const claimNear = {
  name: 'webhooks_claim_near',
  text: `
    with waiting as materialized (
      select position, ordering_key, due_at, due_set_at, claimed_until from webhook_deliveries
      where tenant_id = $1 and endpoint_id = $2 and state = 'pending'
      order by position limit ${nearRows}
    ), ${claimFirst}
    select looked.among, claimed.*
    from (select count(*)::integer as among from waiting) looked left join claimed on true`,
};

/** It serves an endpoint where the deliveries that wait longest cannot be attempted yet: there may be tens of thousands. */
const claimFar = {
  name: 'webhooks_claim_far',
  text: `
    with waiting as not materialized (
      select position, ordering_key, due_at, due_set_at, claimed_until from webhook_deliveries
      where tenant_id = $1 and endpoint_id = $2 and state = 'pending'
    ), ${claimFirst}
    select * from claimed`,
};

/** It belongs to deliveries that are found by their keys. */
const isPending = ofFoundRow("d.state = 'pending'");

/**
 * Each statement locks the first of several rows first, as the records of attempts do. They are found by their keys: a
 * join read every pending delivery of the endpoint.
 */
const heldClaims = `
  held as materialized (
    select d.position from webhook_deliveries d
    where d.tenant_id = $1 and d.endpoint_id = $2 and d.position = any ($3::bigint[]) and ${isPending}
      and d.claims = ($4::integer[])[array_position($3::bigint[], d.position)]
    order by d.position
    for no key update
  )`;

const renewClaims = {
  name: 'webhooks_renew_claims',
  text: `
    with ${heldClaims}
    update webhook_deliveries d set claimed_until = clock_timestamp() + $5 * interval '1 millisecond'
    where d.tenant_id = $1 and d.endpoint_id = $2 and d.position = any (array(select position from held))
      and ${isPending} and d.claimed_until > now()
    returning d.position`,
};

const releaseClaims = {
  name: 'webhooks_release_claims',
  text: `
    with ${heldClaims}
    update webhook_deliveries d set claimed_until = null
    where d.tenant_id = $1 and d.endpoint_id = $2 and d.position = any (array(select position from held))
      and ${isPending}`,
};

const activeEndpoint = 'select from webhook_endpoints where disabled_at is null';

/** It finds retries, and deliveries of a process that died. */
export const askForEndpoints = (onFound: () => void) =>
  askWhether('webhooks', `select exists (${activeEndpoint})`, onFound);

type ClaimedRow = Omit<ClaimedDelivery, 'event'>;
type LookedRow = { readonly among: number } & (ClaimedRow | { readonly position: null });

export function createDispatchStore(deps: {
  database: Database;
  clock: Clock;
  eventsAt: EventsAt;
}): DispatchStore {
  const { database, clock, eventsAt } = deps;

  return {
    async hasEndpoints() {
      const active = await database.query({
        name: 'webhooks_has_endpoints',
        boundary: false,
        text: `${activeEndpoint} limit 1`,
      });
      return active.length > 0;
    },

    async queueEvents() {
      const behind = await database.query<{
        tenantId: string;
        endpointId: string;
        position: number;
        head: number;
      }>(findBehind);
      for (const { tenantId, endpointId, head } of behind) {
        await database.query(queueStep, [tenantId, endpointId, head, positionsPerStep, eventTypes]);
      }
      return behind.some(({ position, head }) => head - position > positionsPerStep);
    },

    async dueEndpoints(leaseMs) {
      return await database.query(findDue, [leaseMs]);
    },

    async claim({ tenantId, endpointId }, atMost, leaseMs) {
      const values = [tenantId, endpointId, atMost, leaseMs];
      const near = await database.query<LookedRow>(claimNear, values);
      const found = near.flatMap((row) => (row.position === null ? [] : [row]));
      const mayBeFar = found.length === 0 && near[0]?.among === nearRows;
      const rows = mayBeFar ? await database.query<ClaimedRow>(claimFar, values) : found;
      rows.sort((one, other) => one.position - other.position);
      const events = await eventsAt(
        tenantId,
        rows.map(({ position }) => position),
      );
      return rows.map((row, index): ClaimedDelivery => {
        const event = events[index];
        if (event === undefined) {
          throw new Error(`The event at position ${row.position} of ${tenantId} is missing.`);
        }
        return Object.assign(row, { event });
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

    record: createAttemptRecorder({ database, clock }),
  };
}
