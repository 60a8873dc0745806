-- A group of which an operation failed or was cancelled is assessed again: the answer to a question may have asked for it, or
-- a question may have waited for its end. By the queue, for the reason given in 0221.
create function note_failed_operation() returns trigger language plpgsql as $$
begin
  insert into changed_responsibilities (tenant_id, team_id)
  select g.tenant_id, g.team_id from governed_groups g
  where g.tenant_id = new.tenant_id and g.team_id = new.team_id;
  return null;
end $$;
create trigger note_failed_operation after update on operations
  for each row when (new.status in ('failed', 'cancelled') and old.status is distinct from new.status)
  execute function note_failed_operation();
