-- When each recurring task is due next, so that of several processes one does it.
create table schedules (
  name text primary key,
  due_at timestamptz not null
);
