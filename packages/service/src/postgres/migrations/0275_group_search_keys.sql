-- Groups are also found by the id of their request, by the key or person that created them, by the time of their request
-- and by their id in the directory.
--
-- Request ids of a process follow each other, and so do the teams of a key: an acceptance adds to the last page of both
-- indexes.
create index teams_request on teams (tenant_id, request_id);
create index teams_created_by on teams (tenant_id, created_by, team_id);
create index teams_created_at on teams using brin (created_at) with (pages_per_range = 16);

-- The id of the group in the directory, written with the search document: an index over `provisionings` would cost every
-- record of a creation.
alter table team_search add column group_id text;

create or replace function make_searchable_together() returns trigger language plpgsql as $$
begin
  insert into team_search (tenant_id, team_id, names, responsible_id, deputy_id, people, group_id)
  select t.tenant_id, t.team_id, lower(t.display_name || E'\n' || t.mail_nickname),
    case when c.status = 'succeeded' then c.resolved_people -> 'ownerIds' ->> 0 end,
    case when c.status = 'succeeded' and t.people ->> 'deputy' is not null
      then c.resolved_people -> 'ownerIds' ->> 1 end,
    case when c.status = 'succeeded' and c.resolved_people is not null
      then person_terms(t.tenant_id, c.resolved_people) else '{}' end,
    case when c.status = 'succeeded' then c.directory_group_id end
  from changed c join teams t on t.tenant_id = c.tenant_id and t.team_id = c.team_id
  where c.status in ('succeeded', 'failed', 'cancelled')
  on conflict do nothing;
  return null;
end $$;

update team_search s
set group_id = p.directory_group_id
from provisionings p
where p.tenant_id = s.tenant_id and p.team_id = s.team_id and p.status = 'succeeded'
  and p.directory_group_id is not null;

create index team_search_group on team_search (tenant_id, group_id) where group_id is not null;
-- The orders by name and by alias, which is the second line of the names. Names have at most 256 characters, and aliases 64, so an entry fits into a page.
create index team_search_names on team_search (tenant_id, names, team_id);
create index team_search_aliases on team_search (tenant_id, split_part(names, E'\n', 2), team_id);
