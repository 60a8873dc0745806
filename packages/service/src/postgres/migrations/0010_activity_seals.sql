-- The audit chain: entries of activity get their place within a second of their commit, per tenant and in
-- batches, so that no change waits for another one. docs/decisions/0010-audit-chain.md says why it is so.

-- What awaits its place. Filled in the transaction of the change, emptied by the sealer. It has no index:
-- it is read as a whole, in batches, and is empty most of the time.
create table activity_unsealed (
  tenant_id uuid not null,
  activity_id bigint not null
) with (autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0);

-- One row for each tenant and batch: the entries from first_position on, in this order.
create table activity_seals (
  tenant_id uuid not null,
  -- Positions are dense: 1, 2, 3 and so on.
  first_position bigint not null check (first_position > 0),
  entry_ids bigint[] not null check (cardinality(entry_ids) > 0),
  -- SHA-256 of each entry and everything before it, 32 bytes each, one after the other: activity/chain.ts.
  entry_hashes bytea not null check (octet_length(entry_hashes) = 32 * cardinality(entry_ids)),
  -- Of the seal before; 32 zero bytes for the first one.
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  primary key (tenant_id, first_position)
);

create function note_unsealed_activity() returns trigger language plpgsql as $$
begin
  insert into activity_unsealed (tenant_id, activity_id) select tenant_id, activity_id from added;
  return null;
end $$;
create trigger note_unsealed after insert on activity
  referencing new table as added
  for each statement execute function note_unsealed_activity();

-- What was written before this migration takes its place like everything after it.
insert into activity_unsealed (tenant_id, activity_id) select tenant_id, activity_id from activity;

revoke update, delete, truncate on activity_seals from groupwright_app;
-- The sealer clears away what it has emptied, instead of waiting for autovacuum. Known from PostgreSQL 17 on.
do $$ begin
  if current_setting('server_version_num')::integer >= 170000 then
    grant maintain on activity_unsealed to groupwright_app;
  end if;
end $$;
