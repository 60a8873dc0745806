-- The steps of a creation are stored in `progress` alone.
alter table provisionings drop column steps;
