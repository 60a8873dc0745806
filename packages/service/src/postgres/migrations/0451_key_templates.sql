-- The templates that an API key is limited to; null: all of its organisations. A key with templates has organisations,
-- too. The previous release ignores the column: its processes limit such a key to the organisations alone.
alter table api_keys add column template_ids uuid[];
