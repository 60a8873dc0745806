-- The language and the time zone that an administrator chose for the admin center: {"language": …, "timeZone": …}. Null
-- until the first choice. The previous release does not read it.
alter table administrators add column preferences jsonb;
