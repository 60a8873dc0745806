-- The foundation: configuration of tenants, teams and their provisioning, activity, and the sandbox suite.
-- Every table's key starts with the tenant, so that a query cannot forget it.

-- One counter for all configuration. A transaction that changes configuration holds this row until it
-- commits, so revisions become visible in their own order and a reader never skips one.
create table configuration (
  singleton boolean primary key default true check (singleton),
  revision bigint not null
);
insert into configuration (revision) values (0);

create function stamp_configuration_revision() returns trigger language plpgsql as $$
begin
  update configuration set revision = revision + 1 returning revision into new.revision;
  return new;
end $$;

create table tenants (
  tenant_id uuid primary key,
  name text not null,
  -- The directory connection: {"kind": "sandbox" | "microsoft365", ...settings without secrets}.
  directory jsonb not null,
  -- Secrets of the connection, sealed (encryption/). Null where the kind needs none.
  directory_secret text,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  revision bigint not null
);

create table organisations (
  tenant_id uuid not null references tenants,
  organisation_id uuid not null,
  name text not null,
  identifier text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  revision bigint not null,
  primary key (tenant_id, organisation_id)
);
create unique index organisations_identifier on organisations (tenant_id, identifier) where deleted_at is null;
create index organisations_revision on organisations (revision);

create table templates (
  tenant_id uuid not null,
  template_id uuid not null,
  organisation_id uuid not null,
  name text not null,
  identifier text not null,
  mail_nickname_pattern text not null,
  display_name_pattern text not null,
  -- What provisioning applies: organisations/template.ts, TemplatePolicy.
  policy jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  revision bigint not null,
  primary key (tenant_id, template_id),
  foreign key (tenant_id, organisation_id) references organisations
);
create unique index templates_identifier on templates (tenant_id, organisation_id, identifier) where deleted_at is null;
create index templates_revision on templates (revision);

create table api_keys (
  tenant_id uuid not null references tenants,
  key_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- [{"secretId": uuid, "hash": SHA-256 of the secret in base64url, "createdAt": time}]: two while rotating.
  secrets jsonb not null,
  version integer not null default 1,
  revision bigint not null,
  primary key (tenant_id, key_id)
);
create index api_keys_revision on api_keys (revision);

-- Apart from api_keys, so that use does not count as a change of configuration.
create table api_key_uses (
  tenant_id uuid not null,
  key_id uuid not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, key_id)
);

-- Keys that sign access tokens. The private half is sealed (encryption/).
create table signing_keys (
  key_id text primary key,
  public_jwk jsonb not null,
  private_key_sealed text not null,
  created_at timestamptz not null default now(),
  -- Signs from this moment on (public before, so that every process knows it in time), and until that one.
  signs_from timestamptz not null,
  signs_until timestamptz not null,
  revision bigint not null
);

create trigger stamp before insert or update on tenants for each row execute function stamp_configuration_revision();
create trigger stamp before insert or update on organisations for each row execute function stamp_configuration_revision();
create trigger stamp before insert or update on templates for each row execute function stamp_configuration_revision();
create trigger stamp before insert or update on api_keys for each row execute function stamp_configuration_revision();
create trigger stamp before insert or update on signing_keys for each row execute function stamp_configuration_revision();

-- What was asked for. Written once when accepted; alias_key alone changes, to release the alias.
create table teams (
  tenant_id uuid not null,
  team_id uuid not null,
  organisation_id uuid not null,
  template_id uuid not null,
  display_name text not null,
  description text,
  mail_nickname text not null,
  -- The alias in lower case while it is held; null once the creation failed or was cancelled.
  alias_key text,
  -- {"responsible", "deputy", "owners": [], "members": []} as asked for, doubles removed.
  people jsonb not null,
  -- What the placeholders of the naming patterns took.
  properties jsonb not null,
  -- The template's policy as it was when the request was accepted.
  policy jsonb not null,
  created_at timestamptz not null,
  created_by text not null,
  request_id text not null,
  -- The failed creation that this one repeats.
  retry_of uuid,
  primary key (tenant_id, team_id)
);
create unique index teams_alias on teams (tenant_id, alias_key);
create index teams_organisation on teams (tenant_id, organisation_id, team_id);

-- How far each creation is: the ledger of steps.
create table provisionings (
  tenant_id uuid not null,
  team_id uuid not null,
  status text not null check (status in ('accepted', 'running', 'succeeded', 'failed', 'cancelled')),
  -- True while no lane works on it; then it is due at due_at.
  waiting boolean not null,
  due_at timestamptz not null,
  -- Increases by one with every record: the id of the status stream.
  version integer not null default 1,
  -- [{"name", "status", "attempts", "startedAt", "completedAt", "detail"}] in the order of the plan.
  steps jsonb not null,
  -- What the steps have learnt and the next ones need: provisioning/ledger.ts, Facts.
  facts jsonb not null default '{}',
  -- The ids of the people as the directory knows them: {"ownerIds": [], "memberIds": []}.
  resolved_people jsonb,
  directory_group_id text,
  -- A problem, when failed.
  error jsonb,
  warnings jsonb not null default '[]',
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (tenant_id, team_id)
) with (fillfactor = 60);
create index provisionings_due on provisionings (tenant_id, due_at, team_id) where waiting;
create index provisionings_unfinished on provisionings (tenant_id, team_id) where status in ('accepted', 'running');
create index provisionings_unsuccessful on provisionings (tenant_id, team_id) where status in ('failed', 'cancelled');

-- Attempts of a step that did not work, for the people who look into it.
create table provisioning_incidents (
  tenant_id uuid not null,
  team_id uuid not null,
  incident_id bigint generated always as identity,
  step text not null,
  attempt integer not null,
  occurred_at timestamptz not null,
  code text not null,
  detail text not null,
  directory_request_id text,
  retry_at timestamptz,
  primary key (tenant_id, team_id, incident_id)
);

-- A lane is a tenant's stream of provisioning. One worker holds it at a time, for a lease; each time it
-- is taken its epoch grows, and a step is recorded only under the current epoch.
create table lanes (
  tenant_id uuid primary key references tenants,
  epoch bigint not null default 0,
  holder uuid,
  held_until timestamptz not null default '-infinity',
  -- How many groups of the tenant are in organisation_groups: the last number given out.
  groups_listed bigint not null default 0
) with (fillfactor = 50);

create function add_lane() returns trigger language plpgsql as $$
begin
  insert into lanes (tenant_id) values (new.tenant_id);
  return null;
end $$;
create trigger lane after insert on tenants for each row execute function add_lane();

-- The groups that stand in the directory, in the order in which they came to stand there.
create table organisation_groups (
  tenant_id uuid not null,
  organisation_id uuid not null,
  number bigint not null,
  team_id uuid not null,
  primary key (tenant_id, organisation_id, number)
);

create table idempotency_keys (
  tenant_id uuid not null,
  api_key_id uuid not null,
  idempotency_key text not null,
  request_hash text not null,
  team_id uuid not null,
  created_at timestamptz not null,
  primary key (tenant_id, api_key_id, idempotency_key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Every change, written in the transaction of the change: the audit log and the source of events.
-- The application may add to it, and neither change nor remove.
create table activity (
  tenant_id uuid not null,
  activity_id bigint generated always as identity,
  occurred_at timestamptz not null,
  -- api_key, administrator, operator or service; and who that is.
  actor_kind text not null,
  actor_id text not null,
  address text,
  request_id text,
  -- For example group.accepted, api_key.revoked, template.changed.
  action text not null,
  -- For example group, api_key, template; and its id.
  subject_kind text not null,
  subject_id text not null,
  data jsonb not null,
  primary key (tenant_id, activity_id)
);

-- The built-in suite for trying things out: people, groups, teams.
create table sandbox_people (
  tenant_id uuid not null,
  person_id uuid not null,
  email text not null,
  display_name text not null,
  kind text not null default 'member' check (kind in ('member', 'guest')),
  enabled boolean not null default true,
  primary key (tenant_id, person_id)
);
create unique index sandbox_people_email on sandbox_people (tenant_id, lower(email));

create table sandbox_groups (
  tenant_id uuid not null,
  group_id uuid not null,
  -- Our teamId; null for a group that somebody else made.
  marker uuid,
  display_name text not null,
  description text,
  mail_nickname text not null,
  visibility text not null,
  owner_ids uuid[] not null,
  member_ids uuid[] not null,
  channels jsonb not null default '[]',
  -- When a team was asked for, and when it is there.
  team_requested_at timestamptz,
  team_ready_at timestamptz,
  created_at timestamptz not null,
  -- Reads see the group from this moment on.
  visible_at timestamptz not null,
  primary key (tenant_id, group_id)
) with (fillfactor = 80);
create unique index sandbox_groups_marker on sandbox_groups (tenant_id, marker);
create unique index sandbox_groups_alias on sandbox_groups (tenant_id, lower(mail_nickname));

-- How often a rehearsed fault was played, so that "fails twice, then works" survives a restart.
create table sandbox_rehearsals (
  tenant_id uuid not null,
  marker uuid not null,
  operation text not null,
  plays integer not null,
  primary key (tenant_id, marker, operation)
);
