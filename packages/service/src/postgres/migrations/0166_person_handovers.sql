-- The plan of a handover of all groups of a person, kept with its Idempotency-Key: a repeated request continues with
-- the same groups, although the person does not answer for them any more.
create table person_handovers (
  tenant_id uuid not null,
  api_key_id uuid not null,
  idempotency_key text not null,
  request_hash text not null,
  -- operations/hand-over.ts, PlannedHandover.
  plan jsonb not null,
  created_at timestamptz not null,
  primary key (tenant_id, api_key_id, idempotency_key)
);
create index person_handovers_age on person_handovers (created_at);
