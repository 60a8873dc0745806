-- The steps of a creation as text (provisioning/stored-steps.ts), a sixth as long as their JSON. Each record of a creation
-- writes them again: JSON took most of the time of a record, and PostgreSQL had to compress the row.
--
-- Where `steps` is not empty, it counts: a release before this one wrote the last record. Such a release takes a row with
-- `progress` for one that has not begun. It repeats the steps, of which each finds what is done, and the facts and the
-- people are those of both releases.
alter table provisionings add column progress text;

-- With rows of about 1 kB instead of 2, the second record of a creation finds room on the page of the first one.
alter table provisionings set (fillfactor = 45);
