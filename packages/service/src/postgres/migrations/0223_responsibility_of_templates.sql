-- A changed policy of responsibility applies to the existing groups of its template.
create trigger assess_responsibility after update on templates
  for each row when (old.policy -> 'responsibility' is distinct from new.policy -> 'responsibility')
  execute function assess_groups_of_template();
