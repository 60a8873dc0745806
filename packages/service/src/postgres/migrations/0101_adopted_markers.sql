-- The marker on the group of a creation that took it over: the teamId of an earlier request whose record was lost.
alter table provisionings add column adopted_marker uuid;
create index provisionings_adopted on provisionings (tenant_id, adopted_marker) where adopted_marker is not null;
