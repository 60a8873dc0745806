// The watched people of a tenant in PostgreSQL. What a directory says is written in one transaction with the position from
// which its changes are followed, the brake on mass departures, and the groups that have to be assessed.
import type { Actor } from '../activity/activity.ts';
import { recordActivity } from '../activity/activity.postgres.ts';
import type { PersonState } from '../directory/people-life.ts';
import type { Clock } from '../foundation/clock.ts';
import { assessSoon } from '../governance/governed-groups.postgres.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import type { Followed, FollowPosition, FollowStore } from './follow-people.ts';
import { isMassDeparture, type MassDeparture } from './mass-departure.ts';
import { unavailabilityOf, type UnavailableReason } from './watched-person.ts';

/** The author of entries about what was seen in the directory. */
export const continuityActor: Actor = { kind: 'service', id: 'continuity' };

const peoplePerStatement = 1_000;

/** A watched person before and after. */
interface Written {
  readonly personId: string;
  readonly isNew: boolean;
  readonly wasUnavailable: boolean;
  readonly reason: UnavailableReason | null;
  /** Of availability, leave date or manager; of a new person whether any of these matters. */
  readonly isChanged: boolean;
}

interface LockedRow {
  readonly now: Date;
  readonly massDeparture: MassDeparture | null;
  readonly releasedAt: Date | null;
}

export function createFollowStore(
  database: Database,
  deps: {
    readonly clock: Clock;
    readonly everyMs: () => number;
    readonly checkAllEveryMs: number;
    /** Groups may be due, and activity was added. */
    readonly onWritten: () => void;
  },
): FollowStore {
  const { clock, everyMs, checkAllEveryMs, onWritten } = deps;

  async function write(transaction: Queryable, tenantId: string, followed: Followed) {
    const { states, token, announcement, hasCheckedAll, knowsLeaveDates, stewards } = followed;
    await transaction.query(
      `insert into followed_people (tenant_id, due_at, checks_all_at) values ($1, now(), now())
      on conflict do nothing`,
      [tenantId],
    );
    const [row] = await transaction.query<LockedRow>(lockFollowed, [tenantId]);
    if (row === undefined) throw new Error('The row of the followed people is not there.');
    const written = await writePeople(transaction, tenantId, states, row.now);
    if (hasCheckedAll) {
      // Nobody is watched who is not needed any more.
      await transaction.query(
        'delete from watched_people where tenant_id = $1 and person_id <> all ($2::text[])',
        [tenantId, states.map(({ id }) => id.toLowerCase())],
      );
    }
    const hasDepartures = written.some(({ reason, wasUnavailable }) => reason && !wasUnavailable);
    if (hasDepartures || row.massDeparture !== null) await brake(transaction, tenantId, row);
    await assessAffected(transaction, tenantId, written);
    await transaction.query(
      `update followed_people
      set token = $2, followed_at = now(), failure = null,
        due_at = now() + case when announced_in::text is not distinct from $8 then $3::double precision else 0 end * interval '1 millisecond',
        checks_all_at = case when $4 then now() + $5 * interval '1 millisecond' else checks_all_at end,
        knows_leave_dates = coalesce($6, knows_leave_dates), stewards = $7
      where tenant_id = $1`,
      [
        tenantId,
        token,
        everyMs(),
        hasCheckedAll,
        checkAllEveryMs,
        knowsLeaveDates ?? null,
        JSON.stringify(stewards),
        announcement,
      ],
    );
  }

  /** Holds departures of the last day if they are too many to be true. */
  async function brake(
    transaction: Queryable,
    tenantId: string,
    { now, massDeparture, releasedAt }: LockedRow,
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
          occurredAt: clock.now(),
          actor: continuityActor,
          action,
          subject: { kind: 'tenant', id: tenantId },
          data: { ...data },
        },
      ]);
    if (isOn && held.length === 0) {
      await transaction.query(
        'update followed_people set mass_departure = null where tenant_id = $1',
        [tenantId],
      );
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
    if (!isOn) await record('mass_departure', { departed: held.length, answering });
  }

  return {
    async position(tenantId) {
      const [row] = await database.query<FollowPosition>(
        `select token, checks_all_at <= now() as is_check_of_all, announced_in::text as announcement from followed_people where tenant_id = $1`,
        [tenantId],
      );
      return row ?? { token: null, isCheckOfAll: true, announcement: null };
    },

    async watchedIds(tenantId, others) {
      const rows = await database.query<{ personId: string; isKnown: boolean }>(watchedIds, [
        tenantId,
        others,
      ]);
      return {
        all: new Set(rows.map(({ personId }) => personId)),
        unknown: rows.flatMap(({ personId, isKnown }) => (isKnown ? [] : [personId])),
      };
    },

    async record(tenantId, followed) {
      await database.transaction((transaction) => write(transaction, tenantId, followed));
      onWritten();
    },
  };
}

async function writePeople(
  transaction: Queryable,
  tenantId: string,
  states: Followed['states'],
  now: Date,
): Promise<readonly Written[]> {
  const written: Written[] = [];
  for (let start = 0; start < states.length; start += peoplePerStatement) {
    const people = states.slice(start, start + peoplePerStatement).map(watchedOf);
    const values = [tenantId, JSON.stringify(people), now];
    written.push(...(await transaction.query<Written>(writeWatched, values)));
  }
  return written;
}

/** Of a deleted person, only the id and the reason are known. */
function watchedOf(state: PersonState) {
  const personId = state.id.toLowerCase();
  const reason = unavailabilityOf(state);
  if (state.state === 'deleted') return { personId, reason };
  const { email, displayName, language, manager, leavesOn } = state;
  const managerId = manager?.id.toLowerCase();
  return { personId, reason, email, displayName, language, managerId, leavesOn };
}

/** A person who is back, or who was not known, may be the successor that a group waits for. */
async function assessAffected(
  transaction: Queryable,
  tenantId: string,
  written: readonly Written[],
): Promise<void> {
  const changed = written.filter(({ isChanged }) => isChanged).map(({ personId }) => personId);
  const mayHelp = written.some(
    ({ isNew, wasUnavailable, reason }) => reason === null && (isNew || wasUnavailable),
  );
  await assessGroupsOf(transaction, tenantId, changed, mayHelp);
}

/** Has the groups assessed that these people answer for, and the groups whose responsibility is not held. */
async function assessGroupsOf(
  transaction: Queryable,
  tenantId: string,
  personIds: readonly string[],
  withOthers: boolean,
): Promise<void> {
  if (personIds.length === 0 && !withOthers) return;
  const groups = await transaction.query<{ teamId: string }>(
    `select team_id from team_search where tenant_id = $1 and responsible_id = any ($2::text[])
    union select team_id from team_search where tenant_id = $1 and deputy_id = any ($2::text[])
    union select team_id from group_responsibility where tenant_id = $1 and $3`,
    [tenantId, personIds, withOthers],
  );
  const teamIds = groups.map(({ teamId }) => teamId);
  if (teamIds.length > 0) await assessSoon(transaction, tenantId, { teamIds });
  // Last: reconciliations hold rows of the observations, and wait for nothing.
  await transaction.query(updateFindings, [tenantId, personIds]);
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
  const [row] = await transaction.query<LockedRow>(lockFollowed, [tenantId]);
  if (row === undefined || row.massDeparture === null) return undefined;
  const released = await transaction.query<{ personId: string }>(
    `update watched_people set is_held = false where tenant_id = $1 and is_held returning person_id`,
    [tenantId],
  );
  await transaction.query(
    'update followed_people set mass_departure = null, released_at = $2 where tenant_id = $1',
    [tenantId, row.now],
  );
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
  const personIds = released.map(({ personId }) => personId);
  await assessGroupsOf(transaction, tenantId, personIds, false);
  return row.massDeparture;
}

const lockFollowed = `
  select governance_now($1) as now, mass_departure, released_at
  from followed_people where tenant_id = $1 for update`;

const watchedIds = {
  name: 'continuity_watched_ids',
  text: `
    with answering as materialized (
      select responsible_id as person_id from team_search where tenant_id = $1 and responsible_id is not null
      union
      select deputy_id from team_search where tenant_id = $1 and deputy_id is not null
    ), wanted as (
      select person_id from answering
      union
      select w.manager_id from answering a
      join watched_people w on w.tenant_id = $1 and w.person_id = a.person_id
      where w.manager_id is not null
      union
      select owner_id from group_responsibility r
      join provisionings p on p.tenant_id = r.tenant_id and p.team_id = r.team_id
      cross join lateral jsonb_array_elements_text(coalesce(p.resolved_people -> 'ownerIds', '[]')) owner_id
      where r.tenant_id = $1
      union
      -- A person whose account is closed may decide nothing: tasks/closed-accounts.postgres.ts.
      select lower(assignee ->> 'personId') from tasks k cross join lateral jsonb_array_elements(k.assignees) assignee
      where k.tenant_id = $1 and k.state = 'open' and assignee ->> 'personId' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      union
      select unnest($2::text[])
    )
    select wanted.person_id, w.person_id is not null as is_known
    from wanted
    left join watched_people w on w.tenant_id = $1 and w.person_id = wanted.person_id`,
};

/** Of a deleted person, the directory says nothing any more: what it said before stays. */
const writeWatched = {
  name: 'continuity_write_people',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($2::jsonb) as x ("personId" text, email text, "displayName" text,
        language text, "managerId" text, "leavesOn" timestamptz, reason text)
    ), before as materialized (
      select w.* from watched_people w join input i on w.person_id = i."personId" where w.tenant_id = $1
    ), written as (
      insert into watched_people as w
        (tenant_id, person_id, email, display_name, language, manager_id, leaves_on, unavailable_reason,
         unavailable_since, checked_at)
      select $1, "personId", email, "displayName", language, "managerId", "leavesOn", reason,
        case when reason is not null then $3::timestamptz end, now()
      from input
      order by "personId"
      on conflict (tenant_id, person_id) do update
      set email = coalesce(excluded.email, w.email),
        display_name = coalesce(excluded.display_name, w.display_name),
        language = case when excluded.unavailable_reason = 'deleted' then w.language else excluded.language end,
        manager_id = case when excluded.unavailable_reason = 'deleted' then w.manager_id else excluded.manager_id end,
        leaves_on = excluded.leaves_on,
        unavailable_reason = excluded.unavailable_reason,
        unavailable_since = case when excluded.unavailable_reason is not null
          then coalesce(w.unavailable_since, excluded.unavailable_since) end,
        is_held = w.is_held and excluded.unavailable_reason is not null,
        checked_at = excluded.checked_at
      returning w.*
    )
    select w.person_id, b.person_id is null as is_new, b.unavailable_reason is not null as was_unavailable,
      w.unavailable_reason as reason,
      case when b.person_id is null then w.unavailable_reason is not null or w.leaves_on is not null
        else (w.unavailable_reason, w.leaves_on, w.manager_id)
          is distinct from (b.unavailable_reason, b.leaves_on, b.manager_id) end as is_changed
    from written w left join before b on b.person_id = w.person_id`,
};

/** The findings of the last reconciliation say at once who is unavailable, as the next one would. */
const isAbsent = (role: 'responsible' | 'deputy') =>
  `exists (
    select from watched_people w where w.tenant_id = s.tenant_id and w.person_id = s.${role}_id
      and w.unavailable_reason in ('disabled', 'deleted')
  )`;
const updateFindings = `
  update team_observations o
  set findings = array(
      select finding from unnest(o.findings) finding
      where finding not in ('responsible_unavailable', 'deputy_unavailable')
    ) || case when ${isAbsent('responsible')} then array['responsible_unavailable'] else '{}' end
      || case when ${isAbsent('deputy')} then array['deputy_unavailable'] else '{}' end
  from team_search s
  where o.tenant_id = $1 and s.tenant_id = $1 and s.team_id = o.team_id
    and s.team_id in (
      select team_id from team_search where tenant_id = $1 and responsible_id = any ($2::text[])
      union select team_id from team_search where tenant_id = $1 and deputy_id = any ($2::text[])
    )`;

/** People who answer for groups and became unavailable within a day, unless an administrator has released it. */
const departures = `
  answering as materialized (
    select responsible_id as person_id from team_search where tenant_id = $1 and responsible_id is not null
    union
    select deputy_id from team_search where tenant_id = $1 and deputy_id is not null
  ), departed as materialized (
    select w.person_id, w.is_held from watched_people w join answering a on a.person_id = w.person_id
    where w.tenant_id = $1 and w.unavailable_reason is not null
      and (w.is_held or w.unavailable_since > $2::timestamptz - interval '1 day')
      and ($3::timestamptz is null or w.unavailable_since > $3)
  )`;

const countDepartures = `
  with ${departures}
  select (select count(*)::integer from answering) as answering, (select count(*)::integer from departed) as departed`;

const holdDepartures = `
  with ${departures}
  update watched_people w set is_held = true
  from departed d
  where w.tenant_id = $1 and w.person_id = d.person_id
  returning w.person_id`;
