export const en = {
  about: 'About this problem',
  code: 'Problem code',
  label: {
    people_not_found: 'People not found',
    people_not_eligible: 'People not eligible',
    directory_refused: 'Refused by the directory',
    directory_alias_taken: 'Alias taken in the directory',
    directory_name_refused: 'Name refused by the directory',
    directory_permission_missing: 'Permission missing',
    directory_unavailable: 'Directory unreachable',
    archive_needs_team: 'Not a team',
    archive_needs_owner: 'No owner',
    group_not_active: 'Group not active',
    restore_window_over: 'Too late to restore',
    mail_nickname_taken: 'Alias taken',
    approval_rejected: 'Approval rejected',
    approval_expired: 'Approval expired',
    internal_error: 'Internal error',
  },
  remedy: {
    people_not_found:
      'Correct or remove these people, or add them to the directory. Then try again.',
    people_not_eligible:
      'Enable the accounts, assign the missing licenses, or choose other people. Then try again.',
    directory_refused: 'The directory rejected the request. Fix the cause, then try again.',
    directory_alias_taken:
      'Another group in the directory has this alias. Request the group with another one.',
    directory_name_refused:
      'The naming policy of the directory does not allow a name. Request the group with another one.',
    directory_permission_missing:
      'Test the connection on the Connection page. The test shows which permission to grant.',
    directory_unavailable:
      'The directory did not respond for a long time. Test the connection, then try again.',
    archive_needs_team: 'Delete the group instead if it is no longer needed.',
    archive_needs_owner: 'Add an owner to the group, then archive it again.',
    group_not_active: 'The group was archived, deleted or not created before this operation began.',
    restore_window_over: 'The directory has removed the group permanently. Request a new group.',
    mail_nickname_taken:
      'Another group has the alias now. Delete that group first, then restore this one.',
    approval_rejected: 'Talk to the person who rejected the request. Then edit it and try again.',
    approval_expired: 'Send the request again, and tell the people who approve it.',
    internal_error: 'Try again. If it fails again, report the request ID to your operator.',
  },
  step: {
    resolve_people: 'Resolve people',
    await_approval: 'Wait for approval',
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
  },
  stepDetail: {
    noApproval: 'No approval is needed.',
    waitsForApproval: 'Waits for an approval.',
    creatingTeam: 'The directory is creating the team.',
    teamFollows: 'The team and its content may follow up to 24 hours later.',
    notVisible: 'The group was created, but the directory does not show it yet.',
    found:
      'Found {owners, plural, one {# owner} other {# owners}} and {members, plural, one {# member} other {# members}}.',
    channels: 'Created {created, number} of {count, plural, one {# channel} other {# channels}}.',
    owners: 'Processed {done, number} of {count, number} owners.',
    members: 'Processed {done, number} of {count, number} members.',
  },
} as const;
