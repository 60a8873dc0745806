-- A worker looks every second for lanes without a holder that have work. It finds the held ones by this index, and the
-- others by their work, so that the look does not grow with the number of tenants.
create index lanes_held on lanes (tenant_id) where holder is not null;
