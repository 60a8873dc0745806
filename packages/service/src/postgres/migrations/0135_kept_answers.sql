-- Answers to creations through the admin API, kept for a day: a request that is repeated with the same
-- Idempotency-Key gets the same answer. An answer may hold a secret that is shown once, so it is sealed under the
-- caller's key as well as the service's, and of the caller's key there is only a hash.
create table admin_kept_answers (
  tenant_id uuid not null,
  administrator_id uuid not null,
  key_hash text not null,
  request_hash text not null,
  -- Null only within the transaction of the creation.
  answer_sealed text,
  created_at timestamptz not null,
  primary key (tenant_id, administrator_id, key_hash),
  foreign key (tenant_id, administrator_id) references administrators on delete cascade
);
create index admin_kept_answers_age on admin_kept_answers (created_at);
