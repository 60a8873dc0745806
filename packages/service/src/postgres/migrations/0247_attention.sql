-- The open tasks of a kind, those that are overdue, and the messages that were given up, for the overview.
create index tasks_open_of_kind on tasks (tenant_id, kind, task_id) where state = 'open';
create index tasks_open_due on tasks (tenant_id, due_at) where state = 'open' and due_at is not null;
create index notice_messages_failed on notice_messages (tenant_id, finished_at) where state = 'failed';
