-- No statement uses these indexes. The groups of a template are found in teams_template when its policy changes, and
-- approvals of every kind in tasks_every_approval_due.
drop index governed_groups_template;
drop index tasks_approvals_due;
