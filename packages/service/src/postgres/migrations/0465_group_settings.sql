-- What a template gives a group at its creation, in the sandbox. The previous release neither reads nor writes it.
alter table sandbox_groups add column classification text, add column preferred_language text;
alter table sandbox_deleted_groups add column classification text, add column preferred_language text;
