-- The people of a creation, which never change, come before the columns that each record changes. PostgreSQL leaves the
-- bytes that a row begins with out of its log when an update stays in the page and does not change them. Statements name
-- their columns, so both orders serve this release and the previous one alike. A table with more rows keeps its order: to
-- write it again would make requests wait.
do $$
declare
  most_rows constant integer := 20000;
  trigger_definitions text[];
  definition text;
begin
  if (select count(*) from (select from provisionings limit most_rows + 1) few) > most_rows then
    return;
  end if;
  lock table provisionings in access exclusive mode;

  create table provisionings_in_order (
    tenant_id uuid not null,
    team_id uuid not null,
    -- The ids of the people as the directory knows them: {"ownerIds": [], "memberIds": []}.
    resolved_people jsonb,
    status text not null,
    -- True while no lane works on it; then it is due at due_at.
    waiting boolean not null,
    -- Increases by one with every record: the id of the status stream.
    version integer not null default 1,
    due_at timestamptz not null,
    updated_at timestamptz not null,
    completed_at timestamptz,
    -- [{"name", "status", "attempts", "startedAt", "completedAt", "retryAt", "detail"}] in the order of the plan.
    steps jsonb not null,
    -- What the steps have learnt and the next ones need: provisioning/creation.ts, Facts.
    facts jsonb not null default '{}',
    directory_group_id text,
    warnings jsonb not null default '[]',
    -- A problem, when failed.
    error jsonb,
    gone_since timestamptz,
    -- The marker on the group of a creation that took it over: the teamId of an earlier request whose record was lost.
    adopted_marker uuid,
    -- How far the approval of a creation is: provisioning/creation.ts, Approval.
    approval jsonb
  ) with (fillfactor = 60);
  insert into provisionings_in_order (tenant_id, team_id, resolved_people, status, waiting, version, due_at, updated_at,
    completed_at, steps, facts, directory_group_id, warnings, error, gone_since, adopted_marker, approval)
  select tenant_id, team_id, resolved_people, status, waiting, version, due_at, updated_at,
    completed_at, steps, facts, directory_group_id, warnings, error, gone_since, adopted_marker, approval
  from provisionings;

  trigger_definitions := array(
    select pg_get_triggerdef(oid) from pg_trigger
    where tgrelid = 'provisionings'::regclass and not tgisinternal
    order by tgname
  );
  drop table provisionings;
  alter table provisionings_in_order rename to provisionings;

  alter table provisionings
    add constraint provisionings_pkey primary key (tenant_id, team_id),
    add constraint provisionings_status_check
      check (status in ('accepted', 'running', 'succeeded', 'failed', 'cancelled'));
  create index provisionings_due on provisionings (tenant_id, due_at, team_id) where waiting;
  create index provisionings_begun on provisionings (tenant_id, due_at, team_id) where waiting and status = 'running';
  create index provisionings_unfinished on provisionings (tenant_id, team_id) where status in ('accepted', 'running');
  create index provisionings_unsuccessful on provisionings (tenant_id, team_id) where status in ('failed', 'cancelled');
  create index provisionings_failed on provisionings (completed_at) where status = 'failed';
  create index provisionings_gone on provisionings (tenant_id, team_id) where gone_since is not null;
  create index provisionings_adopted on provisionings (tenant_id, adopted_marker) where adopted_marker is not null;
  create index provisionings_approval_requested on provisionings (tenant_id, team_id)
    where approval ->> 'state' = 'requested';
  foreach definition in array trigger_definitions loop
    execute definition;
  end loop;
  if exists (select from provisionings) then
    analyze provisionings;
  end if;
end $$;
