-- When each tenant's records were last compared with its directory, what that found, and when it is due again.
create table reconciliations (
  tenant_id uuid primary key references tenants,
  -- When the last attempt ended, whatever came of it.
  attempted_at timestamptz not null,
  due_at timestamptz not null,
  -- Why the last attempt did not come to its end; null when it did.
  error text,
  -- Of the last one that came to its end: reconciliation/reconciliation.ts, SweepReport.
  finished_at timestamptz,
  report jsonb
);

-- Since when the directory does not have the group of a creation that succeeded; null while it stands.
alter table provisionings add column gone_since timestamptz;
-- How many groups were taken off organisation_groups because they are gone: the lists that are kept in memory
-- are read anew when it changes.
alter table lanes add column groups_unlisted bigint not null default 0;
