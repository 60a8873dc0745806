-- When a due time was set. A time to come: the database's clock was set back since, and the delivery is due.
-- Null, or older than the due time: written by a release that did not keep it.
alter table webhook_deliveries add column due_set_at timestamptz;
