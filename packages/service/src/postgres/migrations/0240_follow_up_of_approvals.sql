-- When an open approval is looked at again, by the governance clock: to remind of it, and because approvers leave.
alter table tasks add column follow_up_at timestamptz;
update tasks set follow_up_at = now() where state = 'open' and kind = 'approve';
create index tasks_follow_up on tasks (follow_up_at, tenant_id, task_id)
  where state = 'open' and follow_up_at is not null;
