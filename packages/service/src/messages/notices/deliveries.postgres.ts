// Follows whether messages reach each person: after three failures in a row, refused permanently or given up, the person
// cannot be reached, until a message arrives again.
import type { Actor } from '../../audit/activity.ts';
import { recordActivity } from '../../audit/activity.postgres.ts';
import type { Queryable } from '../../postgres/database.ts';

/** A message that has ended. */
export interface EndedDelivery {
  readonly personId: string;
  readonly email: string;
  readonly state: 'sent' | 'refused' | 'failed';
  readonly detail: string | null;
}

interface Changed {
  readonly personId: string;
  readonly email: string;
  readonly failures: number;
  readonly detail: string | null;
  readonly since: Date;
}

/** The author of entries about what the mail system said. */
const noticesActor: Actor = { kind: 'service', id: 'notices' };

/** Follows, in the transaction, that messages reach people no longer, or again. */
export type OnReachability = (
  transaction: Queryable,
  tenantId: string,
  personIds: readonly string[],
) => Promise<void>;

/** @param options.at milliseconds since the Unix epoch, of the real clock */
export async function recordDeliveries(
  transaction: Queryable,
  tenantId: string,
  ended: readonly EndedDelivery[],
  options: { readonly at: number; readonly onReachability: OnReachability },
): Promise<void> {
  const { at, onReachability } = options;
  // The last of several messages to a person at once counts.
  const people = [...new Map(ended.map((one) => [one.personId.toLowerCase(), one]))];
  const arrived = people.flatMap(([personId, { state }]) => (state === 'sent' ? [personId] : []));
  const failed = people.flatMap(([personId, { state, email, detail }]) =>
    state === 'sent' ? [] : [{ personId, email, detail }],
  );
  const back =
    arrived.length === 0 ? [] : await transaction.query<Changed>(forget, [tenantId, arrived]);
  const lost =
    failed.length === 0
      ? []
      : await transaction.query<Changed>(count, [tenantId, JSON.stringify(failed)]);
  const changes = [
    ...lost.map((person) => ({ person, action: 'person.unreachable' as const })),
    ...back.map((person) => ({ person, action: 'person.reachable' as const })),
  ];
  if (changes.length === 0) return;
  await recordActivity(
    transaction,
    changes.map(({ person: { personId, email, failures, since, detail }, action }) => ({
      tenantId,
      occurredAt: at,
      actor: noticesActor,
      action,
      subject: { kind: 'person', id: personId },
      data: {
        email,
        ...(action === 'person.unreachable' && { failures, since, reason: detail }),
      },
    })),
  );
  await onReachability(
    transaction,
    tenantId,
    changes.map(({ person }) => person.personId),
  );
}

/** Answers those who could not be reached before. */
const forget = `
  with gone as (
    delete from failed_deliveries where tenant_id = $1 and person_id = any ($2::text[])
    returning person_id, email, failures, detail, since, is_unreachable
  )
  select person_id, email, failures, detail, since from gone where is_unreachable order by person_id`;

/** Answers those who cannot be reached from now on. Another address begins again. */
const count = `
  with input as materialized (
    select * from jsonb_to_recordset($2::jsonb) as x ("personId" text, email text, detail text)
  ), before as materialized (
    select f.person_id, f.is_unreachable and f.email = i.email as is_unreachable
    from failed_deliveries f join input i on f.person_id = i."personId" where f.tenant_id = $1
  ), counted as (
    insert into failed_deliveries as f (tenant_id, person_id, email, failures, detail, since, last_at)
    select $1, "personId", email, 1, detail, now(), now() from input order by "personId"
    on conflict (tenant_id, person_id) do update
    set email = excluded.email, detail = excluded.detail, last_at = excluded.last_at,
      failures = case when f.email = excluded.email then f.failures + 1 else 1 end,
      since = case when f.email = excluded.email then f.since else excluded.since end
    returning f.*
  )
  select c.person_id, c.email, c.failures, c.detail, c.since
  from counted c left join before b on b.person_id = c.person_id
  where c.is_unreachable and b.is_unreachable is not true
  order by c.person_id`;
