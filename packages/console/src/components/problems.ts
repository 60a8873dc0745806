// Why creations fail, in words for an administrator, and what to do about it.

const known: Readonly<Record<string, { label: string; remedy: string }>> = {
  people_not_found: {
    label: 'People not found',
    remedy:
      'Correct the people in the system that asked for the group, or add them to the directory; then try again.',
  },
  people_not_eligible: {
    label: 'People not eligible',
    remedy:
      'Enable the accounts, or give them the licence they lack, or choose other people; then try again.',
  },
  directory_refused: {
    label: 'Refused by the directory',
    remedy: 'The directory says no for good. Change what it objects to, then try again.',
  },
  directory_alias_taken: {
    label: 'Alias taken in the directory',
    remedy: 'Another group in the directory has this alias. Ask for the group with another one.',
  },
  directory_name_refused: {
    label: 'Name refused by the directory',
    remedy:
      'The naming policy of the directory refuses a name. Ask for the group with another one.',
  },
  directory_permission_missing: {
    label: 'Permission missing',
    remedy: 'Test the connection on the Directory page: it says which permission to grant.',
  },
  directory_unavailable: {
    label: 'Directory not reached',
    remedy: 'The directory did not answer for too long. Test the connection, then try again.',
  },
  internal_error: {
    label: 'Fault of the service',
    remedy: 'Try again. If it fails once more, report the request id to whoever runs the service.',
  },
};

export function problemLabel(code: string): string {
  return known[code]?.label ?? code.replaceAll('_', ' ');
}

export function problemRemedy(code: string): string | undefined {
  return known[code]?.remedy;
}

const steps: Readonly<Record<string, string>> = {
  resolve_people: 'Look up the people',
  create_group: 'Create the group',
  create_team: 'Make it a team',
  add_owners: 'Add the owners',
  add_members: 'Add the members',
  create_channels: 'Create the channels',
  confirm: 'Check the result',
};

export function stepLabel(name: string): string {
  return steps[name] ?? name.replaceAll('_', ' ');
}
