-- A transaction gets one revision for everything it changes. Every changed row updated the one row of `configuration`,
-- whose versions piled up until the commit: 9,000 tenants in one transaction took a minute.
-- The setting ends with the transaction, and a rollback to a savepoint undoes it together with the update.
create or replace function stamp_configuration_revision() returns trigger language plpgsql as $$
declare
  stamped text := current_setting('groupwright.stamped_revision', true);
begin
  if stamped is null or stamped = '' then
    update configuration set revision = revision + 1 returning revision into new.revision;
    perform set_config('groupwright.stamped_revision', new.revision::text, true);
  else
    new.revision := stamped::bigint;
  end if;
  return new;
end $$;
