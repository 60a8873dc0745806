-- The whole schema of release 0.1.0, by concept. Later files change it; this one never changes again.
-- The key of every table of tenant data starts with the tenant, so that a query cannot forget it.


-- --------------------------------------------------------
-- Settings: tenants, organisations, templates and API keys
-- --------------------------------------------------------

-- One counter for all configuration. A transaction that changes configuration holds this row until it commits, so
-- revisions become visible in their own order and a reader never skips one.
create table configuration (
  singleton boolean default true primary key,
  revision bigint not null,
  check (singleton)
);

-- Customers of the service, each with the connection to its directory.
create table tenants (
  tenant_id uuid primary key,
  name text not null,
  -- The directory connection: {"kind": "sandbox" | "microsoft365", ...settings without secrets}.
  directory jsonb not null,
  -- Secrets of the connection, encrypted (ground/encryption/). Null where the kind needs none.
  directory_secret text,
  share_point_secret text,
  created_at timestamptz not null default now(),
  version integer not null default 1,
  revision bigint not null,
  blocked_words jsonb not null default '[]',
  -- What becomes of groups that others make: settings/tenants/tenant.ts, NewGroupsRule.
  new_groups text not null default 'report',
  -- settings/tenants/tenant.ts: NightlyProbe. Null: no probe runs by itself.
  nightly_probe jsonb,
  -- How far the governance clock of a sandbox is ahead, and where an administrator has it go.
  governance_offset interval not null default '0',
  governance_target timestamptz,
  -- settings/tenants/notice-settings.ts: NoticeSettings. Null: what a tenant of that suite has without any.
  notices jsonb,
  -- The password of the SMTP server, encrypted.
  notices_secret text,
  -- settings/tenants/closed-tenant.ts: Closing. No process works for the tenant then. Null: it is open.
  closed jsonb
);
create index tenants_closed on tenants (tenant_id) where closed is not null;
create index tenants_ahead on tenants (tenant_id) where (governance_offset <> '0') or (governance_target is not null);

-- Parts of a tenant that request groups.
create table organisations (
  tenant_id uuid not null,
  organisation_id uuid not null,
  name text not null,
  identifier text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  revision bigint not null,
  -- The person who is asked about groups that no other person can answer for: an id or an e-mail address.
  steward text,
  primary key (tenant_id, organisation_id),
  foreign key (tenant_id) references tenants
);
create unique index organisations_identifier on organisations (tenant_id, identifier) where deleted_at is null;
create index organisations_revision on organisations (revision);

-- Policy templates, by which groups are named and made.
create table templates (
  tenant_id uuid not null,
  template_id uuid not null,
  organisation_id uuid not null,
  name text not null,
  identifier text not null,
  mail_nickname_pattern text not null,
  display_name_pattern text not null,
  -- What provisioning applies: settings/organisations/template.ts, TemplatePolicy.
  policy jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  revision bigint not null,
  -- Length of the policy as text, which the quota of a tenant counts.
  policy_bytes integer generated always as (octet_length((policy)::text)) stored,
  -- Since then no group needs the row: processes drop it from memory, and it is removed an hour later.
  purged_at timestamptz,
  -- Declared properties, counter, transliteration: settings/naming/naming.ts, TemplateNaming.
  naming jsonb not null default '{}',
  naming_bytes integer generated always as (octet_length((naming)::text)) stored,
  -- The changes that API keys may make to the groups of a template: settings/organisations/allowed-changes.ts. Groups
  -- keep no copy of it.
  changes jsonb not null default '{}',
  primary key (tenant_id, template_id),
  foreign key (tenant_id, organisation_id) references organisations
);
create unique index templates_identifier on templates (tenant_id, organisation_id, identifier)
  where deleted_at is null;
create index templates_revision on templates (revision);

-- Credentials of callers. Only hashes of their secrets are stored.
create table api_keys (
  tenant_id uuid not null,
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
  purged_at timestamptz,
  scopes text[] not null default '{groups:create,groups:read}',
  -- Null: every organisation of the tenant.
  organisation_ids uuid[],
  -- Whom to ask about a key, and what it is for. Null: not given.
  owner text,
  purpose text,
  -- The addresses that an API key may be used from: ranges in CIDR notation; null: from everywhere.
  ip_ranges text[],
  -- The templates that an API key is limited to; null: all of its organisations. A key with templates has organisations,
  -- too.
  template_ids uuid[],
  -- The source whose external ids and rosters the key may set; null: any.
  source text,
  primary key (tenant_id, key_id),
  foreign key (tenant_id) references tenants
);
create index api_keys_revision on api_keys (revision);

-- Apart from api_keys, so that use does not count as a change of configuration.
create table api_key_uses (
  tenant_id uuid not null,
  key_id uuid not null,
  last_used_at timestamptz not null,
  primary key (tenant_id, key_id)
);

-- The last use of each secret of a key: settings/api-keys/key-uses.ts. The last use of the whole key stays in
-- api_key_uses.
create table api_key_secret_uses (
  tenant_id uuid not null,
  key_id uuid not null,
  secret_id uuid not null,
  last_used_at timestamptz not null,
  address text not null,
  user_agent text,
  primary key (tenant_id, key_id, secret_id)
) with (fillfactor = 70);

-- How often each key was used on a day (UTC), whether or not each of its requests is in the log.
create table api_key_calls (
  tenant_id uuid not null,
  api_key_id uuid not null,
  day date not null,
  calls bigint not null,
  refused bigint not null,
  primary key (tenant_id, api_key_id, day)
) with (fillfactor = 70);
create index api_key_calls_age on api_key_calls (day);

-- Keys that sign access tokens. The private half is encrypted (ground/encryption/).
create table signing_keys (
  key_id text primary key,
  public_jwk jsonb not null,
  private_key_sealed text not null,
  created_at timestamptz not null default now(),
  -- Signs from this moment on (public before, so that every process knows it in time), and until that one.
  signs_from timestamptz not null,
  signs_until timestamptz not null,
  revision bigint not null,
  -- No token of the key is accepted since then.
  withdrawn_at timestamptz
);

-- Keys that sign the markers of a tenant's groups in its directory. Encrypted (ground/encryption/). A process signs with
-- the oldest one that it can open, and accepts the signature of each that it can open. They are never removed: groups
-- carry their signatures for as long as they exist.
create table marking_keys (
  tenant_id uuid not null,
  key_id uuid not null,
  key_sealed text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, key_id),
  foreign key (tenant_id) references tenants
);

-- A text sealed with the encryption key of the service. A process whose keys do not open it has another key than the one
-- that sealed the stored secrets, and does not start.
create table encryption_probe (
  singleton boolean default true primary key,
  sealed text not null,
  check (singleton)
);


-- ------------------------------------------------------------------------------
-- Groups: what was asked for, how far each creation is, and operations on groups
-- ------------------------------------------------------------------------------

-- What was asked for. Written once when accepted; alias_key alone changes, to release the alias.
create table teams (
  tenant_id uuid not null,
  team_id uuid not null,
  organisation_id uuid not null,
  template_id uuid not null,
  display_name text not null,
  -- The name as searches compare it (ground/folded-text.ts), here and in other tables; null where lower() gives the same.
  folded_name text,
  -- Description and values of properties, likewise, a line each.
  folded_details text,
  description text,
  mail_nickname text not null,
  -- The alias in lower case while it is held; null once the creation failed or was cancelled.
  alias_key text,
  -- {"responsible", "deputy", "owners": [], "members": []} as asked for, doubles removed. Without a responsible person,
  -- who is null in a group that was adopted so, there is no deputy.
  people jsonb not null,
  -- What the placeholders of the naming patterns took.
  properties jsonb not null,
  -- The template's policy as it was when the request was accepted.
  policy jsonb not null,
  -- Settings that differ from those of the template and were accepted: {name: {value, instead}}.
  accepted_settings jsonb not null default '{}',
  created_at timestamptz not null,
  created_by text not null,
  request_id text not null,
  -- The failed creation that this one repeats.
  retry_of uuid,
  -- Grows with every operation that is accepted and with every one that ends: the ETag of the group.
  version bigint not null default 0,
  -- The name of the request once the group has another one: the events of the creation have it.
  requested_display_name text,
  archived_at timestamptz,
  deleted_at timestamptz,
  -- When the adoption of the group ended: the directory has it, and the service governs it no longer. `gone_since` of
  -- provisionings is set with it.
  ended_at timestamptz,
  -- The expiry that the caller gave the group, where its template permits that.
  requested_expiry timestamptz,
  -- The person for whom the caller asks, as the caller names it, and why: the approvers see both.
  requested_by text,
  reason text,
  -- The version of the template that the group was requested by.
  template_version integer,
  primary key (tenant_id, team_id),
  check (template_version > 0)
);
create unique index teams_alias on teams (tenant_id, alias_key);
create index teams_organisation on teams (tenant_id, organisation_id, team_id);

-- The ids that the callers' own systems have for groups. A group whose creation failed keeps its ids, and another group may
-- hold them then. A group has at most one id of a source.
create table external_ids (
  tenant_id uuid not null,
  team_id uuid not null,
  source text not null,
  external_id text not null,
  is_held boolean not null default true,
  -- The members that the last desired state of the source named.
  managed text[] not null default '{}',
  primary key (tenant_id, team_id, source),
  foreign key (tenant_id, team_id) references teams
);
create unique index external_ids_held on external_ids (tenant_id, source, external_id) where is_held;
-- A search finds a group by the beginning of one of its ids, whichever source it is of.
create index external_ids_search on external_ids (tenant_id, lower(external_id) collate "C");

-- Which creations repeat a failed one.
create index teams_retry_of on teams (tenant_id, retry_of) where retry_of is not null;

-- Groups that hold their alias are found by teams_alias; those that failed or were cancelled gave it back.
create index teams_released_alias on teams (tenant_id, lower(mail_nickname)) where alias_key is null;

-- The groups of a template; with it an acceptance costs a microsecond more.
create index teams_template on teams (tenant_id, template_id, team_id);

-- Few groups of many are archived, deleted or gone: a list of them must not read the others.
create index teams_archived on teams (tenant_id, team_id) where archived_at is not null;
create index teams_deleted on teams (tenant_id, team_id) where deleted_at is not null;
create index teams_ended on teams (tenant_id, team_id) where ended_at is not null;
create index teams_archived_since on teams (tenant_id, archived_at, team_id) where archived_at is not null;

-- Groups are also found by the id of their request and by the key or person that created them. Request ids of a process
-- follow each other, and so do the teams of a key: an acceptance adds to the last page of both indexes.
create index teams_request on teams (tenant_id, request_id);
create index teams_created_by on teams (tenant_id, created_by, team_id);
create index teams_created_at on teams using brin (created_at) with (pages_per_range='16');

-- How far each creation is: the ledger of steps.
create table provisionings (
  tenant_id uuid not null,
  team_id uuid not null,
  -- The ids of the people as the directory knows them: {"ownerIds": [], "memberIds": []}.
  resolved_people jsonb,
  status text not null,
  -- True while no lane works on it; then it is due at due_at.
  waiting boolean not null,
  -- Increases by one with every record: the id of the status stream.
  version integer not null default 1,
  due_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  -- Facts that the steps have learnt and the next ones need: engine/creation.ts, Facts.
  facts jsonb not null default '{}',
  directory_group_id text,
  warnings jsonb not null default '[]',
  -- A problem, when failed.
  error jsonb,
  -- Since when the directory does not have the group of a creation that succeeded; null while it stands.
  gone_since timestamptz,
  -- The marker on the group of a creation that took it over: the teamId of an earlier request whose record was lost.
  adopted_marker uuid,
  -- How far the approval of a creation is: engine/creation.ts, Approval. Null where none is needed. A creation that
  -- awaits an approval is accepted and not waiting, so that no lane claims it.
  approval jsonb,
  -- The steps as text (engine/stored-steps.ts), a sixth as long as their JSON: each record writes them again. Null
  -- before the first record.
  progress text,
  primary key (tenant_id, team_id),
  check (status in ('accepted', 'running', 'succeeded', 'failed', 'cancelled'))
) with (fillfactor = 45);
create index provisionings_due on provisionings (tenant_id, due_at, team_id) where waiting;

-- Creations that have begun and wait for their turn: few, and claimed before those that have not begun.
create index provisionings_begun on provisionings (tenant_id, due_at, team_id) where waiting and (status = 'running');
create index provisionings_unfinished on provisionings (tenant_id, team_id) where status in ('accepted', 'running');
create index provisionings_unsuccessful on provisionings (tenant_id, team_id) where status in ('failed', 'cancelled');

-- Creations that failed lately, for the messages about them.
create index provisionings_failed on provisionings (completed_at) where status = 'failed';
create index provisionings_gone on provisionings (tenant_id, team_id) where gone_since is not null;
create index provisionings_adopted on provisionings (tenant_id, adopted_marker) where adopted_marker is not null;

-- Creations for which a task has to be opened.
create index provisionings_approval_requested on provisionings (tenant_id, team_id)
  where (approval ->> 'state') = 'requested';

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

-- Incidents of creations are removed by age.
create index provisioning_incidents_age on provisioning_incidents (occurred_at);

-- A lane is a tenant's stream of provisioning. One worker holds it at a time, for a lease; each time it is taken its
-- epoch grows, and a step is recorded only under the current epoch.
create table lanes (
  tenant_id uuid primary key,
  epoch bigint not null default 0,
  holder uuid,
  held_until timestamptz not null default '-infinity'::timestamp with time zone,
  -- How many groups of the tenant are in organisation_groups: the last number given out.
  groups_listed bigint not null default 0,
  -- How many groups were taken off organisation_groups because they are gone: the lists that are kept in memory are read
  -- anew when it changes.
  groups_unlisted bigint not null default 0,
  -- The worker that took a lane last, for people.
  taken_by jsonb,
  foreign key (tenant_id) references tenants
) with (fillfactor = 50);

-- A worker looks every second for lanes without a holder that have work. It finds the held ones by this index, and the
-- others by their work, so that the look does not grow with the number of tenants.
create index lanes_held on lanes (tenant_id) where holder is not null;

-- Changes of groups after their creation: what was asked for, and how far each one is.
create table operations (
  tenant_id uuid not null,
  operation_id uuid not null,
  team_id uuid not null,
  -- The order of acceptance within the group, from 1.
  number bigint not null,
  kind text not null,
  status text not null,
  -- 0: callers and administrators; 1: decisions of people; 2: policy.
  priority smallint not null default 0,
  -- True for the first unfinished operation of its group while no lane works on it; then it is due at due_at.
  waiting boolean not null,
  due_at timestamptz not null,
  -- Increases by one with every record: the id of the status stream.
  version integer not null default 1,
  -- What was asked for: groups/change/operation.ts, GroupChange.
  change jsonb not null,
  -- The members of the record that the operation changed; set with the last record.
  before jsonb,
  after jsonb,
  steps jsonb not null default '[]',
  facts jsonb not null default '{}',
  error jsonb,
  warnings jsonb not null default '[]',
  -- Who asked for it, as in `activity`.
  actor_kind text not null,
  actor_id text not null,
  address text,
  request_id text,
  -- Why, in the words of who asked for it.
  reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  -- The people of the change, by their ids in the directory: written once, because there may be 25,000.
  changed_people jsonb,
  -- The policy that an operation follows: {"templateId", "policyVersion", "rule"}; null where a person or a system
  -- asked.
  cause jsonb,
  -- The policy of the template at acceptance: settings/organisations/approval-policy.ts. Null where no approval can be
  -- needed.
  approval_policy jsonb,
  -- The batch that it belongs to; null where it was asked for alone.
  batch_id uuid,
  primary key (tenant_id, operation_id),
  check (kind in ('change', 'handover', 'archive', 'unarchive', 'delete', 'restore', 'repair', 'accept_drift', 'roster')),
  check (status in ('accepted', 'awaiting_approval', 'running', 'succeeded', 'failed', 'cancelled'))
) with (fillfactor = 70);
create unique index operations_of_group on operations (tenant_id, team_id, number);
create index operations_unfinished on operations (tenant_id, team_id, number) where status in ('accepted', 'running');
create index operations_begun on operations (tenant_id, priority, due_at, operation_id)
  where waiting and (status = 'running');
create index operations_fresh on operations (tenant_id, priority, due_at, operation_id)
  where waiting and (status = 'accepted');

-- Operations that a lane works on.
create index operations_claimed on operations (tenant_id) where (status = 'running') and (NOT waiting);
create index operations_awaiting_approval on operations (tenant_id, team_id, number)
  where status = 'awaiting_approval';

-- Operations for which a task has to be opened.
create index operations_approval_requested on operations (tenant_id, team_id, number)
  where (status = 'awaiting_approval') and (((facts -> 'approval') ->> 'state') = 'requested');

-- What a batch waits for.
create index operations_of_batch on operations (tenant_id, batch_id)
  where (batch_id is not null) and (status in ('accepted', 'running', 'awaiting_approval'));

-- One request for many groups: groups/batches/batch.ts. Its operations have its id.
create table batches (
  tenant_id uuid not null,
  batch_id uuid not null,
  kind text not null,
  -- The batch that it takes back: groups/batches/undo.ts. Its groups have their positions in that batch.
  undo_of uuid,
  -- In place of a batch, what a rule, a person or an API key did in a span of time: groups/batches/undo-selection.ts.
  undo_selection jsonb,
  -- For all of its groups: groups/change/operation.ts, GroupChange.
  change jsonb not null,
  -- The expiry that a renewal gives; null: by the policy.
  until timestamptz,
  reason text,
  actor_kind text not null,
  actor_id text not null,
  address text,
  request_id text,
  -- The limit of the actor at the request: ground/group-limit.ts.
  within jsonb not null,
  -- Number of groups.
  size integer not null,
  created_at timestamptz not null,
  cancelled_at timestamptz,
  -- As the actor; null: nobody cancelled it.
  cancelled_by jsonb,
  completed_at timestamptz,
  -- Number of groups by their status, once all are final.
  counts jsonb,
  -- When a worker looks after it again; null once it is complete.
  due_at timestamptz,
  primary key (tenant_id, batch_id)
);
create index batches_due on batches (due_at) where due_at is not null;

create table batch_groups (
  tenant_id uuid not null,
  batch_id uuid not null,
  position integer not null,
  team_id uuid not null,
  -- What the request says about this group alone: {"version", "change"}, or {"adoption"} with the group in the directory,
  -- whose record gets the team_id.
  given jsonb not null default '{}',
  -- Null while it waits. accepted: the status is that of the operation, or of the adoption, which has none. done: it ended at
  -- once, without an operation.
  outcome text,
  operation_id uuid,
  -- Why it was refused.
  error jsonb,
  primary key (tenant_id, batch_id, position),
  check (outcome in ('accepted', 'done', 'unchanged', 'refused', 'cancelled'))
);
create index batch_groups_waiting on batch_groups (tenant_id, batch_id, position) where outcome is null;
create index batch_groups_adopted on batch_groups (tenant_id, batch_id)
  where outcome = 'accepted' and operation_id is null;

-- The groups that stand in the directory, in the order in which they came to stand there.
create table organisation_groups (
  tenant_id uuid not null,
  organisation_id uuid not null,
  number bigint not null,
  team_id uuid not null,
  primary key (tenant_id, organisation_id, number)
);

-- A deletion finds the place of its group in its organisation's list, while it holds the row of the lane. 100,000 groups
-- take a tenth of a second.
create index organisation_groups_by_team on organisation_groups (tenant_id, team_id);

-- Those of them whose last observation is about an earlier record, or that have none. Triggers keep it, so that answers without
-- a difference can tell of how many groups they know nothing: to compare the versions of all groups took a second for a million.
create table uncompared_groups (
  tenant_id uuid not null,
  team_id uuid not null,
  primary key (tenant_id, team_id)
);

-- The search document of each group whose creation has ended.
create table team_search (
  tenant_id uuid not null,
  team_id uuid not null,
  -- Display name and alias, folded, a line each; in an order in which names with the same beginning are neighbours.
  names text collate "C" not null,
  -- Description and values of properties, folded, a line each.
  details text not null default '',
  -- Stored, because making them anew for each row of a search costs more than the rest of it (`team_terms`).
  terms integer[] not null,
  responsible_id text,
  deputy_id text,
  -- Hashes of owners and members. A search checks the people that it finds by them.
  people integer[] not null default '{}'::integer[],
  -- The id of the group in the directory, written with the search document: an index over `provisionings` would cost
  -- every record of a creation.
  group_id text collate "C",
  primary key (tenant_id, team_id)
);
create index team_search_terms on team_search using gin (terms);
create index team_search_responsible on team_search (tenant_id, responsible_id, team_id)
  where responsible_id is not null;
create index team_search_deputy on team_search (tenant_id, deputy_id, team_id) where deputy_id is not null;
create index team_search_people on team_search using gin (people);
create index team_search_group on team_search (tenant_id, group_id) where group_id is not null;

-- The orders by name and by alias, which is the second line of the names. Names have at most 256 characters, and aliases
-- 64, so an entry fits into a page.
create index team_search_names on team_search (tenant_id, names, team_id);
create index team_search_aliases on team_search (tenant_id, split_part(names, '
', 2), team_id);

-- The request that each Idempotency-Key was used for, kept for 30 days. A key belongs to its holder: an API key or an
-- administrator.
create table idempotency_keys (
  tenant_id uuid not null,
  holder_id uuid not null,
  key_hash text not null,
  request_hash text not null,
  created_at timestamptz not null,
  -- The creation or the operation that the key was used for, whose present state is the answer.
  team_id uuid,
  operation_id uuid,
  -- The answer to any other request. It may hold a secret that is shown once, so it is sealed under the caller's key as
  -- well as the service's, and of the caller's key there is only a hash. Null only within the transaction of its effect.
  answer_sealed text,
  primary key (tenant_id, holder_id, key_hash)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- The last number that each sequence has given out. A number is taken in the statement that accepts its group, which
-- holds the row's lock until the commit, so no number is given out twice.
create table name_counters (
  tenant_id uuid not null,
  -- The template or the organisation.
  scope_id uuid not null,
  -- The calendar year of a sequence that begins again each year; otherwise 0.
  year integer not null,
  last_number bigint not null,
  primary key (tenant_id, scope_id, year)
) with (fillfactor = 50);


-- -----------------------------------------------------------------------------
-- Governance: who answers for a group, how long it lives, and who belongs to it
-- -----------------------------------------------------------------------------

-- Groups that exist and that a policy looks after: those of a template with such a policy, and those without a complete
-- responsibility. The tick reads the ones that are due.
create table governed_groups (
  tenant_id uuid not null,
  team_id uuid not null,
  organisation_id uuid not null,
  template_id uuid not null,
  -- By the governance clock; null while nothing has a date.
  due_at timestamptz,
  primary key (tenant_id, team_id)
) with (fillfactor = 70);
create index governed_groups_due on governed_groups (due_at, tenant_id, team_id) where due_at is not null;
create index governed_groups_due_of_tenant on governed_groups (tenant_id, due_at, team_id) where due_at is not null;

-- Templates whose policy has changed: the tick has their existing groups assessed, in parts. So the change itself waits
-- for no assessment, however many groups there are. A queue without a unique key, so that changes do not wait for the
-- tick, which holds the mark that it works on.
create table changed_policies (
  tenant_id uuid not null,
  number bigint generated always as identity,
  template_id uuid not null,
  -- Other settings of groups in the suite: the comparisons of its groups are about the earlier ones.
  settings boolean not null default false,
  -- The groups up to this one are done; null: none yet.
  after_team_id uuid,
  primary key (tenant_id, number)
);

-- Groups that have another responsible person or deputy than before, for a new assessment. A queue without a unique key:
-- the records of operations, which hold the lock of the group, never wait for the assessment, which needs it.
create table changed_responsibilities (
  tenant_id uuid not null,
  number bigint generated always as identity,
  team_id uuid not null,
  primary key (tenant_id, number)
);

-- By how much the clock of a sandbox was ahead from a moment of real time on.
create table governance_advances (
  tenant_id uuid not null,
  at timestamptz not null,
  ahead interval not null,
  primary key (tenant_id, at)
);

-- Groups whose responsibility is not held; `since` by the governance clock.
create table group_responsibility (
  tenant_id uuid not null,
  team_id uuid not null,
  state text not null,
  since timestamptz not null,
  -- governance/responsibility/assess-responsibility.ts: ResponsibilityMemory.
  memory jsonb not null,
  primary key (tenant_id, team_id),
  check (state in ('shaky', 'deputy_vacant', 'vacant'))
);
create index group_responsibility_state on group_responsibility (tenant_id, state, team_id);

-- Groups whose responsibility is not held, longest first, as administrators see them.
create index group_responsibility_since on group_responsibility (tenant_id, state, since, team_id);

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
  -- The reason of a person who declined.
  reason text,
  -- Whether the steward or the administrators were informed of a declined or unanswered one.
  is_told boolean not null default false,
  -- When the acceptance got its state, by the governance clock; null for what was in place before. A trigger writes it.
  since timestamptz,
  primary key (tenant_id, team_id, role)
);

-- Groups that were handed over because their responsible person was not available, while they may be offered back.
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

-- People whose availability decides about the responsibility for groups: those who answer for one, their managers, the
-- stewards of organisations, and the owners of groups whose responsibility is not held.
create table watched_people (
  tenant_id uuid not null,
  -- The directory's id.
  person_id text not null,
  email text,
  display_name text,
  -- Name and address as searches compare them.
  folded_name text,
  language text,
  manager_id text,
  leaves_on timestamptz,
  -- disabled, deleted, guest or unlicensed; null while the person is available.
  unavailable_reason text,
  -- By the governance clock.
  unavailable_since timestamptz,
  -- The person left among many at once: an administrator decides whether anything follows from it.
  is_held boolean not null default false,
  checked_at timestamptz not null,
  -- By the governance clock: when a person who answered for groups became unavailable, or got a leave date or an earlier
  -- one; null once the person is available without a leave date. The brake on mass departures counts these.
  departed_at timestamptz,
  primary key (tenant_id, person_id),
  check ((unavailable_reason is null) = (unavailable_since is null))
);
create index watched_people_unavailable on watched_people (tenant_id, unavailable_since)
  where unavailable_reason is not null;
create index watched_people_departed on watched_people (tenant_id, departed_at) where departed_at is not null;

-- How far the changes of people were followed in each tenant's directory.
create table followed_people (
  tenant_id uuid primary key,
  -- The position in the directory's list of changes; null: begin again, with a check of everyone.
  token text,
  due_at timestamptz not null,
  -- The last transaction that announced changes of people or of stewards.
  announced_in xid8,
  checks_all_at timestamptz not null,
  followed_at timestamptz,
  -- Why the last attempt failed; null after one that succeeded.
  failure text,
  knows_leave_dates boolean not null default false,
  -- The ids of stewards in the directory, by the texts with which organisations name them.
  stewards jsonb not null default '{}',
  -- A mass departure that no administrator has released: {"since", "departed", "answering"}.
  mass_departure jsonb,
  -- By the governance clock: departures of before it are released.
  released_at timestamptz
);

-- When the groups of a policy expire, are archived and are deleted.
create table group_lifecycles (
  tenant_id uuid not null,
  team_id uuid not null,
  -- governance/lifecycle/lifecycle-state.ts. All times are by the governance clock. Null: the group does not expire.
  expires_at timestamptz,
  -- The version of the template whose policy was applied last.
  policy_version integer not null,
  renewals integer not null default 0,
  reminders integer not null default 0,
  cycle_started_at timestamptz not null,
  -- A person said that the group may end.
  is_ending boolean not null default false,
  -- archive_requested, kept or cannot_archive, once it expired.
  outcome text,
  archived_since timestamptz,
  deletes_at timestamptz,
  warnings integer not null default 0,
  deletion_requested_at timestamptz,
  -- Whether the group got its expiry as grace, because it existed when its policy came or became shorter:
  -- settings/organisations/lifecycle-dates.ts. A later change of the policy does not move such a date.
  is_grace boolean not null default false,
  -- It expires because nobody uses it or needs it.
  is_idle boolean not null default false,
  primary key (tenant_id, team_id)
) with (fillfactor = 80);
create index group_lifecycles_expiring on group_lifecycles (tenant_id, expires_at, team_id)
  where expires_at is not null;
create index group_lifecycles_deleting on group_lifecycles (tenant_id, deletes_at, team_id)
  where deletes_at is not null;

-- Groups that nobody uses, by complete reports and the policy of their template. Times by the governance clock.
create table idle_groups (
  tenant_id uuid not null,
  team_id uuid not null,
  idle_since timestamptz not null,
  -- The last use that was known then, or the day from which none is known.
  unused_since date not null,
  -- Nobody is asked before.
  quiet_until timestamptz,
  -- No person said that it is still needed.
  is_finding boolean not null default true,
  -- When it expired before its idleness began an expiry; null: never.
  former_expires_at timestamptz,
  primary key (tenant_id, team_id)
);

-- A group on hold is neither archived nor deleted, by anyone, until the hold is released.
create table group_holds (
  tenant_id uuid not null,
  team_id uuid not null,
  reason text not null,
  -- {"kind", "id"}.
  held_by jsonb not null,
  held_at timestamptz not null,
  primary key (tenant_id, team_id)
);

-- Groups on hold, newest first, and archived groups, newest first, as administrators see them.
create index group_holds_since on group_holds (tenant_id, held_at, team_id);

-- When the suite itself lets a group expire, by a policy of the suite, as the directory last said.
create table suite_expirations (
  tenant_id uuid not null,
  team_id uuid not null,
  -- Null: no policy of the suite covers the group, or the directory was not asked yet.
  suite_expires_at timestamptz,
  -- Whether the group is to be renewed there; otherwise it is only read.
  renews boolean not null,
  -- In real time.
  due_at timestamptz not null,
  failure text,
  primary key (tenant_id, team_id)
);
create index suite_expirations_due on suite_expirations (due_at, tenant_id);

-- Reviews: the people of a group decide who still belongs to it.
create table reviews (
  tenant_id uuid not null,
  review_id uuid not null,
  team_id uuid not null,
  organisation_id uuid not null,
  -- requested: the people are not read from the directory yet. open. completed, lapsed or withdrawn: it has ended.
  state text not null,
  -- ["owners", "guests"] or one of them.
  subjects jsonb not null,
  -- governance/reviews/review.ts, ReviewPerson[], of the time of the opening.
  people jsonb not null default '[]',
  -- Number of owners who are not reviewed: responsible, deputy and the owners of the template.
  fixed_owners integer not null default 0,
  unanswered text not null,
  -- Time for the answer, in ISO 8601.
  within text not null,
  reminders integer not null default 0,
  -- {"kind", "id"}: the policy or the one who asked for it.
  requested_by jsonb not null,
  reason text,
  cause jsonb,
  -- All by the governance clock.
  requested_at timestamptz not null,
  opened_at timestamptz,
  due_at timestamptz,
  ended_at timestamptz,
  -- When the directory is asked for the people of a requested review, in real time, and why it could not be.
  read_due_at timestamptz not null,
  failure text,
  primary key (tenant_id, review_id),
  check (state in ('requested', 'open', 'completed', 'lapsed', 'withdrawn'))
);
create unique index reviews_in_progress on reviews (tenant_id, team_id) where state in ('requested', 'open');
create index reviews_of_group on reviews (tenant_id, team_id, review_id);
create index reviews_to_read on reviews (read_due_at) where state = 'requested';

-- The overview counts reviews that nobody answered.
create index reviews_lapsed on reviews (tenant_id, ended_at) where state = 'lapsed';

-- When the policy asks for the next review of a group, by the governance clock.
create table review_dates (
  tenant_id uuid not null,
  team_id uuid not null,
  next_at timestamptz not null,
  primary key (tenant_id, team_id)
);


-- ---------------------------
-- Messages: tasks and notices
-- ---------------------------

-- Something that a person has to decide about a group.
create table tasks (
  tenant_id uuid not null,
  task_id uuid not null,
  kind text not null,
  team_id uuid not null,
  organisation_id uuid not null,
  -- [{"personId", "email", "displayName", "language"}]: messages/tasks/task.ts, Assignee.
  assignees jsonb not null,
  -- What the kind needs to ask and to apply a decision.
  data jsonb not null default '{}',
  -- Why the task exists: {"templateId", "policyVersion", "rule"}, or null.
  cause jsonb,
  -- Whether a decision by a link also needs a sign-in.
  decisions text not null default 'link',
  state text not null,
  -- By the governance clock, like due_at.
  opened_at timestamptz not null,
  due_at timestamptz,
  outcome text,
  reason text,
  -- {"kind", "id"}.
  decided_by jsonb,
  decided_via text,
  decided_at timestamptz,
  version integer not null default 1,
  -- When an open approval is looked at again, by the governance clock: to remind of it, because approvers leave, and at its
  -- end.
  follow_up_at timestamptz,
  primary key (tenant_id, task_id),
  check (decided_via in ('link', 'admin', 'api')),
  check (decisions in ('link', 'signed_in')),
  check (state in ('open', 'done', 'lapsed', 'withdrawn'))
) with (fillfactor = 80);
create unique index tasks_open_of_group on tasks (tenant_id, team_id, kind) where state = 'open';
create index tasks_of_group on tasks (tenant_id, team_id, task_id);
create index tasks_by_state on tasks (tenant_id, state, task_id);
create index tasks_of_people on tasks using gin (assignees jsonb_path_ops);

-- A decision link names its task alone.
create unique index tasks_by_link on tasks (task_id);
create index tasks_follow_up on tasks (follow_up_at, tenant_id, task_id)
  where (state = 'open') and (follow_up_at is not null);

-- The open tasks of a kind, those that are overdue, and the messages that were given up, for the overview.
create index tasks_open_of_kind on tasks (tenant_id, kind, task_id) where state = 'open';
create index tasks_open_due on tasks (tenant_id, due_at) where (state = 'open') and (due_at is not null);

-- The key of a tenant that decision links are made with, encrypted (ground/encryption/).
create table decision_keys (
  tenant_id uuid primary key,
  key_sealed text not null,
  foreign key (tenant_id) references tenants
);

-- One fact for one person. Its digest is formed later.
create table notices (
  tenant_id uuid not null,
  notice_id uuid not null,
  person_id text not null,
  email text not null,
  -- As the directory has it; null: unknown.
  language text,
  -- messages/notices/notice.ts: NoticeKind.
  kind text not null,
  -- Null where it is about no group.
  team_id uuid,
  task_id uuid,
  -- Facts for the text; no link and no token.
  data jsonb not null,
  -- The rule that asked for it: {templateId, policyVersion, rule}. Null: none did.
  cause jsonb,
  -- On the tenant's governance clock.
  created_at timestamptz not null,
  -- Null until its digest is formed.
  message_id uuid,
  primary key (tenant_id, notice_id)
);
create index notices_waiting on notices (tenant_id, person_id, created_at) where message_id is null;
create index notices_of_message on notices (tenant_id, message_id) where message_id is not null;
create index notices_of_team on notices (tenant_id, team_id, created_at desc, notice_id) where team_id is not null;
create index notices_age on notices (created_at);

-- One digest for one person and day.
create table notice_messages (
  tenant_id uuid not null,
  -- Part of the Message-ID, which is therefore the same at each attempt.
  message_id uuid not null,
  person_id text not null,
  email text not null,
  language text not null,
  -- Day of the tenant, on its governance clock.
  day date not null,
  -- pending, sent, refused (by the recipient's server), dropped (nothing in it was still of interest), failed.
  state text not null,
  due_at timestamptz not null,
  -- Grows at each claim, so that only the last one is recorded.
  claims integer not null default 0,
  attempts integer not null default 0,
  -- An attempt is in progress, or its process died.
  in_flight boolean not null default false,
  -- An attempt may have succeeded, so the content no longer changes.
  frozen boolean not null default false,
  detail text,
  created_at timestamptz not null,
  -- On the clock of the database.
  finished_at timestamptz,
  primary key (tenant_id, message_id),
  constraint notice_messages_tenant_id_person_id_day_key unique (tenant_id, person_id, day)
) with (fillfactor = 80);
create index notice_messages_due on notice_messages (due_at, tenant_id) where state = 'pending';
create index notice_messages_pending on notice_messages (tenant_id, person_id) where state = 'pending';
create index notice_messages_listed on notice_messages (tenant_id, day desc, message_id);
create index notice_messages_age on notice_messages (finished_at) where state <> 'pending';
create index notice_messages_failed on notice_messages (tenant_id, finished_at) where state = 'failed';

-- The state of a tenant's channel. At most one process sends for a tenant at a time.
create table notice_channels (
  tenant_id uuid primary key,
  claimed_until timestamptz,
  claims bigint not null default 0,
  -- Null while the channel works.
  failing_since timestamptz,
  failures integer not null default 0,
  paused_until timestamptz,
  detail text,
  last_sent_at timestamptz
) with (fillfactor = 50);

-- People to whom the last messages all failed, until one arrives.
create table failed_deliveries (
  tenant_id uuid not null,
  -- As in notice_messages, in lower case.
  person_id text not null,
  email text not null,
  -- In a row: messages that were refused permanently or given up.
  failures integer not null,
  is_unreachable boolean not null generated always as (failures >= 3) stored,
  -- The reason of the last failure.
  detail text,
  -- Times of the first and of the last failure, on the clock of the database.
  since timestamptz not null,
  last_at timestamptz not null,
  primary key (tenant_id, person_id)
);
create index failed_deliveries_unreachable on failed_deliveries (tenant_id) where is_unreachable;

-- Which warnings about the end of a connection's credential administrators got: one for each end and number of days
-- before it, whichever process finds it first.
create table credential_warnings (
  tenant_id uuid not null,
  expires_at timestamptz not null,
  days_before integer not null,
  warned_at timestamptz not null,
  primary key (tenant_id, expires_at, days_before),
  foreign key (tenant_id) references tenants
);

-- Probes of connections, the newest of each tenant: verdicts and durations, without a name or an id of the directory.
create table connection_probes (
  tenant_id uuid not null,
  probe_id uuid not null,
  -- night, person or operator.
  origin text not null,
  -- The day of the tenant on which the night of the probe began; null: someone asked for it.
  night date,
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- done, failed or interrupted; null: it has not ended.
  outcome text,
  -- The code of the failure.
  failure text,
  -- reconciliation/probes/verdicts.ts: JudgedAssumption[].
  assumptions jsonb,
  leftovers_removed integer not null default 0,
  left_behind integer not null default 0,
  primary key (tenant_id, probe_id),
  foreign key (tenant_id) references tenants
);
-- A night has one probe, and a tenant one at a time.
create unique index connection_probes_nights on connection_probes (tenant_id, night) where night is not null;
create unique index connection_probes_open on connection_probes (tenant_id) where finished_at is null;


-- ------------------------------------------
-- The audit log, and the events made from it
-- ------------------------------------------

-- Every change, written in the transaction of the change: the audit log and the source of events. The application may
-- add to it, and neither change nor remove.
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

-- The history of one group, one template or one key.
create index activity_subject on activity (tenant_id, subject_id, activity_id);

-- The groups that changed since a time.
create index activity_occurred_at on activity using brin (occurred_at) with (pages_per_range='16');

-- Entries that name a person who answers, or answered, for a group.
create function answering_terms(tenant_id uuid, data jsonb) returns integer[]
language sql immutable parallel safe as $$
  select array_agg(hashtext(tenant_id::text || lower(person)))
  from unnest(array[data -> 'before' ->> 'responsible', data -> 'before' ->> 'deputy',
    data -> 'after' ->> 'responsible', data -> 'after' ->> 'deputy']) person
$$;
create index activity_answering on activity using gin (answering_terms(tenant_id, data))
  where action in ('group.changed', 'group.handed_over', 'group.change_failed')
    and (data -> 'before' ?| array['responsible', 'deputy'] or data -> 'after' ?| array['responsible', 'deputy']);

-- Entries that await their place in the chain. Filled in the transaction of the change, emptied by the sealer. It has no
-- index: it is read as a whole, in batches, and is empty most of the time.
create table activity_unsealed (
  tenant_id uuid not null,
  activity_id bigint not null
) with (autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0);

-- One row for each tenant and batch: the entries from first_position on, in this order.
create table activity_seals (
  tenant_id uuid not null,
  -- Positions are dense: 1, 2, 3 and so on.
  first_position bigint not null,
  entry_ids bigint[] not null,
  -- SHA-256 of each entry and everything before it, 32 bytes each, one after the other: audit/chain.ts.
  entry_hashes bytea not null,
  -- The hash of the seal before; 32 zero bytes for the first one.
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamptz not null,
  primary key (tenant_id, first_position),
  check (octet_length(entry_hashes) = (32 * cardinality(entry_ids))),
  check (cardinality(entry_ids) > 0),
  check (first_position > 0)
);

-- Causes precede what follows from them, so the first entry of a seal may have another id than the least.
create function least_entry(entry_ids bigint[]) returns bigint
language sql immutable parallel safe strict as $$
  select min(entry_id) from unnest(entry_ids) entry_id
$$;

-- Finds the seal of an entry.
create index activity_seals_entry on activity_seals (tenant_id, least_entry(entry_ids));

-- The part of a tenant's audit log that was moved into files: docs/decisions/0035-the-audit-log-is-a-chain.md.
create table activity_archives (
  tenant_id uuid primary key,
  -- The last archived position: the chain in the database continues after it.
  position bigint not null,
  -- Hashes of the seal that ends there, and of its last entry.
  hash bytea not null,
  entry_hash bytea not null,
  -- When that seal was made: entries of that time or before may be archived.
  archived_until timestamptz not null,
  updated_at timestamptz not null,
  foreign key (tenant_id) references tenants,
  check (octet_length(entry_hash) = 32),
  check (octet_length(hash) = 32),
  check ("position" > 0)
);

-- Addresses that get events.
create table webhook_endpoints (
  tenant_id uuid not null,
  endpoint_id uuid not null,
  url text not null,
  description text not null,
  -- Null: every type.
  types text[],
  -- [{"signingKeyId", "kind": "hmac" | "ed25519", "secretSealed" (ground/encryption/), "createdAt", "expiresAt"}]:
  -- several while they are rotated.
  signing_keys jsonb not null,
  -- Null while it is active.
  disabled_at timestamptz,
  disabled_reason text,
  created_at timestamptz not null,
  created_by text not null,
  version integer not null default 1,
  -- Events up to this position of the tenant's chain have been queued for it, or are not for it.
  position bigint not null,
  failures_in_row integer not null default 0,
  held_until timestamptz not null default '-infinity'::timestamp with time zone,
  -- Null: events of every organisation, and those that belong to none.
  organisation_ids uuid[],
  -- Null: events of every template, and those that belong to none.
  template_ids uuid[],
  -- As created_by. Null while it is active.
  disabled_by text,
  -- Since when an endpoint fails without a success, and when administrators were notified; null: it works, or they were
  -- not.
  failing_since timestamptz,
  failure_notified_at timestamptz,
  primary key (tenant_id, endpoint_id),
  foreign key (tenant_id) references tenants
) with (fillfactor = 50);

-- One row for each event and endpoint.
create table webhook_deliveries (
  tenant_id uuid not null,
  endpoint_id uuid not null,
  -- The position of the event in the tenant's chain.
  position bigint not null,
  event_type text not null,
  -- Deliveries with the same key go out in the order of their positions, one after the other's success or end.
  ordering_key text not null,
  state text not null,
  failures integer not null default 0,
  -- While an attempt is under way this is when the attempt counts as lost.
  due_at timestamptz not null,
  queued_at timestamptz not null,
  finished_at timestamptz,
  -- Null, or past: nobody has it.
  claimed_until timestamptz,
  -- How often it was claimed; tells the present claim from earlier ones.
  claims integer not null default 0,
  -- When the due time was set. A time to come means that the database's clock was set back since, and the delivery is
  -- due.
  due_set_at timestamptz,
  primary key (tenant_id, endpoint_id, "position"),
  check (state in ('pending', 'delivered', 'failed'))
) with (fillfactor = 45);
create index webhook_deliveries_pending on webhook_deliveries (tenant_id, endpoint_id, "position")
  where state = 'pending';
create index webhook_deliveries_order on webhook_deliveries (tenant_id, endpoint_id, ordering_key, "position")
  where state = 'pending';
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where state <> 'pending';

-- Attempts to deliver, and tests of an endpoint.
create table webhook_attempts (
  tenant_id uuid not null,
  endpoint_id uuid not null,
  attempt_id bigint generated always as identity,
  -- Null for a test.
  position bigint,
  event_id text not null,
  event_type text not null,
  attempted_at timestamptz not null,
  duration_ms integer not null,
  -- delivered, or why not: refused, redirected, gone, timeout, unreachable, address_refused.
  outcome text not null,
  status_code integer,
  -- A sentence for the administrator, and the beginning of the answer.
  detail text,
  answer_excerpt text,
  retry_at timestamptz,
  primary key (tenant_id, endpoint_id, attempt_id)
);
create index webhook_attempts_age on webhook_attempts (attempted_at);
create index webhook_attempts_delivery on webhook_attempts (tenant_id, endpoint_id, "position");

-- The requests that API keys made, kept for 30 days: audit/request-log/request-log.ts.
create table request_log (
  tenant_id uuid not null,
  entry_id bigint generated always as identity,
  occurred_at timestamptz not null,
  api_key_id uuid not null,
  method text not null,
  -- The pattern of the route, such as /teams/:teamId.
  route text not null,
  status smallint not null,
  request_id text not null,
  duration_ms real not null,
  address text not null,
  user_agent text,
  -- The group of the address, where it names one.
  group_id uuid,
  -- The problem of a refused request: its code, its sentence, and its faults as [{"pointer", "code", "detail"}].
  code text,
  detail text,
  errors jsonb,
  -- The body of a refused request, without secrets and cut to a bounded size.
  body jsonb,
  is_body_cut boolean not null,
  primary key (tenant_id, entry_id)
);
create index request_log_age on request_log (occurred_at);
create index request_log_of_key on request_log (tenant_id, api_key_id, entry_id);
create index request_log_of_group on request_log (tenant_id, group_id, entry_id) where group_id is not null;
create index request_log_by_request on request_log (tenant_id, request_id);
create index request_log_refused on request_log (tenant_id, entry_id) where status >= 400;
create index request_log_refused_of_key on request_log (tenant_id, api_key_id, entry_id) where status >= 400;
create index request_log_by_status on request_log (tenant_id, status, entry_id);
create index request_log_by_code on request_log (tenant_id, code, entry_id) where code is not null;


-- ---------------------------------
-- Administrators and their sessions
-- ---------------------------------

-- People who may sign in to the admin center, and their roles.
create table administrators (
  tenant_id uuid not null,
  administrator_id uuid not null,
  -- In lower case.
  email text not null,
  name text,
  role text not null,
  -- list: an operator or administrator put the person here; claim: the sign-in provider said so.
  source text not null,
  created_at timestamptz not null,
  created_by text not null,
  last_signed_in_at timestamptz,
  version integer not null default 1,
  provider_issuer text,
  provider_subject text,
  -- The language and the time zone that an administrator chose for the admin center: {"language": …, "timeZone": …}.
  -- Null until the first choice.
  preferences jsonb,
  limited_role text,
  organisation_ids uuid[],
  primary key (tenant_id, administrator_id),
  foreign key (tenant_id) references tenants,
  constraint administrators_identity check ((provider_issuer is null) = (provider_subject is null)),
  constraint administrators_limit check ((role <> 'limited') or ((limited_role is not null) and (cardinality(organisation_ids) > 0))),
  check (limited_role in ('administrator', 'operator', 'template_editor', 'reader')),
  check (role in ('owner', 'administrator', 'operator', 'template_editor', 'reader', 'limited')),
  check (source in ('list', 'claim'))
);
create unique index administrators_email on administrators (tenant_id, email);

-- Invitations of administrators: a link that signs in once, for a week. Only its hash is kept. Each person has at most
-- one; a new one replaces it.
create table admin_invitations (
  tenant_id uuid not null,
  administrator_id uuid not null,
  link_hash text not null,
  created_at timestamptz not null,
  created_by text not null,
  expires_at timestamptz not null,
  primary key (tenant_id, administrator_id),
  foreign key (tenant_id, administrator_id) references administrators on delete cascade
);
create unique index admin_invitations_link on admin_invitations (tenant_id, link_hash);

-- The OpenID Connect provider of a tenant.
create table admin_sign_in_providers (
  tenant_id uuid primary key,
  -- access/sessions/sign-in-provider.ts, SignInProvider.
  settings jsonb not null,
  client_secret_sealed text,
  foreign key (tenant_id) references tenants
);

-- Links of the operator that sign in once. Only their hashes are stored.
create table admin_sign_in_links (
  tenant_id uuid not null,
  link_hash text not null,
  administrator_id uuid not null,
  expires_at timestamptz not null,
  primary key (tenant_id, link_hash),
  foreign key (tenant_id, administrator_id) references administrators on delete cascade
);

-- Sessions of the admin center. Only the hash of the cookie is stored.
create table admin_sessions (
  tenant_id uuid not null,
  session_hash text not null,
  administrator_id uuid not null,
  method text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  session_id uuid not null default gen_random_uuid(),
  address text,
  user_agent text,
  primary key (tenant_id, session_hash),
  foreign key (tenant_id, administrator_id) references administrators on delete cascade,
  check (method in ('link', 'provider'))
);
create index admin_sessions_administrator on admin_sessions (tenant_id, administrator_id);


-- ------------------------------------------------------------
-- The directory: comparisons with the records, and the sandbox
-- ------------------------------------------------------------

-- When each tenant's records were last compared with its directory, what that found, and when it is due again.
create table reconciliations (
  tenant_id uuid primary key,
  -- When the last attempt ended, whatever came of it.
  attempted_at timestamptz not null,
  due_at timestamptz not null,
  -- Why the last attempt did not come to its end; null when it did.
  error text,
  -- The report of the last one that came to its end: reconciliation/report.ts, ReconciliationReport.
  finished_at timestamptz,
  -- The report of the last one that came to its end: reconciliation/report.ts, ReconciliationReport.
  report jsonb,
  -- The history of the database in which the tenant was compared last.
  history text,
  -- When a person last asked for a comparison of all groups; null once it has ended.
  asked_at timestamptz,
  -- When `directory_groups` last had every group of the directory; null: it never did.
  listed_at timestamptz,
  -- The position in the directory's list of changed groups; null: the next comparison begins again.
  changes_token text,
  -- When the changes are read again.
  changes_due_at timestamptz,
  foreign key (tenant_id) references tenants
);
create index reconciliations_changes on reconciliations (changes_due_at) where changes_token is not null;
create index reconciliations_asked on reconciliations (asked_at) where asked_at is not null;

-- The last observation of each group in the directory, and its differences from the record.
create table team_observations (
  tenant_id uuid not null,
  team_id uuid not null,
  -- When a read showed the names, the description and the visibility; and when it showed all of `observed`.
  seen_at timestamptz not null,
  details_seen_at timestamptz not null,
  -- engine/observed-state.ts: ObservedState.
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

-- The comparison that is oldest.
create index team_observations_oldest on team_observations (tenant_id, details_seen_at);

-- Few groups differ; administrators list them.
create index team_observations_found on team_observations (tenant_id, team_id)
  where (drift <> '[]') or (findings <> '{}');

-- All Microsoft 365 groups of the tenant's directory, ours or not, as it last showed them.
create table directory_groups (
  tenant_id uuid not null,
  group_id text not null,
  -- The record that governs the group; null: none.
  team_id uuid,
  display_name text not null,
  mail_nickname text not null,
  -- Display name and alias, folded, a line each, and what they are found by (`search_terms`).
  names text not null,
  terms integer[] not null,
  mail text,
  visibility text not null,
  has_team boolean not null,
  -- In the directory.
  created_at timestamptz,
  label text,
  suite_expires_at timestamptz,
  -- directory/group-facts.ts: GroupObstacle.
  obstacles text[] not null,
  found_at timestamptz not null,
  -- It was found after the first complete list, and the rule of the tenant was not applied to it yet.
  is_new boolean not null default false,
  seen_at timestamptz not null,
  -- An array of id, email, displayName, isAvailable, canAnswer and since, longest owner first; null: unknown.
  owners jsonb,
  -- None of the known owners can sign in.
  is_ownerless boolean not null default false,
  member_count integer,
  guest_count integer,
  -- When the owners and counts were read, and when they are read again.
  details_seen_at timestamptz,
  details_due_at timestamptz not null,
  primary key (tenant_id, group_id)
) with (fillfactor = 70);
create index directory_groups_names on directory_groups (tenant_id, names, group_id);
create index directory_groups_wild on directory_groups (tenant_id, names, group_id) where team_id is null;
create index directory_groups_terms on directory_groups using gin (terms);
create index directory_groups_new on directory_groups (tenant_id, group_id) where is_new;
create index directory_groups_details on directory_groups (tenant_id, details_due_at);

-- When each group of the directory was last used, by the reports of the suite. A report sees 180 days: the later date is kept.
create table group_usage (
  tenant_id uuid not null,
  group_id text not null,
  -- By each report (directory/usage-reports.ts: UsageSource): the last use, the day up to which the last report with the group
  -- counts, and the day from which reports had the group without a gap.
  teams_on date,
  teams_report_on date,
  teams_since date,
  group_on date,
  group_report_on date,
  group_since date,
  last_on date generated always as (greatest(teams_on, group_on)) stored,
  primary key (tenant_id, group_id)
) with (fillfactor = 70);

-- Lists have groups that were not used since a day: statistics of the expression tell whether they are few.
create index group_usage_idle on group_usage (tenant_id, greatest(last_on, group_since));

-- The reports about the use of a tenant's groups that were read last, and when they are read again.
create table usage_reports (
  tenant_id uuid primary key,
  -- By source, governance/lifecycle/usage-reports.ts: ReadReport.
  reports jsonb not null default '{}',
  -- By the governance clock.
  due_at timestamptz not null,
  -- Why the last attempt did not come to its end; null when it did.
  failure text
);

-- Rules that are stopped because they would go too far. The restores of a tenant are stopped until fewer groups differ, or
-- an administrator releases the differences that were seen by then; the adoptions of a template, until an administrator
-- releases them; idle groups are asked about by no report that conceals them.
create table enforcement_brakes (
  tenant_id uuid not null,
  rule text not null check (rule in ('restore', 'adoption', 'idle', 'concealed')),
  -- The template of adoptions; otherwise the tenant.
  subject_id uuid not null,
  since timestamptz not null,
  -- Groups that would be restored or become idle, or adoptions that failed.
  wanted integer not null,
  released_at timestamptz,
  primary key (tenant_id, rule, subject_id)
);

-- The people of a group whom a source names, such as an HR system. An operation brings the group in line with all rosters.
create table rosters (
  tenant_id uuid not null,
  team_id uuid not null,
  source text not null,
  -- Grows with each request that changes what the source names: its ETag.
  version bigint not null,
  -- What was sent: an equal request changes nothing.
  content_hash text not null,
  -- How many people the source names.
  count integer not null,
  -- Removals of this version that are too many to happen by themselves are confirmed.
  allows_removals boolean not null,
  -- The source gave its roster up: its people leave by the same rules.
  is_ended boolean not null,
  -- The version that the group is in line with, and since when.
  applied_version bigint not null default 0,
  applied_at timestamptz,
  -- Removals that wait until someone confirms them.
  held integer not null default 0,
  primary key (tenant_id, team_id, source),
  foreign key (tenant_id, team_id) references teams
);

-- Rosters of which an operation runs, or failed: what is to do lists the latter.
create index rosters_unapplied on rosters (tenant_id, team_id) where applied_version < version;

create table roster_entries (
  tenant_id uuid not null,
  team_id uuid not null,
  source text not null,
  -- The same for each spelling of an id or an address.
  person_key text not null,
  person text not null,
  role text not null,
  -- By the governance clock.
  until timestamptz,
  -- The directory's id; null until it knew the person.
  person_id text,
  result text,
  code text,
  -- A sentence about the result.
  detail text,
  -- Since when the person is looked up daily, by the governance clock.
  waiting_since timestamptz,
  -- The name with which the person is invited whom the directory does not know; null: nobody is invited.
  guest text,
  -- When the person was invited, by the governance clock. Without the id of the person, the outcome is unknown.
  invited_at timestamptz,
  -- The end of which the people of the group were told.
  told_until timestamptz,
  -- The version of the roster that names the person no longer: the row goes once that was applied.
  left_version bigint,
  primary key (tenant_id, team_id, source, person_key),
  foreign key (tenant_id, team_id, source) references rosters,
  check (role in ('member', 'owner')),
  check (result in ('added', 'invited', 'kept', 'removed', 'waiting', 'refused'))
);

-- People whom a roster names and who are not in the group: what is to do lists their groups.
create index roster_entries_absent on roster_entries (tenant_id, team_id)
  where result in ('refused', 'waiting') and left_version is null;

-- Guests whom a group has had invited: another one of the tenant does not invite them again.
create index roster_entries_invited on roster_entries (tenant_id, person_key) where invited_at is not null;

-- People whom rosters brought into the group, or made its owners: nobody else ever leaves by a roster.
create table roster_people (
  tenant_id uuid not null,
  team_id uuid not null,
  person_id text not null,
  joined boolean not null,
  owning boolean not null,
  primary key (tenant_id, team_id, person_id),
  foreign key (tenant_id, team_id) references teams,
  check (joined or owning)
);

-- The built-in suite for trying things out: its people.
create table sandbox_people (
  tenant_id uuid not null,
  person_id uuid not null,
  email text not null,
  display_name text not null,
  -- Name and address as searches compare them.
  folded_name text,
  kind text not null default 'member',
  enabled boolean not null default true,
  manager_email text,
  -- BCP 47.
  language text,
  leaves_on date,
  -- The guest was invited and has not accepted the invitation.
  is_pending boolean not null default false,
  primary key (tenant_id, person_id),
  check (kind in ('member', 'guest'))
);
create unique index sandbox_people_email on sandbox_people (tenant_id, lower(email));

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

-- Groups and teams of the sandbox.
create table sandbox_groups (
  tenant_id uuid not null,
  group_id uuid not null,
  -- Our teamId; null for a group that someone else made.
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
  -- When the team is archived; null while it is not. A time ahead: the archiving is in progress.
  archived_at timestamptz,
  -- When the owners of the sandbox's group renewed it last; null: never.
  renewed_at timestamptz,
  -- What a template gives a group at its creation, in the sandbox.
  classification text,
  preferred_language text,
  -- Facts that differ from those of an ordinary group, as Microsoft 365 has them of groups that others made.
  facts jsonb not null default '{}',
  -- Settings that differ from those of a group that nobody changed.
  settings jsonb not null default '{}',
  -- The transaction that changed it last, for those who follow the groups.
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, group_id)
) with (fillfactor = 70);
create unique index sandbox_groups_marker on sandbox_groups (tenant_id, marker);
create unique index sandbox_groups_alias on sandbox_groups (tenant_id, lower(mail_nickname));

-- Deleted groups of the sandbox, which can be restored for 30 days.
create table sandbox_deleted_groups (
  tenant_id uuid not null,
  group_id uuid not null,
  marker uuid,
  display_name text not null,
  description text,
  mail_nickname text not null,
  visibility text not null,
  owner_ids uuid[] not null,
  member_ids uuid[] not null,
  channels jsonb not null default '[]',
  team_requested_at timestamptz,
  team_ready_at timestamptz,
  created_at timestamptz not null,
  visible_at timestamptz not null,
  archived_at timestamptz,
  deleted_at timestamptz not null,
  classification text,
  preferred_language text,
  facts jsonb not null default '{}',
  settings jsonb not null default '{}',
  -- The transaction that changed it last, for those who follow the groups.
  changed_in xid8 not null default pg_current_xact_id(),
  primary key (tenant_id, group_id)
);
create index sandbox_deleted_groups_age on sandbox_deleted_groups (tenant_id, deleted_at);

-- How often a rehearsed fault was played, so that "fails twice, then works" survives a restart.
create table sandbox_rehearsals (
  tenant_id uuid not null,
  marker uuid not null,
  operation text not null,
  plays integer not null,
  primary key (tenant_id, marker, operation)
);


-- ----------------------------
-- The processes of the service
-- ----------------------------

-- When each recurring task is due next, so that of several processes one does it.
create table schedules (
  name text primary key,
  due_at timestamptz not null
);

-- A row for each process of the service, written when it is asked whether it is ready: the only proof that a write is
-- accepted is one. Rows of processes that have ended are removed by those that run.
create table readiness_probes (
  process_id uuid primary key,
  probed_at timestamptz not null
);


-- ---------------------------------------------
-- Functions, and the triggers that call them
-- ---------------------------------------------

-- Names the history of rows that a process reads: another server, as after a failover or a restore from a backup,
-- another database or a restored table gives another name. What is kept in memory is read again then.
-- docs/decisions/0044-history-of-the-database.md says why it is made of these.
create function database_history() returns text
language sql stable parallel safe as $$
  select concat_ws('-',
    (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint,
    (select oid from pg_database where datname = current_database()),
    pg_relation_filenode('lanes')
  )
$$;

-- The governance clock of a tenant. Only a sandbox can have one that is ahead.
create function governance_now(tenant uuid) returns timestamptz
language sql stable as $$
  select now() + case when directory ->> 'kind' = 'sandbox' then governance_offset else '0'::interval end
  from tenants where tenant_id = tenant
$$;

-- Only a sandbox has a clock that is ahead, also for the moments of groups: a tenant that was connected to another suite
-- later keeps no trace of the time machine.
create function governance_time(tenant uuid, moment timestamptz) returns timestamptz
language sql stable as $$
  select moment + coalesce((
    select a.ahead from governance_advances a join tenants t on t.tenant_id = a.tenant_id
    where a.tenant_id = tenant and a.at <= moment and t.directory ->> 'kind' = 'sandbox'
    order by a.at desc limit 1
  ), '0')
$$;

-- The inverse: before that moment, the clock of the tenant showed an earlier time. One call serves a whole statement.
create function governance_origin(tenant uuid, shown timestamptz) returns timestamptz
language sql stable as $$
  select least(
    min(a.at) filter (where a.at + a.ahead >= shown),
    shown - coalesce(max(a.ahead) filter (where a.at + a.ahead < shown), '0')
  )
  from governance_advances a join tenants t on t.tenant_id = a.tenant_id
  where a.tenant_id = tenant and t.directory ->> 'kind' = 'sandbox'
$$;

-- Hashes of a group's people, by which it is found.
create function person_terms(tenant_id uuid, people jsonb) returns integer[]
language sql immutable parallel safe strict as $$
  select coalesce(array_agg(distinct hashtext(tenant_id::text || person)), '{}')
  from jsonb_array_elements_text((people -> 'ownerIds') || (people -> 'memberIds')) person
$$;

-- The properties stand below their tenant, so that a search does not go through the groups of others.
create index teams_properties on teams using gin (jsonb_set('{}', array[tenant_id::text], properties) jsonb_path_ops)
  where properties <> '{}';

-- Groups are found by any part of their names, by the hashes of every three characters that follow each other, as the
-- extension pg_trgm does it, which a managed server may not offer. They are mixed with the tenant, so that its search
-- does not go through the groups of others. The index leaves repetitions out by itself.
create function search_terms(tenant_id uuid, names text) returns integer[]
language sql immutable parallel safe strict as $$
  select array(select hashtext(tenant_id::text || substr(names, generate_series(1, length(names) - 2), 3)))
$$;

-- Description and values of properties as searches compare them, a line each.
create function team_details(folded text, description text, properties jsonb) returns text
language sql immutable parallel safe as $$
  select coalesce(folded, lower(concat_ws(E'\n', description,
    case when properties <> '{}' then (select string_agg(value, E'\n' order by key) from jsonb_each_text(properties)) end)))
$$;

-- The hashes by which a group is found: `search_terms` of its texts, and those of the ids of its organisation and its
-- template.
create function team_terms(tenant_id uuid, texts text, organisation_id uuid, template_id uuid) returns integer[]
language sql immutable parallel safe as $$
  select search_terms(tenant_id, texts)
    || hashtext(tenant_id::text || organisation_id::text) || hashtext(tenant_id::text || template_id::text)
$$;

create function add_lane() returns trigger
language plpgsql as $$
begin
  insert into lanes (tenant_id) values (new.tenant_id);
  return null;
end $$;

create trigger lane after insert on tenants
  for each row execute function add_lane();

-- The sandbox announces changes of its people, so that they are followed at once. The first announcement makes the row: the
-- people may be read for the first time meanwhile, and are due again then.
create function announce_change_of_person() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into followed_people (tenant_id, due_at, checks_all_at) values (new.tenant_id, now(), now())
    on conflict do nothing;
  end if;
  -- Once for each transaction, however many people it changes.
  update followed_people set due_at = now(), announced_in = pg_current_xact_id()
  where tenant_id = coalesce(new.tenant_id, old.tenant_id) and announced_in is distinct from pg_current_xact_id();
  return null;
end $$;

create trigger announce_change after insert or delete or update on sandbox_people
  for each row execute function announce_change_of_person();

-- The groups of all templates of an organisation, or of the tenant, are assessed at the next tick.
create function assess_groups_of_templates(tenant uuid, organisation uuid default null) returns void
language sql as $$
  insert into changed_policies (tenant_id, template_id)
  select tenant_id, template_id from templates
  where tenant_id = tenant and organisation_id = coalesce(organisation, organisation_id) and deleted_at is null
$$;

-- A changed steward is read from the directory at once, and the questions to the former one go to the new one.
create function announce_change_of_steward() returns trigger
language plpgsql as $$
begin
  update followed_people set due_at = now(), announced_in = pg_current_xact_id()
  where tenant_id = new.tenant_id and announced_in is distinct from pg_current_xact_id();
  perform assess_groups_of_templates(new.tenant_id, new.organisation_id);
  return null;
end $$;

create trigger announce_steward after update on organisations
  for each row when (old.steward is distinct from new.steward)
  execute function announce_change_of_steward();

-- A changed lifecycle, and changed rules of responsibility and about differences from the directory, are felt by the existing
-- groups of the template at the next tick, whichever way they were changed.
create function assess_groups_of_template() returns trigger
language plpgsql as $$
begin
  insert into changed_policies (tenant_id, template_id) values (new.tenant_id, new.template_id);
  return null;
end $$;

create trigger assess_groups after update on templates
  for each row when (
    (old.policy -> 'lifecycle', old.policy -> 'responsibility', old.policy -> 'enforce')
      is distinct from (new.policy -> 'lifecycle', new.policy -> 'responsibility', new.policy -> 'enforce'))
  execute function assess_groups_of_template();

-- The days and the hour of messages are part of every date of a group.
create function assess_groups_of_tenant() returns trigger
language plpgsql as $$
begin
  perform assess_groups_of_templates(new.tenant_id);
  return null;
end $$;

create trigger assess_dates after update on tenants
  for each row when (
    (old.notices -> 'timeZone', old.notices -> 'hour', old.notices -> 'sender')
      is distinct from (new.notices -> 'timeZone', new.notices -> 'hour', new.notices -> 'sender'))
  execute function assess_groups_of_tenant();

create function compare_groups_of_template() returns trigger language plpgsql as $$
begin
  insert into changed_policies (tenant_id, template_id, settings) values (new.tenant_id, new.template_id, true);
  return null;
end $$;

create trigger compare_settings after update on templates
  for each row when ((old.policy -> 'settings') is distinct from (new.policy -> 'settings'))
  execute function compare_groups_of_template();

-- Operations of a group begin once its creation has ended. The condition on the status stands in a case: by statistics
-- of an idle service, the planner would read all operations that wait.
create function begin_operations() returns trigger
language plpgsql as $$
begin
  update operations set due_at = least(due_at, created_at, now())
  where tenant_id = new.tenant_id and team_id = new.team_id
    and case when status = 'accepted' then waiting else false end;
  return null;
end $$;

create trigger begin_operations after update of status on provisionings
  for each row when ((new.status = any (array['succeeded', 'failed', 'cancelled'])) and (old.status is distinct from new.status))
  execute function begin_operations();

create function date_acceptance() returns trigger
language plpgsql as $$
begin
  if new.state = 'in_place' then
    new.since := null;
  elsif tg_op = 'INSERT' then
    -- The rows of a tenant that comes from another installation have theirs.
    new.since := coalesce(new.since, governance_now(new.tenant_id));
  elsif (new.person_id, new.state) is distinct from (old.person_id, old.state) then
    new.since := governance_now(new.tenant_id);
  end if;
  return new;
end $$;

create trigger date_acceptance before insert or update on acceptances
  for each row execute function date_acceptance();

-- A group that begins to exist is assessed at once where its template has a policy for that. By statement: a trigger by
-- row took half of the time of the last record. Records of operations, which hold the lock of the group, do not look: a
-- decision holds the assessment first and the group second, so that both could wait for each other.
create function govern_new_groups() returns trigger
language plpgsql as $$
begin
  insert into governed_groups (tenant_id, team_id, organisation_id, template_id, due_at)
  select t.tenant_id, t.team_id, t.organisation_id, t.template_id, now()
  from changed c
  join former f on f.tenant_id = c.tenant_id and f.team_id = c.team_id and f.status <> 'succeeded'
  join teams t on t.tenant_id = c.tenant_id and t.team_id = c.team_id
  join templates m on m.tenant_id = t.tenant_id and m.template_id = t.template_id
  where c.status = 'succeeded'
    and (m.policy ?| array['lifecycle', 'responsibility', 'notices'] or t.people ->> 'responsible' is null)
  order by t.team_id
  on conflict do nothing;
  -- A group that was adopted without a responsible person is vacant at once; its first assessment announces it.
  insert into group_responsibility (tenant_id, team_id, state, since, memory)
  select t.tenant_id, t.team_id, 'vacant', governance_now(t.tenant_id), '{}'
  from changed c
  join former f on f.tenant_id = c.tenant_id and f.team_id = c.team_id and f.status <> 'succeeded'
  join teams t on t.tenant_id = c.tenant_id and t.team_id = c.team_id
  where c.status = 'succeeded' and t.people ->> 'responsible' is null
  order by t.team_id
  on conflict do nothing;
  return null;
end $$;

create trigger govern_new_groups after update on provisionings referencing old table as former new table as changed
  for each statement execute function govern_new_groups();

-- The hashes by which finished groups are found are stored as they come: the index leaves repetitions out by itself, and
-- to look for them took a tenth of the time of the last record of a creation.
create function make_searchable_together() returns trigger
language plpgsql as $$
begin
  insert into team_search (tenant_id, team_id, names, details, terms, responsible_id, deputy_id, people, group_id)
  with ended as materialized (
    select t.tenant_id, t.tenant_id::text as tenant, t.team_id, t.organisation_id, t.template_id,
      coalesce(t.folded_name, lower(t.display_name)) || E'\n' || lower(t.mail_nickname) as names,
      -- As team_details and team_terms, which serve single rows: a call of them for each row takes longer than their work.
      coalesce(t.folded_details, lower(concat_ws(E'\n', t.description, case when t.properties <> '{}' then (
        select string_agg(value, E'\n' order by key) from jsonb_each_text(t.properties)
      ) end))) as details,
      t.people ->> 'responsible' is not null as has_responsible, t.people ->> 'deputy' is not null as has_deputy,
      case when c.status = 'succeeded' then c.resolved_people end as people,
      case when c.status = 'succeeded' then c.directory_group_id end as group_id
    from changed c join teams t on t.tenant_id = c.tenant_id and t.team_id = c.team_id
    where c.status in ('succeeded', 'failed', 'cancelled')
  ), texts as materialized (
    select *, names || E'\n' || details as texts from ended
  )
  select tenant_id, team_id, names, details,
    array(select hashtext(tenant || substr(texts, generate_series(1, length(texts) - 2), 3)))
      || hashtext(tenant || organisation_id::text) || hashtext(tenant || template_id::text),
    -- As person_terms, which serves single rows, apart from repetitions.
    case when has_responsible then people -> 'ownerIds' ->> 0 end,
    case when has_deputy then people -> 'ownerIds' ->> 1 end,
    array(
      select hashtext(tenant || jsonb_array_elements_text((people -> 'ownerIds') || (people -> 'memberIds')))
    ),
    group_id
  from texts
  on conflict do nothing;
  return null;
end $$;

create trigger make_searchable after update on provisionings referencing new table as changed
  for each statement execute function make_searchable_together();

-- Every change of a person is noted, whichever statement makes it.
create function note_change_of_person() returns trigger
language plpgsql as $$
begin
  insert into sandbox_people_changes (tenant_id, person_id, changed_in, changed_at)
  values (coalesce(new.tenant_id, old.tenant_id), coalesce(new.person_id, old.person_id), pg_current_xact_id(), now())
  on conflict (tenant_id, person_id) do update
  set changed_in = excluded.changed_in, changed_at = excluded.changed_at;
  return null;
end $$;

create trigger note_change after insert or delete or update on sandbox_people
  for each row execute function note_change_of_person();

create function note_change_of_group() returns trigger
language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;

create trigger note_change before update on sandbox_groups
  for each row execute function note_change_of_group();

create function note_changed_responsibility() returns trigger
language plpgsql as $$
begin
  insert into changed_responsibilities (tenant_id, team_id)
  select c.tenant_id, c.team_id
  from changed c
  join former f on f.tenant_id = c.tenant_id and f.team_id = c.team_id
  where (c.responsible_id, c.deputy_id) is distinct from (f.responsible_id, f.deputy_id);
  return null;
end $$;

create trigger note_changed_responsibility after update on team_search referencing old table as former new table as changed
  for each statement execute function note_changed_responsibility();

-- A group that was archived, made writable again, deleted or restored, or has other properties or another expiry, is
-- assessed at the next tick, whoever asked for it. The queue spares the record of the operation a wait for the assessment.
create function note_changed_state() returns trigger
language plpgsql as $$
begin
  insert into changed_responsibilities (tenant_id, team_id)
  select g.tenant_id, g.team_id from governed_groups g
  where g.tenant_id = new.tenant_id and g.team_id = new.team_id;
  return null;
end $$;

create trigger note_changed_state after update on teams
  for each row when ((old.archived_at is distinct from new.archived_at) or (old.deleted_at is distinct from new.deleted_at)
    or (old.ended_at is distinct from new.ended_at) or (old.requested_expiry is distinct from new.requested_expiry)
    or (old.properties is distinct from new.properties))
  execute function note_changed_state();

-- A group of which an operation failed or was cancelled: the answer to a question may have asked for it, or a question may
-- have waited for its end.
create trigger note_failed_operation after update on operations
  for each row when (new.status in ('failed', 'cancelled') and old.status is distinct from new.status)
  execute function note_changed_state();

create function note_listed_groups() returns trigger
language plpgsql as $$
begin
  insert into uncompared_groups (tenant_id, team_id)
  select c.tenant_id, c.team_id from changed c
  where not exists (
    select from team_observations o join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id
    where o.tenant_id = c.tenant_id and o.team_id = c.team_id and o.record_version = t.version
  )
  order by c.tenant_id, c.team_id
  on conflict do nothing;
  return null;
end $$;

create trigger note_listed_groups after insert on organisation_groups referencing new table as changed
  for each statement execute function note_listed_groups();

create function forget_unlisted_groups() returns trigger
language plpgsql as $$
begin
  delete from uncompared_groups u using changed c where u.tenant_id = c.tenant_id and u.team_id = c.team_id;
  return null;
end $$;

create trigger forget_unlisted_groups after delete on organisation_groups referencing old table as changed
  for each statement execute function forget_unlisted_groups();

-- Both the record of a group and its observation change while its row is locked.
create function note_comparison() returns trigger
language plpgsql as $$
begin
  if exists (
    select from team_observations o join teams t on t.tenant_id = o.tenant_id and t.team_id = o.team_id
    where o.tenant_id = new.tenant_id and o.team_id = new.team_id and o.record_version = t.version
  ) then
    delete from uncompared_groups where tenant_id = new.tenant_id and team_id = new.team_id;
  else
    insert into uncompared_groups (tenant_id, team_id)
    select tenant_id, team_id from organisation_groups where tenant_id = new.tenant_id and team_id = new.team_id
    on conflict do nothing;
  end if;
  return null;
end $$;

create trigger note_comparison after update on teams
  for each row when (old.version is distinct from new.version) execute function note_comparison();

create trigger note_first_comparison after insert on team_observations
  for each row execute function note_comparison();

create trigger note_comparison after update on team_observations
  for each row when (old.record_version is distinct from new.record_version) execute function note_comparison();

create function note_unsealed_activity() returns trigger
language plpgsql as $$
begin
  insert into activity_unsealed (tenant_id, activity_id) select tenant_id, activity_id from added;
  return null;
end $$;

create trigger note_unsealed after insert on activity referencing new table as added
  for each statement execute function note_unsealed_activity();

create function remove_deliveries() returns trigger
language plpgsql as $$
begin
  delete from webhook_deliveries where tenant_id = old.tenant_id and endpoint_id = old.endpoint_id;
  delete from webhook_attempts where tenant_id = old.tenant_id and endpoint_id = old.endpoint_id;
  return null;
end $$;

create trigger remove_deliveries after delete on webhook_endpoints
  for each row execute function remove_deliveries();

create function set_search_terms() returns trigger
language plpgsql as $$
declare
  texts text := new.names || E'\n' || new.details;
begin
  new.terms := (
    select team_terms(new.tenant_id, texts, t.organisation_id, t.template_id) from teams t
    where t.tenant_id = new.tenant_id and t.team_id = new.team_id
  );
  return new;
end $$;

create trigger set_terms before insert on team_search
  for each row when (new.terms is null)
  execute function set_search_terms();

create trigger set_terms_of_new_texts before update of names, details on team_search
  for each row when ((new.names, new.details) is distinct from (old.names, old.details))
  execute function set_search_terms();

-- A transaction gets one revision for everything it changes: updating the one row of `configuration` for each change
-- took a minute for 9,000 tenants. The setting ends with the transaction, and a rollback to a savepoint undoes it
-- together with the update.
create function stamp_configuration_revision() returns trigger
language plpgsql as $$
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

create trigger stamp before insert or update on tenants
  for each row execute function stamp_configuration_revision();

create trigger stamp before insert or update on organisations
  for each row execute function stamp_configuration_revision();

create trigger stamp before insert or update on templates
  for each row execute function stamp_configuration_revision();

create trigger stamp before insert or update on api_keys
  for each row execute function stamp_configuration_revision();

create trigger stamp before insert or update on signing_keys
  for each row execute function stamp_configuration_revision();


-- ---------------------------------------------
-- Statistics, rights and the first row
-- ---------------------------------------------

-- No condition compares these wide columns, and samples of them made each analyze slow.
alter table teams alter column description set statistics 0;
alter table teams alter column people set statistics 0;
alter table teams alter column properties set statistics 0;
alter table teams alter column policy set statistics 0;
alter table provisionings alter column resolved_people set statistics 0;
alter table provisionings alter column facts set statistics 0;
alter table provisionings alter column warnings set statistics 0;
alter table provisionings alter column error set statistics 0;
alter table activity alter column data set statistics 0;
alter table directory_groups alter column owners set statistics 0;
alter table directory_groups alter column terms set statistics 0;
alter table sandbox_groups alter column description set statistics 0;
alter table sandbox_groups alter column owner_ids set statistics 0;
alter table sandbox_groups alter column member_ids set statistics 0;
alter table sandbox_groups alter column channels set statistics 0;

-- Statistics of a table in which each tenant has one row say that a tenant identifies a row. Then every index that begins
-- with the tenant looks as good as the key, and each look-up by a key reads all rows of the tenant. From the next `analyze`
-- on, a tenant counts as one of a thousand rows at most; frequent tenants are still known as they are.
alter table acceptances alter column tenant_id set (n_distinct = -0.001);
alter table activity alter column tenant_id set (n_distinct = -0.001);
alter table batch_groups alter column tenant_id set (n_distinct = -0.001);
alter table directory_groups alter column tenant_id set (n_distinct = -0.001);
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
alter table roster_entries alter column tenant_id set (n_distinct = -0.001);
alter table roster_people alter column tenant_id set (n_distinct = -0.001);
alter table rosters alter column tenant_id set (n_distinct = -0.001);
alter table tasks alter column tenant_id set (n_distinct = -0.001);
alter table team_observations alter column tenant_id set (n_distinct = -0.001);
alter table team_search alter column tenant_id set (n_distinct = -0.001);
alter table teams alter column tenant_id set (n_distinct = -0.001);
alter table watched_people alter column tenant_id set (n_distinct = -0.001);
alter table webhook_attempts alter column tenant_id set (n_distinct = -0.001);
alter table webhook_deliveries alter column tenant_id set (n_distinct = -0.001);

-- Until that first `analyze`, statistics say that all rows are of one tenant and a few organisations and templates, and that
-- the ids of other things identify a row. Without any, PostgreSQL guesses two hundred values of each column, and a plan of a
-- new database may go through all groups of a template where it should look one up by its key. PostgreSQL 15 to 17 cannot
-- be told.
do $$ begin
  if current_setting('server_version_num')::integer >= 180000 then
    perform pg_restore_attribute_stats(
      'schemaname', 'public', 'relname', relname::text, 'attname', attname::text, 'inherited', false,
      'null_frac', 0::real, 'avg_width', 16, 'n_distinct', n_distinct::real)
    from (
      values ('tenant_id', 1), ('organisation_id', 5), ('template_id', 5), ('team_id', -1), ('group_id', -1), ('marker', -1),
        ('adopted_marker', -1), ('operation_id', -1), ('task_id', -1), ('review_id', -1), ('notice_id', -1), ('message_id', -1)
    ) expected (attname, n_distinct)
    join pg_attribute using (attname) join pg_class c on c.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('tenants', 'organisations', 'templates');
  end if;
end $$;

-- The service adds to the audit log, and changes and removes none of it.
revoke update, delete on activity, activity_seals from groupwright_app;
revoke insert, update, delete on activity_archives from groupwright_app;
-- The appender clears away what it has emptied, instead of waiting for autovacuum. PostgreSQL 15 and 16 do not know this right.
do $$ begin
  if current_setting('server_version_num')::integer >= 170000 then
    grant maintain on activity_unsealed to groupwright_app;
  end if;
end $$;

insert into configuration (revision) values (0);
