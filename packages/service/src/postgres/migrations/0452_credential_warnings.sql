-- Which warnings about the end of a connection's credential administrators got: one for each end and number of days
-- before it, whichever process finds it first. The previous release does not know the table.
create table credential_warnings (
  tenant_id uuid not null references tenants,
  expires_at timestamptz not null,
  days_before integer not null,
  warned_at timestamptz not null,
  primary key (tenant_id, expires_at, days_before)
);
