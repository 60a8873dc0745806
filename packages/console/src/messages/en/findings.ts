export const en = {
  editOf: 'Edit {name}',
  handOver: 'Hand over',
  handOverOf: 'Hand over {name}',
  editGroup: 'Edit group',
  handOverGroup: 'Hand over group',
  repair: 'Repair',
  repairOf: 'Repair {name}',
  accept: 'Accept',
  acceptOf: 'Accept the differences of {name}',
  since: 'Since',
  by: 'Changed by',
  next: 'Next',
  idleStopped:
    'Nobody is asked about unused groups, because {count, plural, one {# group} other {# groups}} would be unused at once.',
  idleStoppedHint:
    'That may be a fault of the reports. Look at the column “Last used” of the groups. Then let their people be asked.',
  releaseIdle: 'Ask the people',
  releaseIdleQuestion: 'Ask the people about unused groups?',
  releaseIdleEffect:
    'The people of {count, plural, one {# group} other {# groups}} are asked whether they still need it.',
  usage: {
    title: 'When groups were last used is not known in full.',
    late: 'The report of Microsoft 365 up to {date} is more than 7 days old. Nobody is asked until a newer one comes.',
    partial:
      'The report of Microsoft 365 lacks more than 5 % of your groups. Nobody is asked until a complete one comes.',
    concealed:
      'Microsoft 365 conceals the names of groups in its reports. Turn off “Display concealed user, group, and site names in all reports” in the Microsoft 365 admin center, under Settings, Org settings, Reports.',
    permission_missing: 'Grant the application permission Reports.Read.All, and consent to it.',
    not_available: 'Microsoft 365 has no such reports in this cloud.',
    unknown_host:
      'The report is delivered by a host that the service does not know. Add it to REPORT_HOSTS of the service.',
    unknown_format: 'The report has a form that the service does not know. Update the service.',
  },
  stopped:
    'The templates restore nothing, because {count, plural, one {# group differs} other {# groups differ}} at once.',
  stoppedHint:
    'That may be a script, or a mistake of a template. Look at the groups below. Repair or accept them, or let the templates restore them.',
  release: 'Let the templates restore',
  releaseQuestion: 'Let the templates restore?',
  releaseEffect:
    'The templates restore {count, plural, one {# group} other {# groups}} in the directory, as the records say.',
  adoptionsStopped:
    'The template {template} adopts no more groups, because {count, plural, one {# adoption} other {# adoptions}} failed within an hour.',
  adoptionsStoppedHint:
    '{count, plural, =0 {No adoption waits.} one {# adoption waits.} other {# adoptions wait.}} Read the errors of those that failed, correct the cause, then release the others.',
  releaseAdoptions: 'Release adoptions',
  releaseAdoptionsQuestion: 'Release the adoptions of {template}?',
  releaseAdoptionsEffect:
    'The template adopts groups again. {count, plural, =0 {No adoption waits.} one {# adoption that waits continues.} other {# adoptions that wait continue.}}',
  resolutions: {
    pending: 'For a person to decide',
    restore: 'The template restores it',
    restoring: 'Repair in progress',
    contested: 'Contested by another tool',
  },
  labels: {
    ownerless: 'No owner',
    contested: 'Contested',
    idle: 'Unused',
    too_few_owners: 'Too few owners',
    responsible_unavailable: 'Responsible unavailable',
    deputy_unavailable: 'Deputy unavailable',
    responsible_unreachable: 'Responsible gets no messages',
    deputy_unreachable: 'Deputy gets no messages',
  },
  sentences: {
    ownerless: 'No owner of the group has an enabled account.',
    idle: 'Nobody has used the group for some time, by the reports of Microsoft 365. Its people are asked whether they still need it.',
    contested:
      'Another tool writes a value back whenever the template restores it. Accept the value, or stop the tool and repair the group.',
    too_few_owners: 'Fewer owners of the group have an enabled account than its template requires.',
    responsible_unavailable:
      '{name} is responsible, but {account, select, disabled {the account is disabled} gone {the directory no longer has this person} other {}}.',
    deputy_unavailable:
      '{name} is deputy, but {account, select, disabled {the account is disabled} gone {the directory no longer has this person} other {}}.',
    responsible_unreachable:
      '{name} is responsible, but the last three messages to this person failed.',
    deputy_unreachable: '{name} is deputy, but the last three messages to this person failed.',
  },
  difference: 'Difference',
  recorded: 'Recorded',
  inDirectory: 'In the directory',
  seen: 'Seen',
  properties: {
    displayName: 'Display name',
    description: 'Description',
    visibility: 'Visibility',
    archived: 'State',
    responsible: 'Responsible',
    deputy: 'Deputy',
    owners: 'Owners',
  },
  atLeast: 'At least {count}',
  notOwner: 'Not an owner',
  none: 'None',
  archived: 'Archived',
  active: 'Active',
  public: 'Public',
  private: 'Private',
} as const;
