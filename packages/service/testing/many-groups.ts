// Adds very many groups to a tenant by few statements, with everything that lists, searches and counts read: people, names,
// properties, external ids, dates, differences, use, histories, and creations that failed. The directory does not have them.
import { readStoredPolicy } from '../src/settings/organisations/template.ts';
import type { Database, Queryable } from '../src/postgres/database.ts';
import type { AddedTenant } from './tenant.ts';

/** A statement of so many ends in time on a machine that does much else. */
const groupsAtOnce = 10_000;

/** People of the sandbox who answer for the groups, each for as many as the others. */
export const peopleOfMany = 2_000;
/** These groups of the first ones have a person who answers for no others. */
export const groupsOfOne = 60;

const firstMadeDaysAgo = 700;
const secondsBetween = 50;
/** How long ago the group was requested, in milliseconds. */
export const madeAgoMs = (number: number) =>
  (firstMadeDaysAgo * 86_400 - number * secondsBetween) * 1_000;

export const aliasOf = (number: number) => `many-${number}`;
export const sourceOfMany = 'erp';
export const externalIdOf = (number: number) => `E-${number}`;

export async function addPeopleOfMany(
  database: Queryable,
  { tenantId }: AddedTenant,
): Promise<void> {
  await database.query(
    `insert into sandbox_people (tenant_id, person_id, email, display_name, kind)
     select $1, gen_random_uuid(), 'p' || n || '@many.example', 'Person ' || n, 'member'
     from generate_series(0, $2::int) n`,
    [tenantId, peopleOfMany],
  );
}

/** Adds the groups with the numbers from `from` on, up to `until`, each part in a separate transaction. */
export async function addManyGroups(
  owner: Database,
  tenant: AddedTenant,
  { from, until }: { readonly from: number; readonly until: number },
): Promise<void> {
  const { tenantId, organisationId, templateIds } = tenant;
  for (let first = from; first <= until; first += groupsAtOnce) {
    const last = Math.min(until, first + groupsAtOnce - 1);
    const policy = JSON.stringify(readStoredPolicy({}));
    await owner.transaction(async (transaction) => {
      await transaction.query(
        'create temporary table many (n integer, team_id uuid, group_id text, made timestamptz) on commit drop',
      );
      await transaction.query(
        `insert into many
         select n, uuidv7(made - now()), gen_random_uuid()::text, made
         from (
           select n, now() - interval '${firstMadeDaysAgo} days' + n * interval '${secondsBetween} seconds' as made from generate_series($1::int, $2::int) n
         ) numbered order by n`,
        [first, last],
      );
      await transaction.query(teams, [
        tenantId,
        organisationId,
        templateIds.any,
        templateIds.project,
        policy,
      ]);
      await transaction.query(creations, [tenantId, peopleOfMany, groupsOfOne]);
      // As a creation ends: triggers make the search documents.
      await transaction.query(
        `update provisionings p set status = case when m.n % 200 = 7 then 'failed' else 'succeeded' end,
           error = case when m.n % 200 = 7 then '{"code":"people_not_found","detail":"Nobody."}'::jsonb end
         from many m where p.tenant_id = $1 and p.team_id = m.team_id`,
        [tenantId],
      );
      for (const statement of besides) await transaction.query(statement, [tenantId]);
      // Their entries have no place in the chain: sealing so many would be most of the work.
      await transaction.query('set local session_replication_role = replica');
      await transaction.query(entries, [tenantId]);
    });
  }
}

const word = (words: string, step: number) =>
  `('{${words}}'::text[])[1 + (n / ${step}) % ${words.split(',').length}]`;
const displayName = [
  word('Project,Team,Office,Research,Campus,Works,Board,Forum,Circle,Group', 1),
  word('Basel,Bern,Chur,Lugano,Zug,Aarau,Thun,Sion,Genève,Olten,Uster,Wil,Köniz', 10),
  'n',
].join(` || ' ' || `);

const teams = `
  insert into teams (tenant_id, team_id, organisation_id, template_id, display_name, mail_nickname, alias_key, people,
    properties, policy, created_at, created_by, request_id, template_version, archived_at)
  select $1, team_id, $2::uuid, case when n % 4 = 0 then $4::uuid else $3::uuid end, ${displayName}, 'many-' || n,
    case when n % 200 = 7 then null else 'many-' || n end,
    '{"responsible": "a@many.example", "deputy": "b@many.example", "owners": [], "members": []}',
    case when n % 4 = 0 then jsonb_build_object('code', 'c' || n % 1000) else '{}' end, $5::jsonb, made, 'seed', 'seed', 1,
    case when n % 50 = 3 then made + interval '1 day' end
  from many`;

/** The people of a group by its number: who answers for it, the deputy, and six members. */
const creations = `
  with people as materialized (
    select array_agg(person_id::text order by length(email), email) as ids from sandbox_people
    where tenant_id = $1 and email like '%@many.example'
  ), numbered as (
    select team_id, group_id, n, made, ids,
      case when n <= $3::int then 0 else 1 + n % $2::int end as responsible, 1 + (n * 7) % $2::int as deputy
    from many, people
  )
  insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at, completed_at, directory_group_id, facts,
    resolved_people)
  select $1, team_id, 'running', false, made, made, made + interval '20 seconds', group_id,
    jsonb_build_object('groupId', group_id),
    jsonb_build_object('ownerIds', jsonb_build_array(ids[1 + responsible], ids[1 + deputy]), 'memberIds',
      (select jsonb_agg(ids[2 + (n * 11 + m * 13) % $2::int]) from generate_series(1, 6) m))
  from numbered`;

const besides = [
  `insert into external_ids (tenant_id, team_id, source, external_id)
   select $1, team_id, '${sourceOfMany}', 'E-' || n from many where n % 2 = 0 and n % 200 <> 7`,
  `with place as (update lanes set groups_listed = groups_listed + (select count(*) from many where n % 200 <> 7)
     where tenant_id = $1 returning groups_listed)
   insert into organisation_groups (tenant_id, organisation_id, number, team_id)
   select $1, t.organisation_id, place.groups_listed - (row_number() over (order by m.n)) + 1, m.team_id
   from place, many m join teams t on t.tenant_id = $1 and t.team_id = m.team_id where m.n % 200 <> 7`,
  `insert into group_lifecycles (tenant_id, team_id, expires_at, policy_version, cycle_started_at, archived_since, deletes_at)
   select $1, team_id, case when n % 50 <> 3 then now() + n * interval '40 seconds' + interval '1 day' end, 1, made,
     case when n % 50 = 3 then made + interval '1 day' end,
     case when n % 50 = 3 then now() + n * interval '40 seconds' + interval '1 day' end
   from many where (n % 10 = 1 or n % 50 = 3) and n % 200 <> 7`,
  `insert into group_responsibility (tenant_id, team_id, state, since, memory)
   select $1, team_id, ('{shaky,deputy_vacant,vacant}'::text[])[1 + n / 100 % 3], made, '{}' from many where n % 100 = 5`,
  `insert into group_holds (tenant_id, team_id, reason, held_by, held_at)
   select $1, team_id, 'Audit', '{"kind": "api_key", "id": "seed"}', made from many where n % 500 = 9`,
  `insert into team_observations (tenant_id, team_id, seen_at, details_seen_at, observed, drift, findings, record_version,
     read_due_at)
   select $1, m.team_id, now(), now(),
     jsonb_build_object('kind', t.policy ->> 'kind', 'displayName', t.display_name, 'description', null, 'visibility', 'private', 'archived', false,
       'ownerIds', '[]'::jsonb, 'memberCount', 8, 'guestCount', 0, 'responsible', 'enabled', 'deputy', 'enabled'),
     case when n % 500 = 11
       then '[{"property": "displayName", "expected": "a", "observed": "b"}]'::jsonb else '[]' end,
     case when n % 500 = 13 then '{ownerless}'::text[] when n % 500 = 15 then '{idle}' else '{}' end, 0,
     now() + interval '7 days'
   from many m join teams t on t.tenant_id = $1 and t.team_id = m.team_id where m.n % 200 <> 7`,
  `insert into directory_groups (tenant_id, group_id, team_id, display_name, mail_nickname, names, terms, visibility, has_team,
     created_at, obstacles, found_at, seen_at, details_due_at)
   select $1, m.group_id, m.team_id, t.display_name, t.mail_nickname, s.names, s.terms, 'private', true, m.made, '{}', m.made,
     now(), now() + interval '7 days'
   from many m join teams t on t.tenant_id = $1 and t.team_id = m.team_id
   join team_search s on s.tenant_id = $1 and s.team_id = m.team_id
   where m.n % 200 <> 7`,
  `insert into group_usage (tenant_id, group_id, teams_on, teams_report_on, teams_since, group_on, group_report_on, group_since)
   select $1, group_id, current_date - n % 300, current_date, current_date - 180, current_date - n % 300, current_date,
     current_date - 180
   from many where n % 200 <> 7`,
];

const entries = `
  insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
  select $1, made, 'service', 'seed', action, 'group', team_id::text,
    case action when 'group.changed' then '{"before": {"responsible": "c"}, "after": {"responsible": "d"}}'::jsonb else '{}' end
  from many, unnest('{group.accepted,group.created,group.changed}'::text[]) action
  where action <> 'group.changed' or n % 10 = 0
  order by n`;
