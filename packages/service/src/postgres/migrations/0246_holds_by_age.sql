-- Groups on hold, newest first, and archived groups, newest first, as administrators see them.
create index group_holds_since on group_holds (tenant_id, held_at, team_id);
create index teams_archived_since on teams (tenant_id, archived_at, team_id) where archived_at is not null;
