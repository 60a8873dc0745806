-- The last observation of each group in the directory, and its differences from the record.
create table team_observations (
  tenant_id uuid not null,
  team_id uuid not null,
  -- When a read showed the names, the description and the visibility; and when it showed all of `observed`.
  seen_at timestamptz not null,
  details_seen_at timestamptz not null,
  -- provisioning/observed-state.ts: ObservedState.
  observed jsonb not null,
  -- An array of property, expected and observed.
  drift jsonb not null,
  findings text[] not null,
  -- `version` of the group's record when the two were compared. Once the record has another, the comparison is void.
  record_version bigint not null,
  -- When the group is read in full again.
  read_due_at timestamptz not null,
  primary key (tenant_id, team_id)
) with (fillfactor = 70);

-- Few groups differ; administrators list them.
create index team_observations_found on team_observations (tenant_id, team_id)
  where drift <> '[]' or findings <> '{}';
