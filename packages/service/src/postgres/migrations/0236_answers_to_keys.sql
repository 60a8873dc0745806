-- The answer to a renewal, kept with its Idempotency-Key: a repeated request renews nothing and gets the same answer.
-- Null for creations and operations.
alter table idempotency_keys add column answer jsonb;
