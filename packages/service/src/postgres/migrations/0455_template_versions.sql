-- Which version of its template a group was made by: of groups that are requested from this release on. The previous
-- release leaves it null.
alter table teams add column template_version integer check (template_version > 0);

-- The versions of a template, which are its entries in the audit log. They are few beside those of creations.
create index activity_template_versions on activity (tenant_id, subject_id, activity_id)
  where action in ('template.created', 'template.changed');
