-- Few groups of many are archived, deleted or gone: a list of them must not read the others.
create index teams_archived on teams (tenant_id, team_id) where archived_at is not null;
create index teams_deleted on teams (tenant_id, team_id) where deleted_at is not null;
create index provisionings_gone on provisionings (tenant_id, team_id) where gone_since is not null;
