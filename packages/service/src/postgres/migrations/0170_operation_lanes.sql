-- How lanes find operations. Those that have begun precede the accepted ones of their priority.
drop index operations_due;
create index operations_begun on operations (tenant_id, priority, due_at, operation_id)
  where waiting and status = 'running';
create index operations_fresh on operations (tenant_id, priority, due_at, operation_id)
  where waiting and status = 'accepted';
-- Those that a lane works on, or has left behind: a previous release that takes the lane over knows no operations.
create index operations_claimed on operations (tenant_id) where status = 'running' and not waiting;

-- The people of the change, by their ids in the directory: written once, because there may be 25,000.
alter table operations add column changed_people jsonb;

-- An operation on a group in creation is deferred. The end of the creation, by whichever release, makes it due.
create function begin_operations() returns trigger language plpgsql as $$
begin
  update operations set due_at = least(due_at, created_at, now())
  where tenant_id = new.tenant_id and team_id = new.team_id and status = 'accepted' and waiting;
  return null;
end $$;

create trigger begin_operations after update of status on provisionings for each row
  when (new.status in ('succeeded', 'failed', 'cancelled') and old.status is distinct from new.status)
  execute function begin_operations();
