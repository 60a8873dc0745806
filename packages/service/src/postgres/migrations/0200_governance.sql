-- The governance of existing groups: the clock that its dates go by, the groups with a date, and the tasks of people.

-- How far the governance clock of a sandbox is ahead, and where an administrator has it go.
alter table tenants add column governance_offset interval not null default '0';
alter table tenants add column governance_target timestamptz;
create index tenants_ahead on tenants (tenant_id) where governance_offset <> '0' or governance_target is not null;

-- Only a sandbox has such a clock.
create function governance_now(tenant uuid) returns timestamptz language sql stable as $$
  select now() + case when directory ->> 'kind' = 'sandbox' then governance_offset else '0'::interval end
  from tenants where tenant_id = tenant
$$;

-- By how much the clock of a sandbox was ahead from a moment of real time on.
create table governance_advances (
  tenant_id uuid not null,
  at timestamptz not null,
  ahead interval not null,
  primary key (tenant_id, at)
);

-- A moment of real time by the governance clock: a group that was created before the clock was advanced is older by it
-- than one created afterwards.
create function governance_time(tenant uuid, moment timestamptz) returns timestamptz language sql stable as $$
  select moment + coalesce((
    select ahead from governance_advances where tenant_id = tenant and at <= moment order by at desc limit 1
  ), '0')
$$;

-- Groups that exist and that a policy has an eye on: those of a template with such a policy, and those without a
-- complete responsibility. The tick reads the ones that are due.
create table governed_groups (
  tenant_id uuid not null,
  team_id uuid not null,
  organisation_id uuid not null,
  template_id uuid not null,
  -- By the governance clock; null while nothing has a date.
  due_at timestamptz,
  primary key (tenant_id, team_id)
) with (fillfactor = 70);
create index governed_groups_due on governed_groups (due_at, tenant_id, team_id) where due_at is not null;
create index governed_groups_due_of_tenant on governed_groups (tenant_id, due_at, team_id) where due_at is not null;
create index governed_groups_template on governed_groups (tenant_id, template_id, team_id);

-- Something that a person has to decide about a group.
create table tasks (
  tenant_id uuid not null,
  task_id uuid not null,
  kind text not null,
  team_id uuid not null,
  organisation_id uuid not null,
  -- [{"personId", "email", "displayName", "language"}]: tasks/task.ts, Assignee.
  assignees jsonb not null,
  -- What the kind needs to ask and to apply a decision.
  data jsonb not null default '{}',
  -- Why the task exists: {"templateId", "policyVersion", "rule"}, or null.
  cause jsonb,
  -- Whether a decision by a link also needs a sign-in.
  decisions text not null default 'link' check (decisions in ('link', 'signed_in')),
  state text not null check (state in ('open', 'done', 'lapsed', 'withdrawn')),
  -- By the governance clock, like due_at.
  opened_at timestamptz not null,
  due_at timestamptz,
  outcome text,
  reason text,
  -- {"kind", "id"}.
  decided_by jsonb,
  decided_via text check (decided_via in ('link', 'admin', 'api')),
  decided_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, task_id)
) with (fillfactor = 80);
create unique index tasks_open_of_group on tasks (tenant_id, team_id, kind) where state = 'open';
create index tasks_of_group on tasks (tenant_id, team_id, task_id);
create index tasks_by_state on tasks (tenant_id, state, task_id);
create index tasks_of_people on tasks using gin (assignees jsonb_path_ops);
-- A decision link names its task alone.
create unique index tasks_by_link on tasks (task_id);

-- The key of a tenant that decision links are made with, encrypted (encryption/).
create table decision_keys (
  tenant_id uuid primary key references tenants,
  key_sealed text not null
);

-- The policy that an operation follows: {"templateId", "policyVersion", "rule"}; null where a person or a system asked.
alter table operations add column cause jsonb;

-- A group that begins to exist is assessed at once where its template has a policy for that. By statement, as the
-- search documents are (0173).
create function govern_new_groups() returns trigger language plpgsql as $$
begin
  insert into governed_groups (tenant_id, team_id, organisation_id, template_id, due_at)
  select t.tenant_id, t.team_id, t.organisation_id, t.template_id, now()
  from changed c
  join teams t on t.tenant_id = c.tenant_id and t.team_id = c.team_id
  join templates m on m.tenant_id = t.tenant_id and m.template_id = t.template_id
  where c.status = 'succeeded' and m.policy ?| array['lifecycle', 'responsibility', 'notices']
  on conflict do nothing;
  return null;
end $$;
create trigger govern_new_groups after update on provisionings
  referencing new table as changed
  for each statement execute function govern_new_groups();
