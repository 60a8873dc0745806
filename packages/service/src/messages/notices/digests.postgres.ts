// Digests in PostgreSQL: formed once a person and day, claimed by one process for each tenant at a time, and recorded.
// Due times use the clock of the database, which all processes share; days are those of the governance clock.
import type { Clock } from '../../ground/clock.ts';
import { askWhether } from '../../postgres/jobs/shared-poll.postgres.ts';
import type { Database, Query } from '../../postgres/database.ts';
import { ofFoundRow } from '../../postgres/found-row.ts';
import { isOpen } from '../../postgres/lock-tenant.ts';
import {
  type EndedDelivery,
  type OnReachability,
  recordDeliveries,
} from './deliveries.postgres.ts';
import type { DigestNotice } from './digest.ts';
import type { DigestStore, DigestRecord } from './digest-store.ts';

const personsPerStep = 2_000;

/** Whether the person of a notice has had a digest on the day: those of the day are read once, and hashed. */
const hasHadDigest = `n.person_id in (
        select m.person_id from notice_messages m
        where m.tenant_id = $1 and m.day = $2::date and (m.state <> 'pending' or m.in_flight or m.frozen)
      )`;

/**
 * People with notices who have had no digest that day. Where an earlier digest has not been sent yet, the new notices
 * join it, so that a person gets one digest after an outage: while it is being sent, they wait for the outcome. One that may
 * have been sent stays as it is.
 *
 * Digests that wait, and notices, are looked up for each person, for which `offset 0` prevents a join: by statistics of an
 * idle service there are none today, so the planner compared all people with all digests.
 */
const formStep = `
  with waiting as materialized (
    select n.person_id, (array_agg(n.email order by n.created_at desc))[1] as email
    from notices n
    where n.tenant_id = $1 and n.message_id is null and n.created_at <= $3 and not ${hasHadDigest}
    group by n.person_id
    having min(n.created_at) <= $4 and not exists (
      select from notice_messages m
      where m.tenant_id = $1 and m.person_id = n.person_id
        and ${ofFoundRow("m.state = 'pending' and m.in_flight")}
      offset 0
    )
    limit ${personsPerStep}
  ), joinable as materialized (
    -- One for each person, although several may wait: that of the day first, because a person has one digest a day.
    select distinct on (m.person_id) m.message_id, w.email
    from waiting w
    cross join lateral (
      select * from notice_messages
      where tenant_id = $1 and person_id = w.person_id
        and ${ofFoundRow("state = 'pending' and not in_flight and not frozen")}
      offset 0
    ) m
    order by m.person_id, m.day = $2::date desc, m.day desc
  ), joined as (
    update notice_messages m set day = $2::date, email = j.email, due_at = least(m.due_at, now())
    from joinable j
    where m.tenant_id = $1 and m.message_id = j.message_id
      and ${ofFoundRow("m.state = 'pending' and not m.in_flight and not m.frozen")}
    returning m.person_id, m.message_id
  ), formed as (
    insert into notice_messages (tenant_id, message_id, person_id, email, language, day, state, due_at, created_at)
    select $1, gen_random_uuid(), w.person_id, w.email, '', $2::date, 'pending', now(), $3
    from waiting w
    where not exists (
      select from notice_messages m
      where m.tenant_id = $1 and m.person_id = w.person_id
        and ${ofFoundRow("m.state = 'pending' and not m.in_flight and not m.frozen")}
      offset 0
    )
    on conflict do nothing
    returning person_id, message_id
  )
  update notices n set message_id = d.message_id
  from (select * from joined union all select * from formed) d
  cross join lateral (
    select notice_id from notices
    where tenant_id = $1 and person_id = d.person_id and message_id is null and created_at <= $3
    offset 0
  ) w
  where n.tenant_id = $1 and n.notice_id = w.notice_id and ${ofFoundRow('n.message_id is null')}
  returning 1 as formed`;

const dueTenants: Query = {
  name: 'notices_due_tenants',
  boundary: false,
  text: `
    select distinct m.tenant_id from notice_messages m
    left join notice_channels c on c.tenant_id = m.tenant_id
    where m.state = 'pending' and m.due_at <= now()
      and (c.paused_until is null or c.paused_until <= now())
      and (c.claimed_until is null or c.claimed_until <= now())
      and ${isOpen('m.tenant_id')}`,
};

export const askForDigests = (onFound: () => void) =>
  askWhether('messages', `select exists (${dueTenants.text})`, onFound);

const waitingTenants: Query = {
  name: 'notices_waiting_tenants',
  boundary: false,
  text: `
    with recursive tenant (id) as (
      (select tenant_id from notices where message_id is null order by tenant_id limit 1)
      union all
      select (
        select n.tenant_id from notices n
        where n.message_id is null and n.tenant_id > tenant.id order by n.tenant_id limit 1
      ) from tenant where tenant.id is not null
    )
    select id as tenant_id from tenant where id is not null and ${isOpen('id')}`,
};

/** The ends of a message that say whether messages reach a person. */
const outcomes: ReadonlySet<string> = new Set<EndedDelivery['state']>([
  'sent',
  'refused',
  'failed',
]);

export function createDigestStore(
  database: Database,
  {
    clock,
    onReachability,
  }: { readonly clock: Pick<Clock, 'now'>; readonly onReachability: OnReachability },
): DigestStore {
  return {
    async tenantsWithNotices() {
      const rows = await database.query<{ tenantId: string }>(waitingTenants);
      return rows.map(({ tenantId }) => tenantId);
    },

    async tenantsWithDigests() {
      const rows = await database.query<{ tenantId: string }>(dueTenants);
      return rows.map(({ tenantId }) => tenantId);
    },

    async isSending(tenantId) {
      const due = await database.query(
        `select from notice_messages m
        left join notice_channels c on c.tenant_id = m.tenant_id
        where m.tenant_id = $1 and m.state = 'pending' and m.due_at <= now()
          and (c.paused_until is null or c.paused_until <= now())
        limit 1`,
        [tenantId],
      );
      return due.length > 0;
    },

    async isAssessing(tenantId, until) {
      const due = await database.query(
        'select from governed_groups where tenant_id = $1 and due_at <= $2 limit 1',
        [tenantId, until],
      );
      return due.length > 0;
    },

    async form(tenantId, { day, until, settledBefore }) {
      const formed = await database.query(formStep, [tenantId, day, until, settledBefore]);
      return formed.length;
    },

    async earliestWaiting(tenantId, day) {
      const [row] = await database.query<{ today: Date | null; later: boolean }>(
        `select min(n.created_at) filter (where not ${hasHadDigest}) as today,
          coalesce(bool_or(${hasHadDigest}), false) as later
        from notices n
        where n.tenant_id = $1 and n.message_id is null`,
        [tenantId, day],
      );
      return { today: row?.today ?? undefined, hasLater: row?.later === true };
    },

    async claimChannel(tenantId, leaseMs) {
      const [row] = await database.query<{ claims: number }>(
        `insert into notice_channels (tenant_id, claimed_until, claims)
        values ($1, now() + $2 * interval '1 millisecond', 1)
        on conflict (tenant_id) do update
        set claimed_until = excluded.claimed_until, claims = notice_channels.claims + 1
        where (notice_channels.claimed_until is null or notice_channels.claimed_until <= now())
          and (notice_channels.paused_until is null or notice_channels.paused_until <= now())
        returning claims`,
        [tenantId, leaseMs],
      );
      return row?.claims;
    },

    async claim({ tenantId, claims }, atMost, leaseMs) {
      return database.transaction(async (transaction) => {
        const [channel] = await transaction.query(
          `update notice_channels set claimed_until = now() + $3 * interval '1 millisecond'
          where tenant_id = $1 and claims = $2 returning 1 as claimed`,
          [tenantId, claims, leaseMs],
        );
        if (channel === undefined) return [];
        const digests = await transaction.query<{
          messageId: string;
          personId: string;
          email: string;
          claims: number;
          attempts: number;
        }>(
          // An attempt whose process died may have succeeded.
          `update notice_messages m
          set claims = m.claims + 1, frozen = m.frozen or m.in_flight, in_flight = true
          where m.tenant_id = $1 and m.message_id = any (array(
            select message_id from notice_messages
            where tenant_id = $1 and state = 'pending' and due_at <= now()
            order by due_at limit $2
            for update skip locked
          ))
          returning m.message_id, m.person_id, m.email, m.claims, m.attempts`,
          [tenantId, atMost],
        );
        const notices = await transaction.query<NoticeRow>(
          `select n.message_id, n.kind, n.team_id, n.task_id, t.display_name, n.data, n.language
          from notices n
          left join teams t on t.tenant_id = n.tenant_id and t.team_id = n.team_id
          where n.tenant_id = $1 and n.message_id = any ($2::uuid[])
          order by n.created_at, n.notice_id`,
          [tenantId, digests.map(({ messageId }) => messageId)],
        );
        const byMessage = Map.groupBy(notices, ({ messageId }) => messageId);
        return digests.map((digest) => {
          const contents = byMessage.get(digest.messageId) ?? [];
          return Object.assign(digest, {
            preferredLanguage: languageIn(contents),
            notices: contents,
          });
        });
      });
    },

    async record(tenantId, records) {
      await database.transaction(async (transaction) => {
        const ended = await transaction.query<EndedDelivery>(
          `update notice_messages m
        set state = r.state, in_flight = false, frozen = m.frozen or r.unclear, language = r.language,
          attempts = m.attempts + r.attempts, detail = r.detail,
          due_at = case when r.state = 'pending' then now() + r.retry_in_ms * interval '1 millisecond' else m.due_at end,
          finished_at = case when r.state <> 'pending' then now() end
        from jsonb_to_recordset($2::jsonb) as r (message_id uuid, claims integer, state text, unclear boolean,
          language text, attempts integer, detail text, retry_in_ms double precision)
        where m.tenant_id = $1 and m.message_id = r.message_id and m.claims = r.claims
          and ${ofFoundRow("m.state = 'pending'")}
        returning m.person_id, m.email, m.state, m.detail`,
          [tenantId, JSON.stringify(records.map(rowOf))],
        );
        const deliveries = ended.filter(({ state }) => outcomes.has(state));
        await recordDeliveries(transaction, tenantId, deliveries, {
          at: clock.now(),
          onReachability,
        });
      });
    },

    async release({ tenantId, claims }, state) {
      await database.query(
        `update notice_channels set claimed_until = null,
          failing_since = case when $3 then null when $4 then coalesce(failing_since, now()) else failing_since end,
          failures = case when $3 then 0 when $4 then failures + 1 else failures end,
          detail = case when $3 then null when $4 then $5 else detail end,
          last_sent_at = case when $3 then now() else last_sent_at end,
          paused_until = now() + $6::double precision * interval '1 millisecond'
        where tenant_id = $1 and claims = $2`,
        [
          tenantId,
          claims,
          state.kind === 'works' || state.kind === 'throttled',
          state.kind === 'failed',
          state.kind === 'failed' ? state.detail : null,
          'pauseMs' in state ? state.pauseMs : null,
        ],
      );
    },

    async channel(tenantId) {
      const [row] = await database.query<{
        failingSince: Date | null;
        failures: number;
        detail: string | null;
        lastSentAt: Date | null;
        pending: number;
      }>(
        `select c.failing_since, coalesce(c.failures, 0) as failures, c.detail, c.last_sent_at,
          (select count(*)::integer from notice_messages where tenant_id = $1 and state = 'pending') as pending
        from (select $1::uuid as tenant_id) t left join notice_channels c using (tenant_id)`,
        [tenantId],
      );
      return row ?? { failingSince: null, failures: 0, detail: null, lastSentAt: null, pending: 0 };
    },
  };
}

type NoticeRow = DigestNotice & { readonly messageId: string; readonly language: string | null };

/** The one that was known last. */
function languageIn(notices: readonly NoticeRow[]): string | null {
  return notices.findLast(({ language }) => language !== null)?.language ?? null;
}

function rowOf(record: DigestRecord) {
  return {
    message_id: record.messageId,
    claims: record.claims,
    state: record.state,
    unclear: record.isUnclear,
    language: record.language,
    attempts: record.isAttempt ? 1 : 0,
    detail: record.detail,
    retry_in_ms: record.retryInMs,
  };
}
