-- A group that was archived, made writable again, deleted or restored is assessed at the next tick, whoever asked for it.
-- By the queue, for the reason given in 0221. Creations change neither time.
create function note_changed_state() returns trigger language plpgsql as $$
begin
  insert into changed_responsibilities (tenant_id, team_id)
  select g.tenant_id, g.team_id from governed_groups g
  where g.tenant_id = new.tenant_id and g.team_id = new.team_id;
  return null;
end $$;
create trigger note_changed_state after update on teams
  for each row when ((old.archived_at, old.deleted_at) is distinct from (new.archived_at, new.deleted_at))
  execute function note_changed_state();
