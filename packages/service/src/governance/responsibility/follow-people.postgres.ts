// The watched people of a tenant in PostgreSQL. What a directory says is written in one transaction with the position from
// which its changes are followed, the brake on mass departures, and the groups that have to be assessed.
import { isDeepStrictEqual } from 'node:util';
import type { PersonState } from '../../directory/people-life.ts';
import type { Clock } from '../../ground/clock.ts';
import type { Database, Queryable } from '../../postgres/database.ts';
import { assessGroupsOf } from './affected-groups.postgres.ts';
import type { Followed, FollowPosition, FollowStore } from './follow-people.ts';
import { brake, lockFollowed } from './mass-departure.postgres.ts';
import { departureWindowDays } from './mass-departure.ts';
import { firstMembersSql } from './responsibility-rule.postgres.ts';
import { unavailabilityOf, type UnavailableReason } from './watched-person.ts';
import { storedFolding } from '../../ground/folded-text.ts';

const peoplePerStatement = 1_000;

/** A watched person before and after. */
interface Written {
  readonly personId: string;
  readonly isNew: boolean;
  readonly wasUnavailable: boolean;
  readonly reason: UnavailableReason | null;
  /** It concerns availability, leave date or manager; for a new person, it says whether any of these matters. */
  readonly isChanged: boolean;
  /** Answers for groups, and became unavailable or got a leave date or an earlier one. */
  readonly hasDeparted: boolean;
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
    const row = await lockFollowed(transaction, tenantId);
    if (row === undefined) throw new Error('The row of the followed people is not there.');
    const written = await writePeople(transaction, tenantId, followed, row.now);
    if (hasCheckedAll) {
      // Only people who are needed are watched.
      await transaction.query(
        'delete from watched_people where tenant_id = $1 and person_id <> all ($2::text[])',
        [tenantId, states.map(({ id }) => id.toLowerCase())],
      );
    }
    const hasDepartures = written.some(({ hasDeparted }) => hasDeparted);
    if (hasDepartures || row.massDeparture !== null)
      await brake(transaction, tenantId, row, clock.now());
    const hasOtherSteward = !isDeepStrictEqual(row.stewards, stewards);
    await assessAffected(transaction, tenantId, written, hasOtherSteward);
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
  { states, knowsLeaveDates }: Pick<Followed, 'states' | 'knowsLeaveDates'>,
  now: Date,
): Promise<readonly Written[]> {
  const written: Written[] = [];
  for (let start = 0; start < states.length; start += peoplePerStatement) {
    const people = states.slice(start, start + peoplePerStatement).map(watchedOf);
    const values = [tenantId, JSON.stringify(people), now, knowsLeaveDates ?? false];
    written.push(...(await transaction.query<Written>(writeWatched, values)));
  }
  return written;
}

/** The directory knows only the id and the reason of a deleted person. */
function watchedOf(state: PersonState) {
  const personId = state.id.toLowerCase();
  const reason = unavailabilityOf(state);
  if (state.state === 'deleted') return { personId, reason };
  const { email, displayName, language, manager, leavesOn } = state;
  const managerId = manager?.id.toLowerCase();
  const foldedName = storedFolding(`${displayName ?? ''}\n${email ?? ''}`);
  return { personId, reason, email, displayName, foldedName, language, managerId, leavesOn };
}

/** A person who is back, or who was not known, may be the successor that a group waits for; so may another steward. */
async function assessAffected(
  transaction: Queryable,
  tenantId: string,
  written: readonly Written[],
  hasOtherSteward: boolean,
): Promise<void> {
  const changed = written.filter(({ isChanged }) => isChanged).map(({ personId }) => personId);
  const isThere = written.some(
    ({ isNew, wasUnavailable, reason }) => reason === null && (isNew || wasUnavailable),
  );
  const mayHelp = isThere || hasOtherSteward;
  const known = written.filter(({ isNew, reason }) => isNew && reason === null);
  const newIds = known.map(({ personId }) => personId);
  await assessGroupsOf(transaction, tenantId, changed, mayHelp, newIds);
}

const watchedIds = {
  name: 'responsibility_watched_ids',
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
      -- Members may be asked to take over a group that nobody answers for.
      select member_id from group_responsibility r
      join provisionings p on p.tenant_id = r.tenant_id and p.team_id = r.team_id
      cross join lateral (${firstMembersSql}) member (member_id)
      where r.tenant_id = $1 and r.state = 'vacant' and r.memory ->> 'asked' is null
      union
      -- Groups that were handed over already count for the brake, unless the person is back.
      select person_id from watched_people
      where tenant_id = $1 and departed_at > (select governance_now($1)) - interval '${departureWindowDays} days'
      union
      -- A person whose account is closed may decide nothing: tasks/closed-accounts.postgres.ts.
      select lower(assignee ->> 'personId') from tasks k cross join lateral jsonb_array_elements(k.assignees) assignee
      where k.tenant_id = $1 and k.state = 'open' and assignee ->> 'personId' ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
      union
      -- Their groups are offered back to them.
      select former_id from former_responsibles where tenant_id = $1
      union
      select unnest($2::text[])
    )
    select wanted.person_id, w.person_id is not null as is_known
    from wanted
    left join watched_people w on w.tenant_id = $1 and w.person_id = wanted.person_id`,
};

/**
 * The directory no longer describes a deleted person: what it said before stays. So do leave dates while the
 * connection may not read them.
 */
const leavesOn = `case when $4 and excluded.unavailable_reason is distinct from 'deleted'
          then excluded.leaves_on else w.leaves_on end`;
const writeWatched = {
  name: 'responsibility_write_people',
  text: `
    with input as materialized (
      select * from jsonb_to_recordset($2::jsonb) as x ("personId" text, email text, "displayName" text, "foldedName" text,
        language text, "managerId" text, "leavesOn" timestamptz, reason text)
    ), before as materialized (
      select w.* from watched_people w join input i on w.person_id = i."personId" where w.tenant_id = $1
    ), answering as materialized (
      select "personId" from input where exists (
        select from team_search s where s.tenant_id = $1 and s.responsible_id = "personId"
      ) or exists (
        select from team_search s where s.tenant_id = $1 and s.deputy_id = "personId"
      )
    ), written as (
      insert into watched_people as w
        (tenant_id, person_id, email, display_name, folded_name, language, manager_id, leaves_on, unavailable_reason,
         unavailable_since, departed_at, checked_at)
      select $1, "personId", email, "displayName", "foldedName", language, "managerId", "leavesOn", reason,
        case when reason is not null then $3::timestamptz end,
        case when (reason is not null or "leavesOn" is not null) and "personId" in (table answering)
          then $3::timestamptz end, now()
      from input
      order by "personId"
      on conflict (tenant_id, person_id) do update
      set email = coalesce(excluded.email, w.email),
        display_name = coalesce(excluded.display_name, w.display_name),
        folded_name = case when excluded.display_name is null then w.folded_name else excluded.folded_name end,
        language = case when excluded.unavailable_reason = 'deleted' then w.language else excluded.language end,
        manager_id = case when excluded.unavailable_reason = 'deleted' then w.manager_id else excluded.manager_id end,
        leaves_on = ${leavesOn},
        unavailable_reason = excluded.unavailable_reason,
        unavailable_since = case when excluded.unavailable_reason is not null
          then coalesce(w.unavailable_since, excluded.unavailable_since) end,
        departed_at = case
          when excluded.unavailable_reason is null and ${leavesOn} is null then null
          when ${leavesOn} < coalesce(w.leaves_on, 'infinity') then coalesce(excluded.departed_at, w.departed_at)
          -- A person who leaves on the announced date departed when it was announced.
          when excluded.unavailable_reason is not null and w.unavailable_reason is null
            and coalesce(w.leaves_on, 'infinity') > $3 + interval '${departureWindowDays} days'
            then coalesce(excluded.departed_at, w.departed_at)
          else w.departed_at end,
        -- A person who is back is held no more, and neither is one whose leave date is withdrawn.
        is_held = w.is_held and (
          excluded.unavailable_reason is not null
          or w.unavailable_reason is null and (not $4 or excluded.leaves_on is not null)
        ),
        checked_at = excluded.checked_at
      returning w.*
    )
    select w.person_id, b.person_id is null as is_new, b.unavailable_reason is not null as was_unavailable,
      w.unavailable_reason as reason,
      case when b.person_id is null then w.unavailable_reason is not null or w.leaves_on is not null
        else (w.unavailable_reason, w.leaves_on, w.manager_id)
          is distinct from (b.unavailable_reason, b.leaves_on, b.manager_id) end as is_changed,
      w.departed_at is not null and w.departed_at is distinct from b.departed_at as has_departed
    from written w left join before b on b.person_id = w.person_id`,
};
