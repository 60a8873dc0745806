// Labels of the failures of creations, and their remedies, for administrators.

const known: Readonly<Record<string, { label: string; remedy: string }>> = {
  people_not_found: {
    label: 'People not found',
    remedy:
      'Correct the people in the system that requested the group, or add them to the directory. Then try again.',
  },
  people_not_eligible: {
    label: 'People not eligible',
    remedy:
      'Enable the accounts, assign the missing licences, or choose other people. Then try again.',
  },
  directory_refused: {
    label: 'Refused by the directory',
    remedy: 'The directory rejected the request. Fix the cause, then try again.',
  },
  directory_alias_taken: {
    label: 'Alias taken in the directory',
    remedy: 'Another group in the directory has this alias. Request the group with another one.',
  },
  directory_name_refused: {
    label: 'Name refused by the directory',
    remedy:
      'The naming policy of the directory does not allow a name. Request the group with another one.',
  },
  directory_permission_missing: {
    label: 'Permission missing',
    remedy: 'Test the connection on the Directory page. The test shows which permission to grant.',
  },
  directory_unavailable: {
    label: 'Directory unreachable',
    remedy: 'The directory did not respond for a long time. Test the connection, then try again.',
  },
  archive_needs_team: {
    label: 'Not a team',
    remedy: 'Only teams can be archived. This group has none.',
  },
  archive_needs_owner: {
    label: 'No owner',
    remedy: 'Add an owner to the group, then archive it again.',
  },
  group_not_active: {
    label: 'Group not active',
    remedy: 'The group was archived, deleted or not created before this operation began.',
  },
  restore_window_over: {
    label: 'Too late to restore',
    remedy: 'The directory has removed the group permanently. Request a new group.',
  },
  mail_nickname_taken: {
    label: 'Alias taken',
    remedy: 'Another group has the alias now. Delete that group first, then restore this one.',
  },
  internal_error: {
    label: 'Internal error',
    remedy: 'Try again. If it fails again, report the request ID to your operator.',
  },
};

export function problemLabel(code: string): string {
  return known[code]?.label ?? code.replaceAll('_', ' ');
}

export function problemRemedy(code: string): string | undefined {
  return known[code]?.remedy;
}

const steps: Readonly<Record<string, string>> = {
  resolve_people: 'Resolve people',
  create_group: 'Create group',
  create_team: 'Create team',
  add_owners: 'Add owners',
  add_members: 'Add members',
  create_channels: 'Create channels',
  confirm: 'Verify',
  update_group: 'Change names and visibility',
  remove_owners: 'Remove owners',
  remove_members: 'Remove members',
  archive_group: 'Archive team',
  unarchive_group: 'Unarchive team',
  delete_group: 'Delete group',
  restore_group: 'Restore group',
};

export function stepLabel(name: string): string {
  return steps[name] ?? name.replaceAll('_', ' ');
}
