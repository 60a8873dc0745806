export const en = {
  title: 'Protection',
  note: 'Written to each new group before people are added, and compared since. Existing groups differ until they are repaired.',
  kept: 'As it is',
  nothingDecided: 'Members may do what Microsoft 365 allows.',
  quoted: '“{name}”',
  mayDo: 'Allowed: {list}.',
  mayNotDo: 'Not allowed: {list}.',
  noEffect: 'No existing group differs from these settings.',
  effect:
    '{concerned, plural, one {# existing group differs} other {# existing groups differ}} from these settings. Repair them on the page of groups.',
  effectByRule:
    '{concerned, plural, one {# existing group differs} other {# existing groups differ}} from these settings. The rule of the template restores {restoresPerHour, number} an hour. More at once stop it.',
  required: 'If a setting is not taken',
  requiredOn: 'The group fails before any member is in it',
  requiredOff: 'The group gets a warning',
  allowed: 'Allowed',
  refused: 'Not allowed',
  settings: {
    guests: 'Guests',
    members: {
      createChannels: 'Members create channels',
      createPrivateChannels: 'Members create private channels',
      deleteChannels: 'Members delete channels',
      addApps: 'Members add apps',
      tabs: 'Members change tabs',
      connectors: 'Members change connectors',
    },
    guestMembers: {
      createChannels: 'Guests create channels',
      deleteChannels: 'Guests delete channels',
    },
    messages: {
      edit: 'Members edit their messages',
      delete: 'Members delete their messages',
      ownerDelete: 'Owners delete any message',
      teamMentions: 'Mentions of the team',
      channelMentions: 'Mentions of a channel',
    },
    fun: { giphy: 'Giphy', stickers: 'Stickers and memes', memes: 'Own memes' },
    hideFromOutlook: 'Outlook',
    hideFromAddressLists: 'Address lists',
    sensitivityLabel: 'Sensitivity label',
  },
  values: {
    guests: {
      deny: 'Owners cannot add guests',
      allow: 'Owners may add guests',
      leave: 'As it is',
    },
    giphy: { off: 'Off', strict: 'Strict rating', moderate: 'Moderate rating' },
  },
  noLabel: 'No label',
  labelHint:
    'It needs the second credential of the connection, for SharePoint. A label can decide privacy and guests of a group.',
  labelIdHint:
    'The id of the label. The connection may not list them. A label can decide privacy and guests of a group.',
  labelEffect:
    'The sensitivity label can change the privacy of a group, and whether it may have guests. Microsoft does not tell applications what a label decides.',
  hidden: 'The group is hidden',
  shown: 'The group is shown',
} as const;
