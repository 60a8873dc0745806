-- An endpoint may be limited to organisations and templates, and it is known who turned it off.
alter table webhook_endpoints
  -- Null: events of every organisation, and those that belong to none.
  add column organisation_ids uuid[],
  -- Null: events of every template, and those that belong to none.
  add column template_ids uuid[],
  -- As created_by. Null while it is active, or where a release turned it off that did not keep it.
  add column disabled_by text;
update webhook_endpoints set disabled_by = 'service:webhooks'
where disabled_at is not null and disabled_reason like 'The endpoint answered 410%';
