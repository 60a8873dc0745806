-- Groups that were handed over because their responsible person was not available, while they may be offered back. The
-- previous release writes none of it.
create table former_responsibles (
  tenant_id uuid not null,
  team_id uuid not null,
  -- Ids in the directory, in lower case.
  former_id text not null,
  successor_id text not null,
  -- The successor was the deputy before.
  was_deputy boolean not null,
  -- By the governance clock.
  handed_over_at timestamptz not null,
  primary key (tenant_id, team_id)
);
create index former_responsibles_of_person on former_responsibles (tenant_id, former_id);

-- Whether the people who answer for a group have accepted that, where its template asks them.
create table acceptances (
  tenant_id uuid not null,
  team_id uuid not null,
  -- responsible or deputy.
  role text not null,
  -- Id in the directory, in lower case; empty where nobody has the role.
  person_id text not null,
  -- in_place: had the role before the template asked. asked, accepted, declined, passed_on or unanswered.
  state text not null,
  -- Of a person who declined.
  reason text,
  -- Of declined and unanswered ones: the steward or the administrators were informed.
  is_told boolean not null default false,
  primary key (tenant_id, team_id, role)
);
