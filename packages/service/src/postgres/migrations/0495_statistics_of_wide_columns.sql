-- No plan goes by the content of these columns: they are shown, and not searched. Sorting their values took most of the
-- time of an `analyze`, which the server runs again and again while tables grow.
alter table teams
  alter column people set statistics 0,
  alter column properties set statistics 0,
  alter column policy set statistics 0,
  alter column description set statistics 0;
alter table provisionings
  alter column resolved_people set statistics 0,
  alter column steps set statistics 0,
  alter column facts set statistics 0,
  alter column warnings set statistics 0,
  alter column error set statistics 0;
alter table activity
  alter column data set statistics 0;
alter table sandbox_groups
  alter column description set statistics 0,
  alter column owner_ids set statistics 0,
  alter column member_ids set statistics 0,
  alter column channels set statistics 0;
