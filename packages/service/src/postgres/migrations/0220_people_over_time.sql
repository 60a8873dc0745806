-- People of the sandbox have a manager, a language and a leave date, and their changes can be followed.
alter table sandbox_people
  add column manager_email text,
  -- BCP 47.
  add column language text,
  add column leaves_on date;

-- The last change of each person, also of removed ones, for readers that follow the changes. The number of the
-- transaction orders them: a reader continues at the oldest transaction that was running at its last read, so that a
-- transaction that commits late is never missed.
create table sandbox_people_changes (
  tenant_id uuid not null,
  person_id uuid not null,
  changed_in xid8 not null,
  changed_at timestamptz not null,
  primary key (tenant_id, person_id)
);
create index sandbox_people_changes_order on sandbox_people_changes (tenant_id, changed_in);
create index sandbox_people_changes_age on sandbox_people_changes (changed_at);

-- A trigger, because the previous release changes people, too.
create function note_change_of_person() returns trigger language plpgsql as $$
begin
  insert into sandbox_people_changes (tenant_id, person_id, changed_in, changed_at)
  values (coalesce(new.tenant_id, old.tenant_id), coalesce(new.person_id, old.person_id), pg_current_xact_id(), now())
  on conflict (tenant_id, person_id) do update
  set changed_in = excluded.changed_in, changed_at = excluded.changed_at;
  return null;
end $$;
create trigger note_change after insert or update or delete on sandbox_people
  for each row execute function note_change_of_person();

-- The person who is asked about groups that no other person can answer for: an id or an e-mail address.
alter table organisations add column steward text;
