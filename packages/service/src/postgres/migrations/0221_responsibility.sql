-- People whose availability decides about the responsibility for groups: those who answer for one, their managers, the
-- stewards of organisations, and the owners of groups whose responsibility is not held.
create table watched_people (
  tenant_id uuid not null,
  -- The directory's id.
  person_id text not null,
  email text,
  display_name text,
  language text,
  manager_id text,
  leaves_on timestamptz,
  -- disabled, deleted, guest or unlicensed; null while the person is available.
  unavailable_reason text,
  -- By the governance clock.
  unavailable_since timestamptz,
  -- Left among many at once: an administrator decides whether anything follows from it.
  is_held boolean not null default false,
  checked_at timestamptz not null,
  primary key (tenant_id, person_id),
  check ((unavailable_reason is null) = (unavailable_since is null))
);
create index watched_people_unavailable on watched_people (tenant_id, unavailable_since)
  where unavailable_reason is not null;

-- How far the changes of people were followed in each tenant's directory.
create table followed_people (
  tenant_id uuid primary key,
  -- Of the directory's list of changes; null: begin again, with a check of everyone.
  token text,
  due_at timestamptz not null,
  -- The last transaction that announced changes of people.
  announced_in xid8,
  checks_all_at timestamptz not null,
  followed_at timestamptz,
  -- Why the last attempt failed; null after one that succeeded.
  failure text,
  knows_leave_dates boolean not null default false,
  -- The steward of each organisation by its id: the id in the directory.
  stewards jsonb not null default '{}',
  -- Of a mass departure that no administrator has released: {"since", "departed", "answering"}.
  mass_departure jsonb,
  -- By the governance clock: departures of before it are released.
  released_at timestamptz
);

-- Groups whose responsibility is not held; `since` by the governance clock.
create table group_responsibility (
  tenant_id uuid not null,
  team_id uuid not null,
  state text not null check (state in ('shaky', 'deputy_vacant', 'vacant')),
  since timestamptz not null,
  -- continuity/assess-responsibility.ts: ResponsibilityMemory.
  memory jsonb not null,
  primary key (tenant_id, team_id)
);
create index group_responsibility_state on group_responsibility (tenant_id, state, team_id);

-- The sandbox announces changes of its people, so that they are followed at once.
create function announce_change_of_person() returns trigger language plpgsql as $$
begin
  -- Once for each transaction, however many people it changes.
  update followed_people set due_at = now(), announced_in = pg_current_xact_id()
  where tenant_id = coalesce(new.tenant_id, old.tenant_id) and announced_in is distinct from pg_current_xact_id();
  return null;
end $$;
create trigger announce_change after insert or update or delete on sandbox_people
  for each row execute function announce_change_of_person();

-- Groups that have another responsible person or deputy than before, for a new assessment. A queue without a unique key:
-- the records of operations, which hold the lock of the group, never wait for the assessment, which needs it.
create table changed_responsibilities (
  tenant_id uuid not null,
  number bigint generated always as identity,
  team_id uuid not null,
  primary key (tenant_id, number)
);

create function note_changed_responsibility() returns trigger language plpgsql as $$
begin
  insert into changed_responsibilities (tenant_id, team_id)
  select c.tenant_id, c.team_id
  from changed c
  join former f on f.tenant_id = c.tenant_id and f.team_id = c.team_id
  where (c.responsible_id, c.deputy_id) is distinct from (f.responsible_id, f.deputy_id);
  return null;
end $$;
create trigger note_changed_responsibility after update on team_search
  referencing old table as former new table as changed
  for each statement execute function note_changed_responsibility();
