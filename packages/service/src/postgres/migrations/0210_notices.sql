-- Notices to people: facts that somebody has to know, and the digests that carry them. The previous release ignores
-- all of it.

alter table tenants
  -- tenants/notice-settings.ts: NoticeSettings. Null: what a tenant of that suite has without any.
  add column notices jsonb,
  -- The password of the SMTP server, encrypted.
  add column notices_secret text;

-- One fact for one person. Its digest is formed later.
create table notices (
  tenant_id uuid not null,
  notice_id uuid not null,
  person_id text not null,
  email text not null,
  -- As the directory has it; null: unknown.
  language text,
  -- notices/notice.ts: NoticeKind.
  kind text not null,
  -- Null where it is about no group.
  team_id uuid,
  task_id uuid,
  -- Facts for the text; no link and no token.
  data jsonb not null,
  -- The rule that asked for it: {templateId, policyVersion, rule}. Null: none did.
  cause jsonb,
  -- On the tenant's governance clock.
  created_at timestamptz not null,
  -- Null until its digest is formed.
  message_id uuid,
  primary key (tenant_id, notice_id)
);
create index notices_waiting on notices (tenant_id, person_id, created_at) where message_id is null;
create index notices_of_message on notices (tenant_id, message_id) where message_id is not null;
create index notices_of_team on notices (tenant_id, team_id, created_at desc, notice_id) where team_id is not null;
create index notices_age on notices (created_at);

-- One digest for one person and day.
create table notice_messages (
  tenant_id uuid not null,
  -- Part of the Message-ID, which is therefore the same at each attempt.
  message_id uuid not null,
  person_id text not null,
  email text not null,
  language text not null,
  -- Day of the tenant, on its governance clock.
  day date not null,
  -- pending, sent, refused (by the recipient's server), dropped (nothing in it was of interest any more), failed.
  state text not null,
  due_at timestamptz not null,
  -- Grows at each claim, so that only the last one is recorded.
  claims integer not null default 0,
  attempts integer not null default 0,
  -- An attempt is in progress, or its process died.
  in_flight boolean not null default false,
  -- An attempt may have succeeded, so the content no longer changes.
  frozen boolean not null default false,
  detail text,
  created_at timestamptz not null,
  -- On the clock of the database.
  finished_at timestamptz,
  primary key (tenant_id, message_id),
  unique (tenant_id, person_id, day)
) with (fillfactor = 80);
create index notice_messages_due on notice_messages (due_at, tenant_id) where state = 'pending';
create index notice_messages_pending on notice_messages (tenant_id, person_id) where state = 'pending';
create index notice_messages_listed on notice_messages (tenant_id, day desc, message_id);
create index notice_messages_age on notice_messages (finished_at) where state <> 'pending';

-- The state of a tenant's channel. At most one process sends for a tenant at a time.
create table notice_channels (
  tenant_id uuid primary key,
  claimed_until timestamptz,
  claims bigint not null default 0,
  -- Null while the channel works.
  failing_since timestamptz,
  failures integer not null default 0,
  paused_until timestamptz,
  detail text,
  last_sent_at timestamptz
) with (fillfactor = 50);
