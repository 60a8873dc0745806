// The names of kinds of notices. An unknown kind of a newer service shows as it is.

const labels: Readonly<Record<string, string>> = {
  renew: 'Renew the group?',
  attest: 'Review owners and guests',
  approve: 'Approve the group?',
  name_deputy: 'Name a deputy',
  take_over: 'Take over the group?',
  add_owner: 'Name another owner',
  hand_back: 'Hand the group back?',
  accept_responsibility: 'Accept the responsibility?',
  accept_deputy_role: 'Accept the deputy role?',
  not_accepted: 'Role not accepted',
  created: 'New group',
  creation_failed: 'Creation failed',
  renewed: 'Renewed',
  kept: 'Expired, kept',
  archived: 'Expired, archived',
  cannot_archive: 'Expired, cannot be archived',
  deletes_soon: 'Deleted soon',
  deleted: 'Deleted',
  guests_removed: 'Guests removed',
  took_over: 'Became responsible',
  handed_over: 'Handed over',
  unavailable: 'Person unavailable',
  vacant: 'Nobody responsible',
  mass_departure: 'Mass departure',
  webhook_disabled: 'Webhook turned off',
};

export function noticeLabel(kind: string): string {
  return labels[kind] ?? kind.replaceAll('_', ' ');
}
