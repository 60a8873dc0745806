-- The life of sandbox groups. Deleted groups are in a table apart, so that the previous release, which deletes for good,
-- never sees them: there, alias and marker are free again.
alter table sandbox_groups
  -- When the team is archived; null while it is not. A time ahead: the archiving is in progress.
  add column archived_at timestamptz;

create table sandbox_deleted_groups (
  like sandbox_groups including defaults,
  deleted_at timestamptz not null,
  primary key (tenant_id, group_id)
);
create index sandbox_deleted_groups_age on sandbox_deleted_groups (tenant_id, deleted_at);
