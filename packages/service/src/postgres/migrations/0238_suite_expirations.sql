-- When the suite itself lets a group expire, by a policy of the suite, as the directory last said. The previous release
-- ignores it.
create table suite_expirations (
  tenant_id uuid not null,
  team_id uuid not null,
  -- Null: no policy of the suite covers the group, or the directory was not asked yet.
  suite_expires_at timestamptz,
  -- Whether the group is to be renewed there; otherwise it is only read.
  renews boolean not null,
  -- In real time.
  due_at timestamptz not null,
  failure text,
  primary key (tenant_id, team_id)
);
create index suite_expirations_due on suite_expirations (due_at, tenant_id);

-- When the owners of the sandbox's group renewed it last; null: never.
alter table sandbox_groups add column renewed_at timestamptz;
