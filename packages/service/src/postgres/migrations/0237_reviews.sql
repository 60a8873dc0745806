-- Reviews: the people of a group decide who still belongs to it. The previous release ignores them.
create table reviews (
  tenant_id uuid not null,
  review_id uuid not null,
  team_id uuid not null,
  organisation_id uuid not null,
  -- requested: the people are not read from the directory yet. open. completed, lapsed or withdrawn: it has ended.
  state text not null check (state in ('requested', 'open', 'completed', 'lapsed', 'withdrawn')),
  -- ["owners", "guests"] or one of them.
  subjects jsonb not null,
  -- reviews/review.ts, ReviewPerson[], of the time of the opening.
  people jsonb not null default '[]',
  -- Owners who are not reviewed: responsible, deputy and the owners of the template.
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
  -- Of a requested one, in real time: when the directory is asked, and why it could not be.
  read_due_at timestamptz not null,
  failure text,
  primary key (tenant_id, review_id)
);
create unique index reviews_in_progress on reviews (tenant_id, team_id) where state in ('requested', 'open');
create index reviews_of_group on reviews (tenant_id, team_id, review_id);
create index reviews_to_read on reviews (read_due_at) where state = 'requested';

-- When the policy asks for the next review of a group, by the governance clock.
create table review_dates (
  tenant_id uuid not null,
  team_id uuid not null,
  next_at timestamptz not null,
  primary key (tenant_id, team_id)
);
