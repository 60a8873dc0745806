-- Finer roles of administrators: admin-sessions/permission.ts. The previous release takes a new one for a reader.
alter table administrators drop constraint administrators_role_check;
alter table administrators add constraint administrators_role_check
  check (role in ('owner', 'administrator', 'operator', 'template_editor', 'reader'));
