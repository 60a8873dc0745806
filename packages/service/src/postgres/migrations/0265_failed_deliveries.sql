-- People to whom the last messages all failed, until one arrives. The previous release writes none of it.
create table failed_deliveries (
  tenant_id uuid not null,
  -- As in notice_messages, in lower case.
  person_id text not null,
  email text not null,
  -- In a row: messages that were refused permanently or given up.
  failures integer not null,
  is_unreachable boolean not null generated always as (failures >= 3) stored,
  -- Of the last failure.
  detail text,
  -- Of the first and of the last failure, on the clock of the database.
  since timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, person_id)
);
create index failed_deliveries_unreachable on failed_deliveries (tenant_id) where is_unreachable;
