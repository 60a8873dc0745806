-- A claim is a short lease by the database's clock, renewed while the attempt is under way, instead of a due time
-- far ahead: what a dead process had claimed is free within seconds, and due_at says when it is due and no more.
alter table webhook_deliveries
  -- Null, or past: nobody has it.
  add column claimed_until timestamptz,
  -- How often it was claimed; tells the present claim from earlier ones.
  add column claims integer not null default 0;
