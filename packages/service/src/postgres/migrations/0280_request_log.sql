-- The requests that API keys made, kept for 30 days: request-log/request-log.ts.
create table request_log (
  tenant_id uuid not null,
  entry_id bigint generated always as identity,
  occurred_at timestamptz not null,
  api_key_id uuid not null,
  method text not null,
  -- The pattern of the route, such as /teams/:teamId.
  route text not null,
  status smallint not null,
  request_id text not null,
  duration_ms real not null,
  address text not null,
  user_agent text,
  -- The group of the address, where it names one.
  group_id uuid,
  -- The problem of a refused request: its code, its sentence, and its faults as [{"pointer", "code", "detail"}].
  code text,
  detail text,
  errors jsonb,
  -- Of a refused request, without secrets and cut to a bounded size.
  body jsonb,
  is_body_cut boolean not null,
  primary key (tenant_id, entry_id)
);
create index request_log_age on request_log (occurred_at);
create index request_log_of_key on request_log (tenant_id, api_key_id, entry_id);
create index request_log_of_group on request_log (tenant_id, group_id, entry_id) where group_id is not null;
create index request_log_by_request on request_log (tenant_id, request_id);
create index request_log_refused on request_log (tenant_id, entry_id) where status >= 400;
create index request_log_refused_of_key on request_log (tenant_id, api_key_id, entry_id) where status >= 400;
create index request_log_by_status on request_log (tenant_id, status, entry_id);
create index request_log_by_code on request_log (tenant_id, code, entry_id) where code is not null;

-- How often each key was used on a day (UTC), whether or not each of its requests is in the log.
create table api_key_calls (
  tenant_id uuid not null,
  api_key_id uuid not null,
  day date not null,
  calls bigint not null,
  refused bigint not null,
  primary key (tenant_id, api_key_id, day)
) with (fillfactor = 70);
create index api_key_calls_age on api_key_calls (day);
