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
    visibility: 'Visibility',
    people: 'People',
    description: 'Description',
    expires: 'Expires',
    renewed_until: 'If renewed, exists until',
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
  doneTitle: 'Thank you',
  done: 'Your decision is recorded. You can close this page.',
  signInTitle: 'Please sign in',
  signIn:
    'This decision requires that you sign in with the account of your organisation. You then return to this page.',
  signInButton: 'Sign in',
  signInFailed: 'The sign-in failed. Try again, or ask an administrator to decide for you.',
  kinds: {
    renew: {
      question: (group) => `Is the group “${group}” still needed?`,
      explanation: 'A group that no one renews is closed.',
      decisions: {
        renew: { label: 'Yes, keep it', hint: 'The group continues to exist.' },
        let_expire: { label: 'No, let it end', hint: 'The group is closed on its expiry date.' },
      },
    },
    attest: {
      question: (group) => `Are the owners and guests of “${group}” still right?`,
      explanation: 'Select the people who no longer belong there.',
      people: 'No longer belong to the group',
      decisions: {
        confirm: {
          label: 'Confirm',
          hint: 'Selected people lose their place in the group. Everyone else stays.',
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
      explanation: 'No one is responsible for this group any more.',
      decisions: {
        accept: { label: 'Yes, I take over', hint: 'You become responsible and an owner.' },
        decline: { label: 'No', hint: 'The others who were asked can still accept.' },
      },
    },
  },
};
