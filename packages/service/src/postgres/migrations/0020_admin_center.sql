-- The admin center: who may work there, one-time sign-in links, sessions, and each tenant's sign-in provider.
-- Of links and sessions only hashes are kept, so that nobody who reads the database can use one.

create table administrators (
  tenant_id uuid not null references tenants,
  administrator_id uuid not null,
  -- In lower case.
  email text not null,
  name text,
  role text not null check (role in ('administrator', 'reader')),
  -- list: an operator or administrator put the person here; claim: the sign-in provider said so.
  source text not null check (source in ('list', 'claim')),
  created_at timestamptz not null,
  created_by text not null,
  last_signed_in_at timestamptz,
  version integer not null default 1,
  primary key (tenant_id, administrator_id)
);
create unique index administrators_email on administrators (tenant_id, email);

create table admin_sign_in_links (
  tenant_id uuid not null,
  link_hash text not null,
  administrator_id uuid not null,
  expires_at timestamptz not null,
  primary key (tenant_id, link_hash),
  foreign key (tenant_id, administrator_id) references administrators on delete cascade
);

create table admin_sessions (
  tenant_id uuid not null,
  session_hash text not null,
  administrator_id uuid not null,
  method text not null check (method in ('link', 'provider')),
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (tenant_id, session_hash),
  foreign key (tenant_id, administrator_id) references administrators on delete cascade
);
create index admin_sessions_administrator on admin_sessions (tenant_id, administrator_id);

create table admin_sign_in_providers (
  tenant_id uuid primary key references tenants,
  -- admin-sessions/sign-in-provider.ts, SignInProvider.
  settings jsonb not null,
  client_secret_sealed text
);

-- Which creations repeat a failed one.
create index teams_retry_of on teams (tenant_id, retry_of) where retry_of is not null;
