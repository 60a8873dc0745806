-- Since when an acceptance has its state, by the governance clock; null for what was in place before. A trigger writes it,
-- so that the answers which the previous release records have it, too.
alter table acceptances add column since timestamptz;

update acceptances a set since = case a.state
  when 'asked' then (
    select max(k.opened_at) from tasks k
    where k.tenant_id = a.tenant_id and k.team_id = a.team_id and k.state = 'open'
      and k.kind = case a.role when 'deputy' then 'accept_deputy_role' else 'accept_responsibility' end
  )
  else (
    select max(k.decided_at) from tasks k
    where k.tenant_id = a.tenant_id and k.team_id = a.team_id and k.state <> 'open'
      and k.kind in (case a.role when 'deputy' then 'accept_deputy_role' else 'accept_responsibility' end,
        case a.role when 'responsible' then 'take_over' end)
  ) end
where a.state <> 'in_place';

create function date_acceptance() returns trigger language plpgsql as $$
begin
  if new.state = 'in_place' then
    new.since := null;
  elsif tg_op = 'INSERT' then
    new.since := governance_now(new.tenant_id);
  elsif (new.person_id, new.state) is distinct from (old.person_id, old.state) then
    new.since := governance_now(new.tenant_id);
  end if;
  return new;
end $$;
create trigger date_acceptance before insert or update on acceptances
  for each row execute function date_acceptance();
