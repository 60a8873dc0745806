-- A text sealed with the encryption key of the service. A process whose keys do not open it has another key than
-- the one that sealed the stored secrets, and does not start.
create table encryption_probe (
  singleton boolean primary key default true check (singleton),
  sealed text not null
);
