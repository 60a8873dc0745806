-- Administrators who are limited to organisations: admin-sessions/administrator.ts. Their role is in a column of its own, and
-- `role` says `limited`, which the previous release takes for a role that may do nothing. So nobody has more access at one
-- of its processes.
alter table administrators
  add column limited_role text check (limited_role in ('administrator', 'operator', 'template_editor', 'reader')),
  add column organisation_ids uuid[];
alter table administrators drop constraint administrators_role_check;
alter table administrators add constraint administrators_role_check
  check (role in ('owner', 'administrator', 'operator', 'template_editor', 'reader', 'limited'));
alter table administrators add constraint administrators_limit
  check (role <> 'limited' or (limited_role is not null and cardinality(organisation_ids) > 0));
