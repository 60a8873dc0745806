-- What an undo takes back in place of a batch: what a rule, a person or an API key did in a span of time
-- (groups/batches/undo-selection.ts). Null for every other batch.
alter table batches add column undo_selection jsonb;
