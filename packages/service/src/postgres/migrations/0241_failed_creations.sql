-- Creations that failed lately, for the messages about them.
create index provisionings_failed on provisionings (completed_at) where status = 'failed';
