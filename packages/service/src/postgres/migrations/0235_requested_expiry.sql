-- The expiry that the caller gave the group, where its template permits that: lifecycle/assess-lifecycle.ts. The previous
-- release ignores it.
alter table teams add column requested_expiry timestamptz;
