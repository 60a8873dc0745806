// The brake on mass departures in PostgreSQL, and its release by an administrator.
import type { Actor } from '../../audit/activity.ts';
import { recordActivity } from '../../audit/activity.postgres.ts';
import { informAdministrators } from '../../messages/notices/inform-administrators.postgres.ts';
import type { Queryable } from '../../postgres/database.ts';
import { assessGroupsOf } from './affected-groups.postgres.ts';
import {
  departureWindowDays,
  isMassDeparture,
  maxOfFew,
  type MassDeparture,
} from './mass-departure.ts';

/** The author of entries about what was seen in the directory. */
const responsibilityActor: Actor = { kind: 'service', id: 'responsibility' };

/** The row of the tenant, locked until the transaction ends. */
export interface LockedFollowed {
  readonly now: Date;
  readonly massDeparture: MassDeparture | null;
  readonly releasedAt: Date | null;
  /** Their ids, by the texts that name them. */
  readonly stewards: Readonly<Record<string, string>>;
}

export async function lockFollowed(
  transaction: Queryable,
  tenantId: string,
): Promise<LockedFollowed | undefined> {
  const [row] = await transaction.query<LockedFollowed>(
    `select governance_now($1) as now, mass_departure, released_at, stewards
    from followed_people where tenant_id = $1 for update`,
    [tenantId],
  );
  return row;
}

/** Holds recent departures if they are too many to be true. */
export async function brake(
  transaction: Queryable,
  tenantId: string,
  { now, massDeparture, releasedAt }: LockedFollowed,
  at: number,
): Promise<void> {
  const counted = [tenantId, now, releasedAt];
  const [counts] = await transaction.query<{ answering: number; departed: number }>(
    countDepartures,
    counted,
  );
  const { answering, departed } = counts ?? { answering: 0, departed: 0 };
  const isOn = massDeparture !== null;
  if (!isOn && !isMassDeparture({ answering, departed })) return;
  const held = await transaction.query(holdDepartures, counted);
  const record = (action: 'mass_departure' | 'mass_departure_ended', data: object) =>
    recordActivity(transaction, [
      {
        tenantId,
        occurredAt: at,
        actor: responsibilityActor,
        action,
        subject: { kind: 'tenant', id: tenantId },
        data: { ...data },
      },
    ]);
  if (isOn && held.length <= maxOfFew) {
    await endHold(transaction, tenantId);
    await record('mass_departure_ended', { outcome: 'returned' });
    return;
  }
  const next = {
    since: massDeparture?.since ?? now.toISOString(),
    departed: held.length,
    answering,
  };
  await transaction.query('update followed_people set mass_departure = $2 where tenant_id = $1', [
    tenantId,
    JSON.stringify(next),
  ]);
  if (isOn) return;
  await record('mass_departure', { departed: held.length, answering });
  await informAdministrators(transaction, tenantId, {
    kind: 'mass_departure',
    data: { count: held.length },
  });
}

/**
 * Lets the departures that the brake holds have their consequences.
 * @returns undefined if there is no mass departure
 */
export async function releaseMassDeparture(
  transaction: Queryable,
  tenantId: string,
  actor: Actor,
  at: number,
): Promise<MassDeparture | undefined> {
  const row = await lockFollowed(transaction, tenantId);
  if (row === undefined || row.massDeparture === null) return undefined;
  await transaction.query('update followed_people set released_at = $2 where tenant_id = $1', [
    tenantId,
    row.now,
  ]);
  const { departed, answering } = row.massDeparture;
  await recordActivity(transaction, [
    {
      tenantId,
      occurredAt: at,
      actor,
      action: 'mass_departure_ended',
      subject: { kind: 'tenant', id: tenantId },
      data: { outcome: 'released', departed, answering },
    },
  ]);
  await endHold(transaction, tenantId);
  return row.massDeparture;
}

/** The departures have their consequences from now on. */
async function endHold(transaction: Queryable, tenantId: string): Promise<void> {
  await transaction.query('update followed_people set mass_departure = null where tenant_id = $1', [
    tenantId,
  ]);
  const held = await transaction.query<{ personId: string }>(
    'update watched_people set is_held = false where tenant_id = $1 and is_held returning person_id',
    [tenantId],
  );
  const personIds = held.map(({ personId }) => personId);
  await assessGroupsOf(transaction, tenantId, personIds, false);
}

/** Recent departures, unless an administrator has released them, and all that are held. */
const departures = `
  departed as materialized (
    select person_id from watched_people
    where tenant_id = $1 and (
      is_held or departed_at > $2::timestamptz - interval '${departureWindowDays} days'
        and ($3::timestamptz is null or departed_at > $3)
    )
  )`;

const countDepartures = `
  with ${departures}
  select (
      select count(*)::integer from (
        select responsible_id from team_search where tenant_id = $1 and responsible_id is not null
        union
        select deputy_id from team_search where tenant_id = $1 and deputy_id is not null
        union
        select person_id from departed
      ) answering
    ) as answering, (select count(*)::integer from departed) as departed`;

const holdDepartures = `
  with ${departures}
  update watched_people w set is_held = true
  from departed d
  where w.tenant_id = $1 and w.person_id = d.person_id
  returning w.person_id`;
