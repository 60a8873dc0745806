-- A row for each process of the service, written when it is asked whether it is ready: the only proof that a write
-- is accepted is one. Rows of processes that have ended are removed by those that run.
create table readiness_probes (
  process_id uuid primary key,
  probed_at timestamptz not null
);
