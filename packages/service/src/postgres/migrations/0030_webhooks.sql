-- Endpoints to which a tenant's events are sent, what is to be delivered to each, and every attempt.

create table webhook_endpoints (
  tenant_id uuid not null references tenants,
  endpoint_id uuid not null,
  url text not null,
  description text not null,
  -- Null: every type.
  event_types text[],
  -- [{"signingKeyId", "kind": "hmac" | "ed25519", "secretSealed" (encryption/), "createdAt", "expiresAt"}]:
  -- several while they are rotated.
  signing_keys jsonb not null,
  -- Null while it is active.
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null,
  created_by text not null,
  version integer not null default 1,
  -- Events up to this position of the tenant's chain have been queued for it, or are not for it.
  position bigint not null,
  failures_in_row integer not null default 0,
  held_until timestamptz not null default '-infinity',
  primary key (tenant_id, endpoint_id)
) with (fillfactor = 50);

-- One row for each event and endpoint.
create table webhook_deliveries (
  tenant_id uuid not null,
  endpoint_id uuid not null,
  -- Of the event in the tenant's chain.
  position bigint not null,
  event_type text not null,
  -- Deliveries with the same key go out in the order of their positions, one after the other's success or end.
  ordering_key text not null,
  state text not null check (state in ('pending', 'delivered', 'failed')),
  failures integer not null default 0,
  -- While an attempt is under way this is when the attempt counts as lost.
  due_at timestamptz not null,
  queued_at timestamptz not null,
  finished_at timestamptz,
  primary key (tenant_id, endpoint_id, position),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints on delete cascade
) with (fillfactor = 70);
create index webhook_deliveries_pending on webhook_deliveries (tenant_id, endpoint_id, position) where state = 'pending';
create index webhook_deliveries_order on webhook_deliveries (tenant_id, endpoint_id, ordering_key, position)
  where state = 'pending';
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where state <> 'pending';

create table webhook_attempts (
  tenant_id uuid not null,
  endpoint_id uuid not null,
  attempt_id bigint generated always as identity,
  -- Null for a test.
  position bigint,
  event_id text not null,
  event_type text not null,
  attempted_at timestamptz not null,
  duration_ms integer not null,
  -- delivered, or why not: refused, redirected, gone, timeout, unreachable, address_refused.
  outcome text not null,
  status_code integer,
  -- A sentence for the administrator, and the beginning of the answer.
  detail text,
  answer_excerpt text,
  retry_at timestamptz,
  primary key (tenant_id, endpoint_id, attempt_id),
  foreign key (tenant_id, endpoint_id) references webhook_endpoints on delete cascade
);
create index webhook_attempts_age on webhook_attempts (attempted_at);
create index webhook_attempts_delivery on webhook_attempts (tenant_id, endpoint_id, position);
