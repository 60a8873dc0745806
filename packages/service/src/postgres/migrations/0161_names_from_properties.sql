-- Naming rules of templates beside their patterns, counters, and words that a tenant blocks in names. The previous release
-- ignores all of it; let no template use filters or a counter until every process has this release.
alter table templates
  -- Declared properties, counter, transliteration: organisations/naming.ts, TemplateNaming.
  add column naming jsonb not null default '{}',
  add column naming_bytes integer generated always as (octet_length(naming::text)) stored;

alter table tenants add column blocked_words jsonb not null default '[]';

-- The last number that each sequence has given out. A number is taken in the statement that accepts its group, which holds
-- the row's lock until the commit, so no number is given out twice.
create table name_counters (
  tenant_id uuid not null,
  -- The template or the organisation.
  scope_id uuid not null,
  -- The calendar year of a sequence that begins again each year; otherwise 0.
  year integer not null,
  last_number bigint not null,
  primary key (tenant_id, scope_id, year)
) with (fillfactor = 50);
