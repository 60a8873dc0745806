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
      title: 'Overview',
      text: 'The items that need you now, and the results of group creation. Each item leads to the page where you can act on it.',
    },
    reports: {
      title: 'Reports',
      text: 'Results of group creation by range, organization and template, as charts and tables.',
    },
    requests: {
      title: 'Requests',
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
    findings: {
      title: 'Findings',
      text: 'Groups that differ from their record in the directory, have no owner, or whose responsible person is not available.',
    },
    responsibility: {
      title: 'Responsibility',
      text: 'The people who are responsible for groups. Hand groups over when people leave, and decide about mass departures.',
    },
    lifecycle: {
      title: 'Lifecycle',
      text: 'When groups expire, are archived and are deleted. You can renew groups and put them on hold.',
    },
    approvals: {
      title: 'Approvals',
      text: 'Requests that wait for an approval. You can decide on behalf of the approvers.',
    },
    tasks: {
      title: 'Tasks',
      text: 'Decisions that people have to make about their groups, such as renewals and reviews. You can decide for them.',
    },
    reviews: {
      title: 'Reviews',
      text: 'Reviews of the people in groups: whether owners and guests still belong there, person by person. You can start a review and decide for the reviewers.',
    },
    messages: {
      title: 'Messages',
      text: 'Emails to people about their groups, and whether they were delivered.',
    },
    organisations: {
      title: 'Organizations and templates',
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
    activity: {
      title: 'Activity',
      text: 'The append-only log of every change. You can export it and verify that nothing was changed.',
    },
    administrators: {
      title: 'Administrators',
      text: 'The people who may work in this admin center, and their roles.',
    },
  },
} as const;
