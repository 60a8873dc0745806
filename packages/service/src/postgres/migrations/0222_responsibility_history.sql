-- Entries that say who answered for a group, by the group. They are few beside those of creations.
create index activity_responsibility on activity (tenant_id, subject_id, activity_id)
  where action in ('group.changed', 'group.handed_over', 'group.change_failed');

-- Finds the seal of an entry by its time.
create index activity_seals_time on activity_seals (tenant_id, sealed_at);
