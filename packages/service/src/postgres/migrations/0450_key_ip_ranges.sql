-- The addresses that an API key may be used from: ranges in CIDR notation; null: from everywhere. The previous release
-- ignores the column, so its processes do not check addresses.
alter table api_keys add column ip_ranges text[];
