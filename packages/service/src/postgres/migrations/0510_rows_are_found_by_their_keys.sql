-- Statements find rows by their keys, whatever the statistics say: packages/service/src/postgres/found-row.ts.

-- A condition on the status of operations that are found by their group: by statistics of an idle service, the index of
-- those that wait to begin is empty, so the end of each creation read all of the tenant's that waited.
create or replace function begin_operations() returns trigger language plpgsql as $$
begin
  update operations set due_at = least(due_at, created_at, now())
  where tenant_id = new.tenant_id and team_id = new.team_id
    and case when status = 'accepted' then waiting else false end;
  return null;
end $$;

-- Statistics of a table in which each tenant has one row say that a tenant identifies a row. Then every index that begins
-- with the tenant looked as good as the key, and each look-up by a key read all rows that the tenant had got since. From the
-- next `analyze` on, a tenant counts as one of a thousand rows at most; frequent tenants are still known as they are.
alter table acceptances alter column tenant_id set (n_distinct = -0.001);
alter table activity alter column tenant_id set (n_distinct = -0.001);
alter table governed_groups alter column tenant_id set (n_distinct = -0.001);
alter table group_holds alter column tenant_id set (n_distinct = -0.001);
alter table group_lifecycles alter column tenant_id set (n_distinct = -0.001);
alter table group_responsibility alter column tenant_id set (n_distinct = -0.001);
alter table idempotency_keys alter column tenant_id set (n_distinct = -0.001);
alter table notice_messages alter column tenant_id set (n_distinct = -0.001);
alter table notices alter column tenant_id set (n_distinct = -0.001);
alter table operations alter column tenant_id set (n_distinct = -0.001);
alter table organisation_groups alter column tenant_id set (n_distinct = -0.001);
alter table provisionings alter column tenant_id set (n_distinct = -0.001);
alter table reviews alter column tenant_id set (n_distinct = -0.001);
alter table tasks alter column tenant_id set (n_distinct = -0.001);
alter table team_observations alter column tenant_id set (n_distinct = -0.001);
alter table team_search alter column tenant_id set (n_distinct = -0.001);
alter table teams alter column tenant_id set (n_distinct = -0.001);
alter table watched_people alter column tenant_id set (n_distinct = -0.001);
alter table webhook_attempts alter column tenant_id set (n_distinct = -0.001);
alter table webhook_deliveries alter column tenant_id set (n_distinct = -0.001);
