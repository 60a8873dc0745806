import type { Texts } from './texts.ts';

export const en: Texts = {
  subjectOfQuestion: (kind, group) =>
    ({
      renew: `Do you still need “${group}”?`,
      review: `Please check the people in “${group}”`,
      approve: `Please approve or reject “${group}”`,
      approve_change: `Please approve or reject a change of “${group}”`,
      approve_delete: `Please approve or reject the deletion of “${group}”`,
      approve_adoption: `Should “${group}” follow your organization’s rules?`,
      name_deputy: `“${group}” needs a deputy`,
      take_over: `“${group}” needs a responsible person`,
      add_owner: `“${group}” needs another owner`,
      hand_back: `“${group}” can go back`,
      accept_responsibility: `Do you accept the responsibility for “${group}”?`,
      accept_deputy_role: `Do you accept to be the deputy for “${group}”?`,
      confirm_removals: `A roster removes people from “${group}”`,
      still_needed: `Is “${group}” still needed?`,
      contested: `Another tool changes “${group}” again and again`,
    })[kind],
  subjectOfQuestions: (count) => `${count} groups need your decision`,
  subjectOfNews: (group) => `News about “${group}”`,
  subjectOfManyNews: (count) => `News about ${count} of your groups`,
  questions: 'Your decision is needed',
  news: 'For your information',
  sentences: {
    renew: ({ date, unanswered }) =>
      `This group expires on ${date}. ${
        unanswered === 'delete'
          ? 'Without a renewal it will be deleted.'
          : unanswered === 'keep'
            ? 'Please say whether it is still needed.'
            : 'Without a renewal it will be archived: everyone can read it, and nobody can change it.'
      }`,
    review: ({ date, unanswered }) =>
      `Please check by ${date} whether the people in this group still belong.${
        unanswered === 'remove_guests'
          ? ' Guests whom nobody confirms will be removed.'
          : unanswered === 'archive'
            ? ' Without an answer the group will be archived.'
            : ''
      }`,
    approve: ({ date, person }) =>
      `${person === undefined ? 'A system' : person} asked for this new group. It is created once you approve it. Please decide by ${date}.`,
    approve_change: ({ date, person }) =>
      `${person === undefined ? 'A system' : person} asked for a change of this group. It is changed once you approve it. Please decide by ${date}.`,
    approve_delete: ({ date, person }) =>
      `${person === undefined ? 'A system' : person} asked to delete this group. It is deleted once you approve it. Please decide by ${date}.`,
    approve_adoption: ({ date }) =>
      `This group was made in Microsoft 365. With your approval, it follows the rules of your organization: it gets a responsible person and is looked after. Its members and its content stay. Please decide by ${date}. Without an answer, it stays as it is.`,
    name_deputy: ({ date }) =>
      `This group has no deputy. Please name a person who answers for it in your absence${date === undefined ? '' : `, by ${date}`}.`,
    take_over: ({ date }) =>
      `Nobody is responsible for this group. Do you take it over? Please decide${date === undefined ? '' : ` by ${date}`}.`,
    add_owner: () => 'This group has fewer owners than it needs. Please name another one.',
    hand_back: ({ person, date }) =>
      `${person ?? 'The former responsible person'} is available again. Shall this group go back?${date === undefined ? '' : ` Without an answer by ${date}, you keep it.`}`,
    accept_responsibility: ({ date }) =>
      `You were named as the person responsible for this group. Please accept${date === undefined ? '' : ` by ${date}`}, or pass it on.`,
    accept_deputy_role: ({ date }) =>
      `You were named as the deputy for this group. Please accept${date === undefined ? '' : ` by ${date}`}, or pass it on.`,
    confirm_removals: () =>
      'A system no longer names people whom it has brought into the group. They stay until someone decides.',
    still_needed: ({ date, unanswered }) =>
      `Nobody has used this group for some time. Please say by ${date} whether it is still needed.${
        unanswered === 'keep'
          ? ''
          : ' Without an answer, it expires, and you are reminded before that.'
      }`,
    contested: () =>
      'Another tool changes this group whenever its record is restored. Please decide which value counts.',
    created: ({ isDeputy, date }) =>
      `This group was created, and you are its ${isDeputy ? 'deputy' : 'responsible person'}.${date === undefined ? '' : ` It expires on ${date}; you will be asked before that.`}`,
    creation_failed: ({ reason }) =>
      `This group could not be created.${reason === undefined ? '' : ` ${reason}`}`,
    renewed: ({ date, person }) =>
      `${person === undefined ? 'This group was renewed' : `${person} renewed this group`}. It expires on ${date}.`,
    kept: () => 'This group has expired. It stays as it is, because nobody answered.',
    archived: ({ deletionDate }) =>
      `This group has expired and was archived. ${deletionDate === undefined ? 'Its content can still be read.' : `Its content can be read until the group is deleted on ${deletionDate}.`}`,
    cannot_archive: () =>
      'This group has expired, but it cannot be archived because it has no team. It stays as it is until someone decides.',
    deletes_soon: ({ date }) =>
      `This archived group will be deleted on ${date}. Save what you need, or ask for a hold.`,
    deleted: () => 'This group was deleted. An administrator can restore it within 30 days.',
    guest_leaves: ({ person, date }) =>
      `${person} is a guest of this group and leaves it on ${date}. The system that names the guest can name a later end.`,
    guests_removed: ({ count }) =>
      `${count === 1 ? 'One guest was' : `${count} guests were`} removed from this group, because nobody confirmed them.`,
    review_lapsed: () => 'Nobody checked the people of this group in time. It stays as it is.',
    took_over: ({ person }) =>
      `You are responsible for this group from now on${person === undefined ? '' : `, in place of ${person}`}.`,
    handed_over: ({ person }) => `${person} is responsible for this group from now on.`,
    unavailable: ({ person, date }) =>
      `${person} is not available${date === undefined ? '' : `. If this does not change, the group is handed over on ${date}`}.`,
    vacant: () => 'Nobody is responsible for this group, and nobody could take it over.',
    not_accepted: ({ person, isDeputy, reason }) =>
      `${person} ${reason === undefined ? 'has not answered whether to be' : 'does not want to be'} ${isDeputy ? 'the deputy' : 'the responsible person'} of this group.${reason === undefined ? '' : ` ${reason}`}`,
    decision_failed: ({ reason }) =>
      `A decision about this group could not be carried out, and its question is open again.${reason === undefined ? '' : ` ${reason}`}`,
    enforcement_stopped: ({ count }) =>
      `${count} groups differ from their records at once, so the templates restore none of them. Look at the differences, and accept, repair or release them.`,
    idle_stopped: ({ count }) =>
      `Nobody seems to use ${count} groups at once, so nobody was asked about them. Look at them, then release the questions in the admin center.`,
    reports_concealed: () =>
      'Microsoft 365 conceals the names of groups in its reports, so nobody knows when groups were last used, and nobody is asked about unused ones. To change that, open Settings, Org settings, Reports in the Microsoft 365 admin center, and turn off “Display concealed user, group, and site names in all reports”.',
    adoptions_stopped: ({ count }) =>
      `${count} adoptions of a template failed within an hour, so it adopts no more groups. Read their errors and correct the cause. Then release the adoptions in the admin center.`,
    mass_departure: ({ count }) =>
      `${count} responsible people became unavailable at once. Nothing was handed over. Please check the directory, then release the handovers in the admin center.`,
    credential_expires: ({ date, address }) =>
      address === undefined
        ? `The credential of the connection to Microsoft 365 is valid until ${date}. After that, no group can be created or changed. Renew it in Entra, and enter it in the admin center.`
        : `The credential of the second application, for SharePoint at ${address}, is valid until ${date}. After that, no sensitivity label can be set, and templates that require one create no group. Renew it in Entra, and enter it in the admin center.`,
    microsoft_changed: ({ reason }) =>
      `Microsoft 365 no longer behaves as the connection assumes: ${reason}. Creations or changes may fail. Open the connection in the admin center, and probe it again after some hours.`,
    webhook_failing: ({ address, date, reason }) =>
      `Events could not be delivered to ${address} since ${date}.${reason === undefined ? '' : ` ${reason}`} The service tries again for three days. Correct the endpoint, or resend the events in the admin center later.`,
    webhook_recovered: ({ address }) =>
      `Events are delivered to ${address} again. Those that waited follow.`,
    webhook_disabled: ({ address, reason }) =>
      `Events are no longer sent to ${address}. ${reason} Nothing is lost: when you enable the endpoint in the admin center, it gets what it missed.`,
  },
  actions: {
    renew: 'Renew or let it end',
    review: 'Check people',
    approve: 'Approve or reject',
    approve_change: 'Approve or reject',
    approve_delete: 'Approve or reject',
    approve_adoption: 'Approve or reject',
    name_deputy: 'Name a deputy',
    take_over: 'Decide',
    add_owner: 'Name an owner',
    hand_back: 'Keep or hand back',
    accept_responsibility: 'Accept or pass on',
    accept_deputy_role: 'Accept or pass on',
    confirm_removals: 'Decide',
    still_needed: 'Say whether it is needed',
    contested: 'Decide',
  },
  headings: {
    created: 'New group',
    creation_failed: 'Failed creation',
    renewed: 'Renewed',
    kept: 'Expired',
    archived: 'Archived',
    cannot_archive: 'Expired',
    deletes_soon: 'Deleted soon',
    deleted: 'Deleted',
    guest_leaves: 'Guest leaves soon',
    guests_removed: 'Guests removed',
    review_lapsed: 'People not checked',
    took_over: 'You are responsible',
    handed_over: 'Handed over',
    unavailable: 'Not available',
    vacant: 'Nobody is responsible',
    not_accepted: 'Not accepted',
    decision_failed: 'Decision not carried out',
    enforcement_stopped: 'Many groups differ at once',
    idle_stopped: 'Many groups are unused at once',
    reports_concealed: 'Reports conceal the groups',
    adoptions_stopped: 'Adoptions are stopped',
    mass_departure: 'Many people left at once',
    credential_expires: 'Credential of the connection ends',
    microsoft_changed: 'Microsoft changed something',
    webhook_failing: 'Webhook endpoint fails',
    webhook_recovered: 'Webhook endpoint works again',
    webhook_disabled: 'Webhook endpoint turned off',
  },
  reminder: 'Reminder',
  more: (count) => `And ${count} more. You find all of them on the page of your groups.`,
  allGroups: 'All my groups and tasks',
  personal:
    'The links in this message are for you alone: do not forward it. Opening a link decides nothing; you choose on the page.',
  whyYou: (tenant) =>
    `You get this message because you have a role in these groups at ${tenant}. You get at most one a day.`,
  contact: (address) => `Questions? Write to ${address}.`,
  testSubject: 'Test message',
  test: 'This is a test. Notices to people are sent as this message was.',
  invitationSubject: 'Invitation to the admin center',
  invitation: (date) =>
    `You were invited to work in the admin center of this tenant. The link works once, until ${date}. It is for you alone: do not forward it.`,
  invitationAction: 'Sign in',
  adminCenter: 'Admin center',
};
