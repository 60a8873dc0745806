-- The overview counts reviews that nobody answered.
create index reviews_lapsed on reviews (tenant_id, ended_at) where state = 'lapsed';
