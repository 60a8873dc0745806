-- The lifecycle of groups by policy, and holds. The previous release ignores both; it may delete a group on hold.
create table group_lifecycles (
  tenant_id uuid not null,
  team_id uuid not null,
  -- lifecycle/lifecycle-state.ts. All times are by the governance clock. Null: the group does not expire.
  expires_at timestamptz,
  -- The version of the template whose policy was applied last.
  policy_version integer not null,
  renewals integer not null default 0,
  reminders integer not null default 0,
  cycle_started_at timestamptz not null,
  -- A person said that the group may end.
  is_ending boolean not null default false,
  -- archive_requested, kept or cannot_archive, once it expired.
  outcome text,
  archived_since timestamptz,
  deletes_at timestamptz,
  warnings integer not null default 0,
  deletion_requested_at timestamptz,
  primary key (tenant_id, team_id)
) with (fillfactor = 80);
create index group_lifecycles_expiring on group_lifecycles (tenant_id, expires_at, team_id)
  where expires_at is not null;
create index group_lifecycles_deleting on group_lifecycles (tenant_id, deletes_at, team_id)
  where deletes_at is not null;

-- A group on hold is neither archived nor deleted, by anyone, until the hold is released.
create table group_holds (
  tenant_id uuid not null,
  team_id uuid not null,
  reason text not null,
  -- {"kind", "id"}.
  held_by jsonb not null,
  held_at timestamptz not null,
  primary key (tenant_id, team_id)
);

-- A changed lifecycle is felt by the existing groups of its template at the next tick, whichever way it was changed.
create function assess_groups_of_template() returns trigger language plpgsql as $$
begin
  insert into governed_groups as g (tenant_id, team_id, organisation_id, template_id, due_at)
  select t.tenant_id, t.team_id, t.organisation_id, t.template_id, (select governance_now(new.tenant_id))
  from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
  where t.tenant_id = new.tenant_id and t.template_id = new.template_id and p.status = 'succeeded'
  order by t.team_id
  on conflict (tenant_id, team_id) do update set due_at = least(g.due_at, excluded.due_at);
  return null;
end $$;
create trigger assess_groups after update on templates
  for each row when (old.policy -> 'lifecycle' is distinct from new.policy -> 'lifecycle')
  execute function assess_groups_of_template();
