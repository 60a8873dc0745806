-- Creations that have begun and wait for their turn: few, and claimed before those that have not begun.
create index provisionings_begun on provisionings (tenant_id, due_at, team_id) where waiting and status = 'running';
