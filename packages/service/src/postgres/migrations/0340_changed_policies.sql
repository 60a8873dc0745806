-- Templates whose policy has changed: the tick has their existing groups assessed, in parts. So the change itself waits for
-- no assessment, however many groups there are. A queue without a unique key, so that changes do not wait for the tick, which
-- holds the mark that it works on. The previous release takes no marks: the groups feel the change once a process of this
-- release runs.
create table changed_policies (
  tenant_id uuid not null,
  number bigint generated always as identity,
  template_id uuid not null,
  -- The groups up to this one are done; null: none yet.
  after_team_id uuid,
  primary key (tenant_id, number)
);

create or replace function assess_groups_of_template() returns trigger language plpgsql as $$
begin
  insert into changed_policies (tenant_id, template_id) values (new.tenant_id, new.template_id);
  return null;
end $$;
