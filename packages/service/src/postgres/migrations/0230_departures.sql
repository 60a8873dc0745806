-- By the governance clock: when a person who answered for groups became unavailable, or got a leave date or an earlier
-- one; null once the person is available without a leave date. The brake on mass departures counts these.
alter table watched_people add column departed_at timestamptz;
update watched_people w set departed_at = unavailable_since
where unavailable_since is not null and exists (
  select from team_search s where s.tenant_id = w.tenant_id and w.person_id in (s.responsible_id, s.deputy_id)
);
create index watched_people_departed on watched_people (tenant_id, departed_at) where departed_at is not null;
