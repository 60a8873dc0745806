-- An operation that awaits an approval has a status of its own. No lane of this release or the previous one claims it, and
-- no operation of its group waits behind it.
alter table operations drop constraint operations_status_check;
alter table operations add constraint operations_status_check
  check (status in ('accepted', 'awaiting_approval', 'running', 'succeeded', 'failed', 'cancelled')) not valid;
alter table operations validate constraint operations_status_check;

-- The policy of the template at acceptance: organisations/approval-policy.ts. Null where no approval can be needed.
alter table operations add column approval_policy jsonb;

create index operations_awaiting_approval on operations (tenant_id, team_id, number)
  where status = 'awaiting_approval';
-- Those for which a task has to be opened.
create index operations_approval_requested on operations (tenant_id, team_id, number)
  where status = 'awaiting_approval' and facts -> 'approval' ->> 'state' = 'requested';

-- Approvals of every kind that nobody decided in time. The previous release uses tasks_approvals_due.
create index tasks_every_approval_due on tasks (due_at, tenant_id, task_id)
  where state = 'open' and kind in ('approve', 'approve_change', 'approve_delete') and due_at is not null;
