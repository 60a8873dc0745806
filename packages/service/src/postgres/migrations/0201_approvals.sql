-- How far the approval of a creation is: provisioning/creation.ts, Approval. Null where none is needed. A creation that
-- awaits an approval is accepted and not waiting, so that no lane of this release or the previous one claims it.
alter table provisionings add column approval jsonb;

-- Those for which a task has to be opened.
create index provisionings_approval_requested on provisionings (tenant_id, team_id)
  where approval ->> 'state' = 'requested';

-- Approvals that nobody decided in time.
create index tasks_approvals_due on tasks (due_at, tenant_id, task_id)
  where state = 'open' and kind = 'approve' and due_at is not null;
