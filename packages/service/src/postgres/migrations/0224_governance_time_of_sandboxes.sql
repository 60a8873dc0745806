-- Only a sandbox has a clock that is ahead, also for the moments of groups: a tenant that was connected to another suite
-- later keeps no trace of the time machine.
create or replace function governance_time(tenant uuid, moment timestamptz) returns timestamptz language sql stable as $$
  select moment + coalesce((
    select a.ahead from governance_advances a join tenants t on t.tenant_id = a.tenant_id
    where a.tenant_id = tenant and a.at <= moment and t.directory ->> 'kind' = 'sandbox'
    order by a.at desc limit 1
  ), '0')
$$;
