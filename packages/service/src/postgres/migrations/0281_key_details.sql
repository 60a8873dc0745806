-- Whom to ask about a key, and what it is for. Null: not given.
alter table api_keys add column owner text, add column purpose text;

-- The last use of each secret of a key: api-keys/key-uses.ts. The last use of the whole key stays in api_key_uses.
create table api_key_secret_uses (
  tenant_id uuid not null,
  key_id uuid not null,
  secret_id uuid not null,
  last_used_at timestamptz not null,
  address text not null,
  user_agent text,
  primary key (tenant_id, key_id, secret_id)
) with (fillfactor = 70);
