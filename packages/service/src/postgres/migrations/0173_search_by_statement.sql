-- The search documents of creations that end together are written by one statement. A trigger for each row planned its
-- two statements again for every row (measured: 20 to 47 percent of PostgreSQL's time for a finished group).
create function make_searchable_together() returns trigger language plpgsql as $$
begin
  insert into team_search (tenant_id, team_id, names, responsible_id, deputy_id, people)
  select t.tenant_id, t.team_id, lower(t.display_name || E'\n' || t.mail_nickname),
    case when c.status = 'succeeded' then c.resolved_people -> 'ownerIds' ->> 0 end,
    case when c.status = 'succeeded' and t.people ->> 'deputy' is not null
      then c.resolved_people -> 'ownerIds' ->> 1 end,
    case when c.status = 'succeeded' and c.resolved_people is not null
      then person_terms(t.tenant_id, c.resolved_people) else '{}' end
  from changed c join teams t on t.tenant_id = c.tenant_id and t.team_id = c.team_id
  where c.status in ('succeeded', 'failed', 'cancelled')
  on conflict do nothing;
  return null;
end $$;

drop trigger make_searchable on provisionings;
drop function make_searchable();
create trigger make_searchable after update on provisionings
  referencing new table as changed
  for each statement execute function make_searchable_together();
