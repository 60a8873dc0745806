-- Whether the group got its expiry as grace, because it existed when its policy came or became shorter: lifecycle-dates.ts. A
-- later change of the policy does not move such a date. The previous release ignores it.
alter table group_lifecycles add column is_grace boolean not null default false;
