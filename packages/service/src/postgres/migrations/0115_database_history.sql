-- Names the history of rows that a process reads: another server, as after a failover or a restore from a
-- backup, another database or a restored table gives another name. What is kept in memory is read again then.
-- docs/decisions/0037-history-of-the-database.md says why it is made of these.
create function database_history() returns text language sql stable parallel safe as $$
  select concat_ws('-',
    (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint,
    (select oid from pg_database where datname = current_database()),
    pg_relation_filenode('lanes')
  )
$$;

-- The history in which the tenant was swept last. Null: by a release that did not know of it.
alter table reconciliations add column history text;
