-- Since when no token of the key is accepted any more. The previous release ignores it and accepts them until they
-- expire: withdraw a key when every process runs this release.
alter table signing_keys add column withdrawn_at timestamptz;
