export const en = {
  differences: 'Changes in Microsoft 365',
  differencesNote:
    'The consequences when someone changes a group of this template in Teams, Outlook or Entra. They apply at once, also to existing groups.',
  property: {
    displayName: 'Another display name',
    description: 'Another description',
    visibility: 'Another privacy',
    archived: 'Archived or unarchived',
    owners: 'Missing owners',
    settings: 'Other team settings',
    deletion: 'Deleted',
  },
  rules: {
    ignore: 'Ignore',
    report: 'Report',
    restore: 'Restore',
  },
  ignored: 'No list and no message has it.',
  reported: 'It is a finding. You repair or accept it.',
  restored: {
    displayName: 'The group gets the name of its record back.',
    description: 'The group gets the description of its record back.',
    visibility: 'The group is private or public again, as its record says.',
    archived: 'The team is archived or active again, as its record says.',
    owners:
      'The responsible person, the deputy and the missing owners become owners again. Nobody is removed.',
    settings: 'The settings of the template are written again.',
    deletion: 'The group is brought back once within 30 days. A second deletion is accepted.',
  },
  within: 'Try to restore for',
  withinHint: 'A restore that fails is tried again until then.',
  brake:
    'Nothing is restored within 30 minutes of a change by the service, more than twice in seven days, or while very many groups differ at once.',
  adoption: 'Adopted groups',
  adoptionNote: 'How groups that others made come under this template.',
  match: 'Proposal',
  matchHint: 'A proposal is what the list of other groups suggests for a group.',
  matchChoices: {
    names: 'For groups whose names fit the patterns',
    none: 'For no group',
  },
  names: 'Names',
  namesHint: 'Where a request does not say it. The alias never changes.',
  namesChoices: { keep: 'Keep the names', conform: 'Render the display name by the pattern' },
  ask: 'Without a responsible person, ask',
  askHint: 'These people are asked to take over a group that has no living owner.',
  askChoices: {
    owners: 'Owners, their managers, the steward, then members',
    members: 'Owners, their managers, members, then the steward',
    nobody: 'Nobody: an administrator names a person',
  },
  graceDays: 'Days of grace',
  graceDaysHint:
    'No expiry, reminder or review of an adopted group falls within so many days of its adoption.',
  perDay: 'Adoptions in 24 hours',
  perDayHint: 'More are refused until the next day.',
} as const;
