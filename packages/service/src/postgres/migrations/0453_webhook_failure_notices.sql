-- Since when an endpoint fails without a success, and when administrators were notified; null: it works, or they
-- were not.
-- The previous release writes neither: an endpoint that recovers there keeps them until its next failure or success here.
alter table webhook_endpoints add column failing_since timestamptz, add column failure_notified_at timestamptz;
