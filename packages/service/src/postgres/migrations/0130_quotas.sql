-- What quotas and the purge of deleted templates and API keys look at. The previous release ignores all of it.

alter table templates
  -- Length of the policy as text: what standing people and channels come to.
  add column policy_bytes integer generated always as (octet_length(policy::text)) stored,
  -- Nothing needs it any more: processes drop it from memory, and the row is removed an hour later.
  add column purged_at timestamptz;
alter table api_keys add column purged_at timestamptz;

-- A deleted template keeps its name for the groups that failed; the rest is in the activity log.
update templates set policy = '{}', mail_nickname_pattern = '', display_name_pattern = ''
where deleted_at is not null;
