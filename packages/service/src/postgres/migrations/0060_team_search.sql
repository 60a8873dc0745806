-- Groups are found by any part of their names. What is searched is written once, when a creation comes to its end,
-- so that accepting one costs nothing more; those under way are few and are looked through.
--
-- A search goes by the hashes of every three characters that follow each other, as the extension pg_trgm does it,
-- which a managed server may not let us have. They are mixed with the tenant, so that its search does not go through
-- what others have.
create function search_terms(tenant_id uuid, names text) returns integer[]
language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct hashtext(tenant_id::text || substr(names, place, 3))), '{}')
  from generate_series(1, length(names) - 2) place
$$;

create table team_search (
  tenant_id uuid not null,
  team_id uuid not null,
  -- Display name and alias in lower case, a line each.
  names text not null,
  -- Kept, because to make them anew for rows that are looked at costs more than all else.
  terms integer[] not null generated always as (search_terms(tenant_id, names)) stored,
  primary key (tenant_id, team_id)
);

insert into team_search (tenant_id, team_id, names)
select t.tenant_id, t.team_id, lower(t.display_name || E'\n' || t.mail_nickname)
from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
where p.status in ('succeeded', 'failed', 'cancelled');

create index team_search_terms on team_search using gin (terms);

create function make_searchable() returns trigger language plpgsql as $$
begin
  insert into team_search (tenant_id, team_id, names)
  select tenant_id, team_id, lower(display_name || E'\n' || mail_nickname)
  from teams where tenant_id = new.tenant_id and team_id = new.team_id
  on conflict do nothing;
  return null;
end $$;
create trigger make_searchable after update of status on provisionings for each row
  when (new.status in ('succeeded', 'failed', 'cancelled') and old.status is distinct from new.status)
  execute function make_searchable();

-- The groups of a template; with it an acceptance costs a microsecond more.
create index teams_template on teams (tenant_id, template_id, team_id);
