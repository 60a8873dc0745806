import type { PageTexts } from './texts.ts';

export const en: PageTexts = {
  language: 'en',
  title: 'Your decision',
  greeting: (name) => `Hello ${name},`,
  loading: 'One moment …',
  noScript: 'This page requires JavaScript. Enable it, or ask an administrator to decide for you.',
  refusedTitle: 'This link is not valid',
  refused:
    'The question may have been answered already, by you or by someone else, or its time may be over. A newer message about the group has a new link.',
  failed: 'The page could not be loaded. Check your connection and try again.',
  retry: 'Try again',
  dueBy: (date) => `Please decide by ${date}.`,
  group: 'Group',
  alias: 'Address',
  organisation: 'Organisation',
  facts: {
    responsible: 'Responsible',
    deputy: 'Deputy',
    former_responsible: 'Former responsible',
    requested_by: 'Requested by',
    new_name: 'New name',
    visibility: 'Visibility',
    people: 'People',
    guests: 'Guests',
    source: 'System',
    added: 'Adds',
    removed: 'Removes',
    properties: 'Properties',
    description: 'Description',
    expires: 'Expires',
    renewed_until: 'If renewed, exists until',
    unused_since: 'Not used since',
    stage: 'Stage',
    reason: 'Reason',
  },
  values: {
    public: 'public: everyone in the organisation may join',
    private: 'private: the owners decide who joins',
  },
  choices: 'Your decision',
  person: 'Name or choose a person',
  personHint: 'E-mail address',
  displayName: 'Name of the group',
  reason: 'Reason (optional)',
  reasonRequired: 'Reason',
  send: 'Send decision',
  sending: 'Sending …',
  missingChoice: 'Choose one of the options.',
  missingReason: 'Give a reason.',
  missingPerson: 'Enter an e-mail address.',
  missingDecisions: 'Choose an answer for each person.',
  roles: { owner: 'Owner', guest: 'Guest' },
  personDecisions: { keep: 'Stays', remove: 'Leaves', unsure: 'Unsure' },
  doneTitle: 'Thank you',
  done: 'Your decision is recorded. You can close this page.',
  signInTitle: 'Please sign in',
  signIn:
    'This decision requires that you sign in with the account of your organisation. You then return to this page.',
  signInButton: 'Sign in',
  signInFailed: 'The sign-in failed. Try again, or ask an administrator to decide for you.',
  mine: {
    title: 'My groups',
    signIn: 'Sign in with the account of your organisation to see your groups and open questions.',
    signedInAs: (email) => `Signed in as ${email}.`,
    tasks: 'Your decision is needed',
    noTasks: 'Nothing needs your decision',
    decide: 'Decide',
    groups: 'Your groups',
    noGroups: 'You are in no group',
    more: 'You are in more groups than this page shows.',
    back: 'Back to my groups',
    roles: { responsible: 'responsible', deputy: 'deputy', owner: 'owner', member: 'member' },
    states: {
      being_created: 'being created',
      active: 'active',
      archived: 'archived',
      deleted: 'deleted',
      gone: 'removed',
      ended: 'no longer governed',
      failed: 'not created',
    },
    expires: (date) => `expires on ${date}`,
  },
  kinds: {
    renew: {
      question: (group) => `Is the group “${group}” still needed?`,
      explanation: 'A group that no one renews is closed.',
      decisions: {
        renew: { label: 'Yes, keep it', hint: 'The group continues to exist.' },
        let_expire: { label: 'No, let it end', hint: 'The group is closed on its expiry date.' },
      },
    },
    review: {
      question: (group) => `Are the owners and guests of “${group}” still right?`,
      explanation: 'Decide about each person. Anyone you are unsure about stays.',
      people: 'Does the person still belong to the group?',
      decisions: {
        confirm: {
          label: 'Confirm',
          hint: 'People who leave lose their place in the group.',
        },
      },
    },
    approve: {
      question: (group) => `Should the group “${group}” be created?`,
      explanation: 'A system requested this group. It is created only with your approval.',
      decisions: {
        approve: { label: 'Approve', hint: 'The group is created.' },
        amend: {
          label: 'Approve with another name',
          hint: 'The group is created with the name that you enter.',
        },
        reject: { label: 'Reject', hint: 'The group is not created. A reason is required.' },
      },
    },
    approve_change: {
      question: (group) => `Should the group “${group}” be changed?`,
      explanation: 'Someone asked for this change. The group is changed only with your approval.',
      decisions: {
        approve: { label: 'Approve', hint: 'The group is changed.' },
        amend: {
          label: 'Approve with another name',
          hint: 'The group is changed, and gets the name that you enter.',
        },
        reject: { label: 'Reject', hint: 'The group stays as it is. A reason is required.' },
      },
    },
    approve_delete: {
      question: (group) => `Should the group “${group}” be deleted?`,
      explanation:
        'Someone asked for this deletion. The group is deleted with its content only with your approval. An administrator can restore it within 30 days.',
      decisions: {
        approve: { label: 'Approve', hint: 'The group is deleted.' },
        reject: { label: 'Reject', hint: 'The group stays as it is. A reason is required.' },
      },
    },
    approve_adoption: {
      question: (group) => `Should the group “${group}” follow the rules of your organization?`,
      explanation:
        'The group was made in Microsoft 365. With your approval, it gets a responsible person and follows a template. Its members and its content stay.',
      decisions: {
        approve: { label: 'Approve', hint: 'The group is adopted.' },
        reject: { label: 'Reject', hint: 'The group stays as it is, and nobody is asked again.' },
      },
    },
    name_deputy: {
      question: (group) => `Who is the deputy for “${group}”?`,
      explanation:
        'The group has no deputy. The deputy takes over if the responsible person leaves.',
      people: 'Suggestions',
      decisions: {
        name: { label: 'Name a deputy', hint: 'The person becomes an owner of the group.' },
      },
    },
    take_over: {
      question: (group) => `Do you take over the group “${group}”?`,
      explanation: 'No one is responsible for this group.',
      decisions: {
        accept: { label: 'Yes, I take over', hint: 'You become responsible and an owner.' },
        decline: { label: 'No', hint: 'The others who were asked can still accept.' },
      },
    },
    add_owner: {
      question: (group) => `Who becomes another owner of “${group}”?`,
      explanation: 'The group has fewer owners who can act than its template demands.',
      people: 'Suggestions',
      decisions: {
        add: { label: 'Name an owner', hint: 'The person becomes an owner of the group.' },
      },
    },
    confirm_removals: {
      question: (group) => `Do these people leave “${group}”?`,
      explanation:
        'A system names so many people no longer that they stay until someone decides. It may be a mistake, such as an empty list.',
      decisions: {
        remove: {
          label: 'Remove the people',
          hint: 'They leave the group. The system was right.',
        },
        keep: {
          label: 'Keep the people',
          hint: 'They stay, and no system removes them later.',
        },
      },
    },
    still_needed: {
      question: (group) => `Is the group “${group}” still needed?`,
      explanation:
        'The reports of Microsoft 365 show no use for some time: no messages in channels, no mail and no work on files.',
      decisions: {
        needed: {
          label: 'Yes, it is needed',
          hint: 'The group stays, and nobody asks for a while.',
        },
        not_needed: {
          label: 'No, it is not needed',
          hint: 'The group expires. You are reminded, and can still renew it.',
        },
      },
    },
    contested: {
      question: (group) => `Another tool changes “${group}” again and again. Which value counts?`,
      explanation:
        'The record of the group was restored twice, and each time another tool wrote its own value back.',
      decisions: {
        repair: {
          label: 'Restore the record',
          hint: 'The directory gets the value of the record. Stop the other tool first.',
        },
        accept: {
          label: 'Keep the present value',
          hint: 'The record gets the value that the directory has now.',
        },
      },
    },
    hand_back: {
      question: (group) => `Shall the group “${group}” go back?`,
      explanation:
        'The former responsible person is available again. You decide, because the group is yours now.',
      decisions: {
        hand_back: {
          label: 'Yes, hand it back',
          hint: 'The former person becomes responsible again. You stay an owner.',
        },
        keep: { label: 'No, keep it', hint: 'You stay responsible.' },
      },
    },
    accept_responsibility: {
      question: (group) => `Do you accept the responsibility for “${group}”?`,
      explanation:
        'The responsible person answers for the group: renews it, checks its people, and names a deputy.',
      decisions: {
        accept: { label: 'Yes, I accept', hint: 'You stay responsible.' },
        pass_on: {
          label: 'Pass it on',
          hint: 'The person whom you name becomes responsible. You stay an owner.',
        },
        decline: {
          label: 'No',
          hint: 'Someone else is looked for. You answer for the group until then. A reason is required.',
        },
      },
    },
    accept_deputy_role: {
      question: (group) => `Do you accept to be the deputy for “${group}”?`,
      explanation: 'The deputy takes over if the responsible person leaves.',
      decisions: {
        accept: { label: 'Yes, I accept', hint: 'You stay the deputy.' },
        pass_on: {
          label: 'Pass it on',
          hint: 'The person whom you name becomes the deputy. You stay an owner.',
        },
        decline: {
          label: 'No',
          hint: 'Someone else is looked for. You are the deputy until then. A reason is required.',
        },
      },
    },
  },
};
