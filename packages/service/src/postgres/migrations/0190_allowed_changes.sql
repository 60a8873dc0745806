-- The changes that API keys may make to the groups of a template: organisations/allowed-changes.ts. A column beside the
-- policy, because the previous release writes the policy as a whole, and because groups keep no copy of it.
alter table templates add column changes jsonb not null default '{}';
