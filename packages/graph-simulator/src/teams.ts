// Teams that are there, and their channels.
import { badRequest, Refusal, type Answer } from './response.ts';
import { checkBody } from './bodies.ts';
import { groupReaders, guidPattern, page, type Call, type Route } from './route.ts';
import { select } from './select.ts';
import type {
  SimulatedChannel,
  SimulatedGroup,
  SimulatedTeam,
  TeamPart,
  TeamSettings,
} from './tenant.ts';

const channelWriters = ['Channel.Create', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'];

function notFound(id: string): Refusal {
  return new Refusal(404, 'NotFound', `No team found with Group Id ${id}`);
}

export function readyTeam(call: Call, id: string): { group: SimulatedGroup; team: SimulatedTeam } {
  const group = call.tenant.groups.get(id.toLowerCase());
  const team = group?.team;
  if (!group || group.deletedAt !== undefined || !team || team.fails || team.visibleAt > call.now) {
    throw notFound(id);
  }
  return { group, team };
}

export function isArchived({ archiving = [] }: SimulatedGroup, now: number): boolean {
  const last = archiving.findLast(({ readyAt, fails }) => readyAt <= now && !fails);
  return last?.archives ?? false;
}

export const teamParts = [
  'memberSettings',
  'guestSettings',
  'messagingSettings',
  'funSettings',
] as const satisfies readonly TeamPart[];

/** A team that nobody changed has them. */
const firstSettings: TeamSettings = {
  memberSettings: {
    allowAddRemoveApps: true,
    allowCreatePrivateChannels: true,
    allowCreateUpdateChannels: true,
    allowCreateUpdateRemoveConnectors: true,
    allowCreateUpdateRemoveTabs: true,
    allowDeleteChannels: true,
  },
  guestSettings: { allowCreateUpdateChannels: false, allowDeleteChannels: false },
  messagingSettings: {
    allowChannelMentions: true,
    allowOwnerDeleteMessages: true,
    allowTeamMentions: true,
    allowUserDeleteMessages: true,
    allowUserEditMessages: true,
  },
  funSettings: {
    allowCustomMemes: true,
    allowGiphy: true,
    allowStickersAndMemes: true,
    giphyContentRating: 'moderate',
  },
};

/** Reads show these values, which lag behind a change. */
export function teamSettingsOf(
  { teamSettings = {}, staleSettings }: SimulatedGroup,
  now: number,
): TeamSettings {
  if (staleSettings !== undefined && staleSettings.until > now) return staleSettings.shown;
  const parts = teamParts.map((part) => [part, { ...firstSettings[part], ...teamSettings[part] }]);
  return Object.fromEntries(parts);
}

export function showTeam(call: Call, group: SimulatedGroup): Record<string, unknown> {
  return {
    id: group.id,
    displayName: group.displayName,
    description: group.description,
    visibility: group.visibility.toLowerCase(),
    isArchived: isArchived(group, call.now),
    specialization: group.wild?.specialization ?? 'none',
    ...teamSettingsOf(group, call.now),
    tenantId: call.tenant.tenantId,
    webUrl: `https://teams.microsoft.com/l/team/19:${group.id}/conversations?groupId=${group.id}&tenantId=${call.tenant.tenantId}`,
  };
}

const standard = ['displayName', 'description', 'visibility', 'webUrl', 'tenantId', 'isArchived'];

const channelForbidden =
  /[~#%&*{}+/\\:<>?|'",]|\.\.|^[_.]|\.$|_vti_|^(?:forms|con|conin\$|conout\$|prn|aux|nul|com\d|lpt\d|desktop\.ini)$/i;

function createChannel(call: Call, [id = '']: readonly string[]): Answer {
  const body = checkBody('channel', call.body, 'create', ['@odata.type']);
  const displayName = body['displayName'];
  if (typeof displayName !== 'string' || displayName === '') {
    throw badRequest('missing_property', "'displayName' is required.");
  }
  const { team } = readyTeam(call, id);
  if (channelForbidden.test(displayName)) {
    throw new Refusal(400, 'BadRequest', 'Channel name contains characters that are not allowed.');
  }
  if (
    team.channels.some((channel) => channel.displayName.toLowerCase() === displayName.toLowerCase())
  ) {
    const status = call.random.fraction(`channel ${id} ${displayName}`) < 0.5 ? 400 : 409;
    throw new Refusal(
      status,
      status === 400 ? 'BadRequest' : 'Conflict',
      'Channel name already existed, please use other name.',
    );
  }
  const channel = {
    id: `19:${call.random.guid(`channel ${id} ${displayName}`)}@thread.tacv2`,
    displayName,
    description: typeof body['description'] === 'string' ? body['description'] : null,
  };
  team.channels.push(channel);
  return { status: 201, body: showChannel(call, id, channel) };
}

const standardOfChannel = ['displayName', 'description', 'membershipType', 'webUrl', 'tenantId'];

function showChannel(call: Call, groupId: string, channel: SimulatedChannel) {
  const { id: channelId, displayName, description, membershipType = 'standard' } = channel;
  // An evolvable enumeration: only callers who ask for it see the later member.
  const isHidden =
    membershipType === 'shared' && call.headers['prefer'] !== 'include-unknown-enum-members';
  return {
    id: channelId,
    displayName,
    description,
    membershipType: isHidden ? 'unknownFutureValue' : membershipType,
    tenantId: call.tenant.tenantId,
    webUrl: `https://teams.microsoft.com/l/channel/${encodeURIComponent(channelId)}/${encodeURIComponent(displayName)}?groupId=${groupId}&tenantId=${call.tenant.tenantId}`,
  };
}

function listChannels(call: Call, [id = '']: readonly string[]): Answer {
  const { group, team } = readyTeam(call, id);
  return page(
    call,
    team.channels.map((channel) =>
      select(call.query, 'channel', showChannel(call, group.id, channel), standardOfChannel),
    ),
  );
}

const id = `(${guidPattern})`;

export const teamRoutes: readonly Route[] = [
  {
    name: 'teams.read',
    method: 'GET',
    pattern: new RegExp(`^/teams/${id}$`),
    permissions: ['Team.ReadBasic.All', 'TeamSettings.Read.All', 'Team.Create', ...groupReaders],
    costs: { onOneTeam: 1, teamRead: 1 },
    onTeam: true,
    handle: (call, [group = '']) => {
      const found = readyTeam(call, group);
      return {
        status: 200,
        body: select(call.query, 'team', showTeam(call, found.group), standard),
      };
    },
  },
  {
    name: 'teams.channels.create',
    method: 'POST',
    pattern: new RegExp(`^/teams/${id}/channels$`),
    permissions: channelWriters,
    costs: { onOneTeam: 1, channelCreateOnOneTeam: 1, channelCreate: 1 },
    onTeam: true,
    handle: createChannel,
  },
  {
    name: 'teams.channels.list',
    method: 'GET',
    pattern: new RegExp(`^/teams/${id}/channels$`),
    permissions: ['Channel.ReadBasic.All', 'Channel.Create', ...groupReaders],
    costs: { onOneTeam: 1, otherReadsOnOneTeam: 1 },
    onTeam: true,
    handle: listChannels,
  },
];
