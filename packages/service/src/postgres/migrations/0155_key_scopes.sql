-- The access of an API key. A key from before, or made by the previous release, can create and read groups, as it
-- always could. The previous release ignores both columns.
alter table api_keys
  add column scopes text[] not null default '{groups:create,groups:read}',
  -- Null: every organisation of the tenant.
  add column organisation_ids uuid[];

-- The holder of a kept answer may also be an API key. Kept answers expire after a day, whoever holds them.
alter table admin_kept_answers drop constraint admin_kept_answers_tenant_id_administrator_id_fkey;
