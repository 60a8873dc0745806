-- Groups whose responsibility is not held, longest first, as administrators see them.
create index group_responsibility_since on group_responsibility (tenant_id, state, since, team_id);
