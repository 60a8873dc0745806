-- The life of a group after its creation: operations, the state of a group, and whom it belongs to.
-- Operations have a table of their own. A previous release that runs beside this one claims every due row of
-- `provisionings` as a creation, so an operation must never be a row there.
create table operations (
  tenant_id uuid not null,
  operation_id uuid not null,
  team_id uuid not null,
  -- The order of acceptance within the group, from 1.
  number bigint not null,
  kind text not null check (kind in ('change', 'handover', 'archive', 'unarchive', 'delete', 'restore')),
  status text not null check (status in ('accepted', 'running', 'succeeded', 'failed', 'cancelled')),
  -- 0: callers and administrators; 1: decisions of people; 2: policy.
  priority smallint not null default 0,
  -- True for the first unfinished operation of its group while no lane works on it; then it is due at due_at.
  waiting boolean not null,
  due_at timestamptz not null,
  -- Increases by one with every record: the id of the status stream.
  version integer not null default 1,
  -- What was asked for: operations/operation.ts, GroupChange.
  change jsonb not null,
  -- Of the record, only the members that the operation changed; set with the last record.
  before jsonb,
  after jsonb,
  steps jsonb not null default '[]',
  facts jsonb not null default '{}',
  error jsonb,
  warnings jsonb not null default '[]',
  -- Who asked for it, as in `activity`.
  actor_kind text not null,
  actor_id text not null,
  address text,
  request_id text,
  -- Why, in the words of who asked for it.
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (tenant_id, operation_id)
) with (fillfactor = 70);
create unique index operations_of_group on operations (tenant_id, team_id, number);
create index operations_due on operations (tenant_id, priority, due_at, operation_id) where waiting;
create index operations_unfinished on operations (tenant_id, team_id, number)
  where status in ('accepted', 'running');

-- Grows with every operation that is accepted and with every one that ends: the ETag of the group.
alter table teams add column version bigint not null default 0;
-- The name of the request once the group has another one: the events of the creation have it.
alter table teams add column requested_display_name text;
alter table teams add column archived_at timestamptz;
alter table teams add column deleted_at timestamptz;

-- The operation that the key was used for; null for a creation.
alter table idempotency_keys add column operation_id uuid;

-- Groups are also found by their people, as the directory knows them.
create function person_terms(tenant_id uuid, people jsonb) returns integer[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct hashtext(tenant_id::text || person)), '{}')
  from jsonb_array_elements_text((people -> 'ownerIds') || (people -> 'memberIds')) person
$$;

alter table team_search add column responsible_id text;
alter table team_search add column deputy_id text;
-- Hashes of owners and members. A search checks the people that it finds by them.
alter table team_search add column people integer[] not null default '{}';

update team_search s
set responsible_id = p.resolved_people -> 'ownerIds' ->> 0,
  deputy_id = case when t.people ->> 'deputy' is not null then p.resolved_people -> 'ownerIds' ->> 1 end,
  people = person_terms(s.tenant_id, p.resolved_people)
from provisionings p join teams t on t.tenant_id = p.tenant_id and t.team_id = p.team_id
where p.tenant_id = s.tenant_id and p.team_id = s.team_id and p.status = 'succeeded'
  and p.resolved_people is not null;

create index team_search_responsible on team_search (tenant_id, responsible_id, team_id)
  where responsible_id is not null;
create index team_search_deputy on team_search (tenant_id, deputy_id, team_id) where deputy_id is not null;
create index team_search_people on team_search using gin (people);

create or replace function make_searchable() returns trigger language plpgsql as $$
begin
  insert into team_search (tenant_id, team_id, names, responsible_id, deputy_id, people)
  select tenant_id, team_id, lower(display_name || E'\n' || mail_nickname),
    case when new.status = 'succeeded' then new.resolved_people -> 'ownerIds' ->> 0 end,
    case when new.status = 'succeeded' and people ->> 'deputy' is not null
      then new.resolved_people -> 'ownerIds' ->> 1 end,
    case when new.status = 'succeeded' and new.resolved_people is not null
      then person_terms(tenant_id, new.resolved_people) else '{}' end
  from teams where tenant_id = new.tenant_id and team_id = new.team_id
  on conflict do nothing;
  return null;
end $$;
