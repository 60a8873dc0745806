-- The part of a tenant's audit log that was moved into files: docs/decisions/0210-archives-of-the-audit-log.md. The
-- previous release runs beside it: only its `audit verify` misses the archived part.
create table activity_archives (
  tenant_id uuid primary key references tenants,
  -- The last archived position: the chain in the database continues after it.
  position bigint not null check (position > 0),
  -- Of the seal that ends there, and of its last entry.
  hash bytea not null check (octet_length(hash) = 32),
  entry_hash bytea not null check (octet_length(entry_hash) = 32),
  -- When that seal was made: entries of that time or before may be archived.
  archived_until timestamptz not null,
  updated_at timestamptz not null
);
-- The operator's command archives, as the owner.
revoke insert, update, delete, truncate on activity_archives from groupwright_app;
