export const en = {
  title: 'Help',
  more: 'Resources',
  keys: 'Keyboard shortcuts',
  link: {
    documentation: 'Documentation',
    apiReference: 'API reference',
  },
  keyName: {
    find: 'Ctrl+K',
    slash: '/',
    questionMark: '?',
    toast: 'Ctrl+M',
    tab: 'Tab',
    escape: 'Esc',
  },
  key: {
    search: 'Search everywhere',
    help: 'Open this help',
    toast: 'Go to the latest toast, with its link or Undo',
    skip: 'From the top of a page: skip to its content',
    close: 'Close a dialog or menu',
  },
  page: {
    overview: {
      title: 'Home',
      text: 'The items that need you now, and the results of group creation. Each item leads to the page where you can act on it.',
    },
    reports: {
      title: 'Reports',
      text: 'Results of group creation by range, organization and template, as charts and tables.',
    },
    requests: {
      title: 'API log',
      text: 'The API calls of your systems in the last 30 days, with the reason where a call was refused.',
    },
    groups: {
      title: 'Groups',
      text: 'Every group that was requested, with its progress and state. Open a group to see each step, correct a failed request, or change, archive and delete the group.',
    },
    directoryGroups: {
      title: 'Other groups',
      text: 'Groups of the directory that others made, with their owners, what hinders the service from governing them, and a template that fits.',
    },
    toDo: {
      title: 'To do',
      text: 'Decisions and repairs that wait for someone, by cause: requests that wait for an approval, groups whose people left, differences from the record, reviews and other questions. You can decide for the people who are asked.',
    },
    lifecycle: {
      title: 'Lifecycle',
      text: 'When groups expire, are archived and are deleted. You can renew groups and put them on hold.',
    },
    messages: {
      title: 'Messages',
      text: 'Emails to people about their groups, and whether they were delivered.',
    },
    organisations: {
      title: 'Templates',
      text: 'Organizations create groups from templates. A template defines names, people, lifecycle and approvals.',
    },
    apiKeys: {
      title: 'API keys',
      text: 'Systems use API keys to get access tokens. Use one key per system, and rotate its secrets without downtime.',
    },
    webhooks: {
      title: 'Webhooks',
      text: 'Signed events that are sent to your systems. Failed deliveries are retried for three days.',
    },
    directory: {
      title: 'Connection',
      text: 'Where groups are created: Microsoft 365 or the built-in sandbox. Test the connection to see which permissions are missing.',
    },
    batches: {
      title: 'Batches',
      text: 'The requests for many groups at once: how far each has come, and which groups were refused, with the reason.',
    },
    activity: {
      title: 'Activity',
      text: 'The append-only log of every change. You can export it and verify that nothing was changed.',
    },
    people: {
      title: 'People',
      text: 'The people who answer for groups, and everyone else in the directory. The page of a person has their groups and tasks, and the handover.',
    },
    signIn: {
      title: 'Sign-in provider',
      text: 'The provider by which administrators and people who decide sign in. Only the operator can change it.',
    },
    noticeTexts: {
      title: 'Message settings',
      text: 'How messages are sent, when administrators get one, and your own words in messages to people.',
    },
    blockedWords: {
      title: 'Blocked words',
      text: 'Words that no name or alias of a new group can contain, in any organization.',
    },
    sandbox: {
      title: 'Sandbox',
      text: 'The built-in suite for tests. Advance its clock, simulate delays, and change its people and groups as if in Microsoft 365.',
    },
    administrators: {
      title: 'Administrators',
      text: 'The people who may work in this admin center, and their roles.',
    },
  },
} as const;
