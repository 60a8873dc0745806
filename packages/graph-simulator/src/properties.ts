// The permitted content of bodies: the properties of the types that these calls send, with their types from the
// service's metadata, and when they may be written. A test compares it with the metadata.

export interface PropertyRule {
  /** The type as in the service's metadata (CSDL). */
  readonly type: string;
  /** When the property may be sent: at creation, in a change, in both, or never. */
  readonly writable: 'create' | 'update' | 'both' | 'never';
  readonly maxLength?: number;
}

export type EntityName =
  | 'group'
  | 'team'
  | 'channel'
  | 'aadUserConversationMember'
  | 'teamMemberSettings'
  | 'teamGuestSettings'
  | 'teamMessagingSettings'
  | 'teamFunSettings';

const both = (type: string, maxLength?: number): PropertyRule =>
  maxLength === undefined ? { type, writable: 'both' } : { type, writable: 'both', maxLength };
const create = (type: string): PropertyRule => ({ type, writable: 'create' });
const update = (type: string): PropertyRule => ({ type, writable: 'update' });
const never = (type: string): PropertyRule => ({ type, writable: 'never' });

export const properties: Readonly<Record<EntityName, Readonly<Record<string, PropertyRule>>>> = {
  group: {
    allowExternalSenders: update('Edm.Boolean'),
    assignedLabels: both('Collection(graph.assignedLabel)'),
    autoSubscribeNewMembers: update('Edm.Boolean'),
    classification: both('Edm.String'),
    createdDateTime: never('Edm.DateTimeOffset'),
    description: both('Edm.String', 1024),
    displayName: both('Edm.String', 256),
    expirationDateTime: never('Edm.DateTimeOffset'),
    groupTypes: both('Collection(Edm.String)'),
    hideFromAddressLists: update('Edm.Boolean'),
    hideFromOutlookClients: update('Edm.Boolean'),
    isAssignableToRole: create('Edm.Boolean'),
    isSubscribedByMail: update('Edm.Boolean'),
    mail: never('Edm.String'),
    mailEnabled: both('Edm.Boolean'),
    mailNickname: both('Edm.String', 64),
    membershipRule: both('Edm.String'),
    membershipRuleProcessingState: both('Edm.String'),
    onPremisesSyncEnabled: never('Edm.Boolean'),
    preferredDataLocation: both('Edm.String'),
    preferredLanguage: both('Edm.String'),
    proxyAddresses: never('Collection(Edm.String)'),
    renewedDateTime: never('Edm.DateTimeOffset'),
    resourceBehaviorOptions: create('Collection(Edm.String)'),
    resourceProvisioningOptions: create('Collection(Edm.String)'),
    securityEnabled: both('Edm.Boolean'),
    securityIdentifier: never('Edm.String'),
    theme: both('Edm.String'),
    uniqueName: update('Edm.String'),
    unseenCount: update('Edm.Int32'),
    visibility: both('Edm.String'),
  },
  team: {
    classification: both('Edm.String'),
    createdDateTime: never('Edm.DateTimeOffset'),
    description: both('Edm.String'),
    displayName: both('Edm.String'),
    firstChannelName: create('Edm.String'),
    funSettings: both('graph.teamFunSettings'),
    guestSettings: both('graph.teamGuestSettings'),
    internalId: never('Edm.String'),
    isArchived: never('Edm.Boolean'),
    memberSettings: both('graph.teamMemberSettings'),
    messagingSettings: both('graph.teamMessagingSettings'),
    specialization: both('graph.teamSpecialization'),
    tenantId: never('Edm.String'),
    visibility: both('graph.teamVisibilityType'),
    webUrl: never('Edm.String'),
  },
  channel: {
    createdDateTime: never('Edm.DateTimeOffset'),
    description: both('Edm.String', 1024),
    displayName: both('Edm.String', 50),
    email: never('Edm.String'),
    isArchived: never('Edm.Boolean'),
    isFavoriteByDefault: both('Edm.Boolean'),
    layoutType: both('graph.channelLayoutType'),
    membershipType: create('graph.channelMembershipType'),
    tenantId: never('Edm.String'),
    webUrl: never('Edm.String'),
  },
  aadUserConversationMember: {
    displayName: never('Edm.String'),
    email: never('Edm.String'),
    roles: both('Collection(Edm.String)'),
    tenantId: never('Edm.String'),
    userId: never('Edm.String'),
    visibleHistoryStartDateTime: both('Edm.DateTimeOffset'),
  },
  teamMemberSettings: {
    allowAddRemoveApps: both('Edm.Boolean'),
    allowCreatePrivateChannels: both('Edm.Boolean'),
    allowCreateUpdateChannels: both('Edm.Boolean'),
    allowCreateUpdateRemoveConnectors: both('Edm.Boolean'),
    allowCreateUpdateRemoveTabs: both('Edm.Boolean'),
    allowDeleteChannels: both('Edm.Boolean'),
  },
  teamGuestSettings: {
    allowCreateUpdateChannels: both('Edm.Boolean'),
    allowDeleteChannels: both('Edm.Boolean'),
  },
  teamMessagingSettings: {
    allowChannelMentions: both('Edm.Boolean'),
    allowOwnerDeleteMessages: both('Edm.Boolean'),
    allowTeamMentions: both('Edm.Boolean'),
    allowUserDeleteMessages: both('Edm.Boolean'),
    allowUserEditMessages: both('Edm.Boolean'),
  },
  teamFunSettings: {
    allowCustomMemes: both('Edm.Boolean'),
    allowGiphy: both('Edm.Boolean'),
    allowStickersAndMemes: both('Edm.Boolean'),
    giphyContentRating: both('graph.giphyRatingType'),
  },
};

/** Properties of a read that `$select` may name, where they differ from what a body may carry. */
export const readableProperties: Readonly<
  Record<'user' | 'group' | 'team' | 'channel' | 'site', string[]>
> = {
  user: [
    'id',
    'accountEnabled',
    'assignedPlans',
    'displayName',
    'employeeLeaveDateTime',
    'externalUserState',
    'mail',
    'mailNickname',
    'preferredLanguage',
    'proxyAddresses',
    'userPrincipalName',
    'userType',
  ],
  group: ['id', 'createdDateTime', 'deletedDateTime', ...Object.keys(properties.group)],
  team: ['id', ...Object.keys(properties.team)],
  channel: ['id', ...Object.keys(properties.channel)],
  site: ['id', 'displayName', 'webUrl'],
};
