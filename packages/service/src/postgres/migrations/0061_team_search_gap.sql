-- What came to its end while 0060 went through all groups, by a process of the release before, was neither among
-- those it read nor met its trigger yet.
insert into team_search (tenant_id, team_id, names)
select t.tenant_id, t.team_id, lower(t.display_name || E'\n' || t.mail_nickname)
from teams t join provisionings p on p.tenant_id = t.tenant_id and p.team_id = t.team_id
where p.status in ('succeeded', 'failed', 'cancelled')
  and not exists (
    select from team_search s where s.tenant_id = t.tenant_id and s.team_id = t.team_id
  )
on conflict do nothing;
