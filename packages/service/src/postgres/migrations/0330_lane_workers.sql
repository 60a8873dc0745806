-- The worker that took a lane last, for people. It counts only while its id is the holder: the previous release takes
-- lanes without writing it.
alter table lanes add column taken_by jsonb;
