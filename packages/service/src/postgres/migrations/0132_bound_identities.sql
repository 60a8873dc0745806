-- Which account of which sign-in provider an administrator is, known since the first sign-in by it. The previous
-- release neither binds nor compares.
alter table administrators
  add column provider_issuer text,
  add column provider_subject text,
  add constraint administrators_identity check ((provider_issuer is null) = (provider_subject is null));
