-- Invitations of administrators: a link that signs in once, for a week. Only its hash is kept. Each person has at most
-- one; a new one replaces it.
create table admin_invitations (
  tenant_id uuid not null,
  administrator_id uuid not null,
  link_hash text not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, administrator_id),
  foreign key (tenant_id, administrator_id) references administrators on delete cascade
);
create unique index admin_invitations_link on admin_invitations (tenant_id, link_hash);

-- Sessions can be listed and ended one by one. The id is no secret, unlike the cookie. The previous release starts
-- sessions without address and User-Agent.
alter table admin_sessions
  add column session_id uuid not null default gen_random_uuid(),
  add column address text,
  add column user_agent text;
