-- A group of the sandbox gets its team by an update, often in the statement after the one that added it. With room in the
-- page, the update adds no entry to the three indexes. Pages that are full already stay as they are.
alter table sandbox_groups set (fillfactor = 70);
