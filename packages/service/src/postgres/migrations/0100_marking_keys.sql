-- Keys that sign the markers of a tenant's groups in its directory. Sealed (encryption/). A process signs with the
-- oldest one that it can open, and accepts the signature of each that it can open. They are never removed: groups
-- carry their signatures for as long as they exist.
create table marking_keys (
  tenant_id uuid not null references tenants,
  key_id uuid not null,
  key_sealed text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key_id)
);
