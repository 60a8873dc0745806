-- Groups that hold their alias are found by teams_alias; those that failed or were cancelled gave it back.
create index teams_released_alias on teams (tenant_id, lower(mail_nickname)) where alias_key is null;
