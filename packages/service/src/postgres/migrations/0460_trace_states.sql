-- The `tracestate` (W3C Trace Context) of requests that change something, by the id of the request: for the calls, events
-- and webhooks that follow from it. The previous release does not read it.
create table trace_states (
  tenant_id uuid not null references tenants on delete cascade,
  request_id text not null,
  state text not null check (length(state) <= 512),
  noted_at timestamptz not null default now(),
  primary key (tenant_id, request_id)
);
create index trace_states_age on trace_states (noted_at);
