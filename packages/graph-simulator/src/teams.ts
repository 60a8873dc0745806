// Teams made of groups, their operations, people and channels.
import { badRequest, Refusal, resourceNotFound, type Answer } from './answer.ts';
import { asObject, boundId, checkBody } from './bodies.ts';
import { groupReaders, guidPattern, page, type Call, type Route } from './route.ts';
import { select } from './select.ts';
import type { SimulatedGroup, SimulatedTeam } from './tenant.ts';

const teamCreators = ['Team.Create', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'];
const memberWriters = ['TeamMember.ReadWrite.All', 'TeamMember.ReadWriteNonOwnerRole.All'];
const channelWriters = ['Channel.Create', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'];

function notFound(id: string): Refusal {
  return new Refusal(404, 'NotFound', `No team found with Group Id ${id}`);
}

/** The group as Teams sees it, which may be much later than the directory does. */
function groupForTeams(call: Call, id: string): SimulatedGroup {
  const group = call.tenant.groups.get(id.toLowerCase());
  if (!group || group.deletedAt !== undefined || group.visibleToTeamsAt > call.now) {
    throw new Refusal(
      404,
      'NotFound',
      `Failed to execute Templates backend request CreateTeamFromGroupWithTemplateRequest. Group ${id} was not found.`,
    );
  }
  return group;
}

function readyTeam(call: Call, id: string): { group: SimulatedGroup; team: SimulatedTeam } {
  const group = call.tenant.groups.get(id.toLowerCase());
  const team = group?.team;
  if (!group || group.deletedAt !== undefined || !team || team.fails || team.visibleAt > call.now) {
    throw notFound(id);
  }
  return { group, team };
}

/** Begins the making of a team; refuses when there is one or one in the making. */
function begin(call: Call, group: SimulatedGroup): SimulatedTeam {
  const { draws, profile, now } = call;
  const earlier = group.team;
  if (earlier && !(earlier.fails && earlier.readyAt <= now)) {
    throw new Refusal(409, 'Conflict', 'The group is already provisioned.');
  }
  if (group.owners.size === 0) {
    throw new Refusal(
      400,
      'BadRequest',
      'Group must have at least one owner to be converted to a team.',
    );
  }
  const licensed = [...group.owners].some((id) => call.tenant.usersByName.get(id)?.licensed);
  if (!licensed) {
    throw new Refusal(
      403,
      'Forbidden',
      'Failed to execute Templates backend request CreateTeamFromGroupWithTemplateRequest. The owner is not licensed for Teams.',
    );
  }
  group.teamAttempts += 1;
  const subject = `${group.id} ${group.teamAttempts}`;
  const [least, most] = profile.teamMakingMs;
  const makingMs = least + Math.round(draws.fraction(`making ${subject}`) * (most - least));
  const readyAt = now + makingMs;
  const lags = draws.fraction(`team lags ${subject}`) < profile.lagChance / 2;
  const team: SimulatedTeam = {
    operationId: draws.guid(`operation ${subject}`),
    askedAt: now,
    readyAt,
    fails:
      group.teamAttempts <= 2 &&
      draws.fraction(`team fails ${subject}`) < profile.teamFailureChance,
    visibleAt: readyAt + (lags ? Math.round(draws.fraction(`team lag ${subject}`) * 60_000) : 0),
    lastPolledAt: undefined,
    polls: 0,
    channels: [
      {
        id: `19:${draws.guid(`general ${group.id}`)}@thread.tacv2`,
        displayName: 'General',
        description: null,
      },
    ],
  };
  group.team = team;
  return team;
}

function postTeam(call: Call): Answer {
  const body = checkBody('team', call.body, 'create', [
    'template@odata.bind',
    'group@odata.bind',
    'members',
  ]);
  for (const name of ['template@odata.bind', 'group@odata.bind']) {
    if (body[name] === undefined) throw badRequest('missing_property', `'${name}' is required.`);
  }
  for (const name of ['displayName', 'visibility', 'description', 'members']) {
    if (body[name] !== undefined) {
      throw badRequest('read_only_property', `'${name}' must not be given with group@odata.bind.`);
    }
  }
  boundId(body['template@odata.bind'], 'template@odata.bind', call.roots, ['teamsTemplates']);
  const id = boundId(body['group@odata.bind'], 'group@odata.bind', call.roots, ['groups']);
  const group = groupForTeams(call, id);
  const team = begin(call, group);
  return {
    status: 202,
    headers: {
      location: `/teams('${group.id}')/operations('${team.operationId}')`,
      'content-location': `/teams('${group.id}')`,
    },
  };
}

function showTeam(call: Call, group: SimulatedGroup): Record<string, unknown> {
  return {
    id: group.id,
    displayName: group.displayName,
    description: group.description,
    visibility: group.visibility.toLowerCase(),
    isArchived: false,
    tenantId: call.tenant.tenantId,
    webUrl: `https://teams.microsoft.com/l/team/19:${group.id}/conversations?groupId=${group.id}&tenantId=${call.tenant.tenantId}`,
  };
}

const standard = ['displayName', 'description', 'visibility', 'webUrl', 'tenantId', 'isArchived'];

function putTeam(call: Call, [id = '']: readonly string[]): Answer {
  checkBody('team', call.body, 'create');
  const group = groupForTeams(call, id);
  const team = begin(call, group);
  // The old way answers with the team itself; it is seen by others as late as by the new way.
  if (team.fails) {
    throw new Refusal(502, 'BadGateway', 'Failed to execute backend request.');
  }
  return { status: 201, body: showTeam(call, group) };
}

const oddStatuses = ['paused', 'unknownFutureValue', 'validating'] as const;

function readOperation(call: Call, [id = '', operationId = '']: readonly string[]): Answer {
  const { now, draws, profile } = call;
  const group = call.tenant.groups.get(id.toLowerCase());
  const team = group?.team;
  if (!group || team?.operationId !== operationId.toLowerCase())
    throw resourceNotFound(operationId);
  if (team.lastPolledAt !== undefined && now - team.lastPolledAt < 30_000) {
    call.violate('polled_too_early', `${now - team.lastPolledAt} ms after the poll before`);
    throw new Refusal(429, 'TooManyRequests', 'Operations may be read every 30 seconds.', {
      headers: { 'retry-after': '30' },
    });
  }
  team.lastPolledAt = now;
  team.polls += 1;
  const odd = draws.fraction(`odd ${operationId} ${team.polls}`);
  const halfway = team.askedAt + (team.readyAt - team.askedAt) / 2;
  let status: string = team.fails ? 'failed' : 'succeeded';
  if (now < team.readyAt) status = now < halfway ? 'notStarted' : 'inProgress';
  if (odd < profile.oddStatusChance) {
    status = oddStatuses[team.polls % oddStatuses.length] ?? 'paused';
  }
  return {
    status: 200,
    body: {
      id: team.operationId,
      operationType: 'createTeam',
      createdDateTime: new Date(team.askedAt).toISOString(),
      lastActionDateTime: new Date(now).toISOString(),
      status,
      attemptsCount: 1,
      targetResourceId: group.id,
      targetResourceLocation: `/teams('${group.id}')`,
      error:
        status === 'failed'
          ? { code: 'InternalServerError', message: 'The team could not be provisioned.' }
          : null,
    },
  };
}

/** Why a person cannot be let into the team, if so. */
function memberError(
  call: Call,
  group: SimulatedGroup,
  id: string,
): { code: string; message: string } | null {
  const user = call.tenant.usersByName.get(id);
  if (user === undefined) return { code: 'NotFound', message: '' };
  if (!user.licensed) return { code: 'Forbidden', message: 'User is not licensed for Teams.' };
  const subject = `member ${group.id} ${id}`;
  const { attempts } = call.tenant.attempts.get(subject) ?? { attempts: 0 };
  if (attempts >= 2) return null;
  call.tenant.attempts.set(subject, { attempts: attempts + 1, faults: 0 });
  if (call.draws.fraction(`${subject} ${attempts}`) >= call.profile.memberRefusalChance)
    return null;
  return call.draws.fraction(`${subject} code`) < 0.5
    ? { code: 'TooManyRequests', message: 'Try again later.' }
    : { code: 'ServiceUnavailable', message: '' };
}

function addMembers(call: Call, [id = '']: readonly string[]): Answer {
  const body = asObject(call.body);
  const extra = Object.keys(body).find((name) => name !== 'values');
  if (extra !== undefined)
    throw badRequest('unknown_property', `The parameter '${extra}' is unknown.`);
  const values = body['values'];
  if (!Array.isArray(values) || values.length === 0) {
    throw badRequest('missing_property', "The parameter 'values' is required.");
  }
  if (values.length > 200) {
    throw badRequest(
      'too_many_people',
      `${values.length} people were given; at most 200 are allowed.`,
    );
  }
  const people = values.map((value: unknown) => {
    const member = checkBody('aadUserConversationMember', value, 'create', [
      '@odata.type',
      'user@odata.bind',
    ]);
    if (!/^#?microsoft\.graph\.aadUserConversationMember$/.test(String(member['@odata.type']))) {
      throw badRequest('missing_property', "'@odata.type' must name the kind of member.");
    }
    const roles = Array.isArray(member['roles']) ? member['roles'].map(String) : [];
    if (roles.some((role) => role !== 'owner' && role !== 'guest')) {
      throw badRequest('wrong_type', "A role must be 'owner' or 'guest'.");
    }
    const bind = member['user@odata.bind'];
    if (typeof bind === 'string' && !bind.includes("/users('")) {
      throw badRequest(
        'wrong_bind_form',
        `'user@odata.bind' must have the form users('id'): ${bind}`,
      );
    }
    return {
      id: boundId(bind, 'user@odata.bind', call.roots, ['users']),
      isOwner: roles.includes('owner'),
    };
  });
  if (new Set(people.map((person) => person.id)).size < people.length) {
    throw badRequest('repeated_person', 'A person is given twice.');
  }
  const { group } = readyTeam(call, id);
  const results = people.map((person) => {
    const error = memberError(call, group, person.id);
    if (error === null) {
      group.members.add(person.id);
      // Whoever is given without a role is a member from then on, and no owner any more.
      if (person.isOwner) group.owners.add(person.id);
      else group.owners.delete(person.id);
    }
    return {
      '@odata.type': '#microsoft.graph.aadUserConversationMemberResult',
      userId: person.id,
      error,
    };
  });
  return {
    status: results.some((result) => result.error !== null) ? 207 : 200,
    body: { value: results },
  };
}

const channelForbidden = /[~#%&*{}+/\\:<>?|'"]|^[_.]|\.$/;

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
    const status = call.draws.fraction(`channel ${id} ${displayName}`) < 0.5 ? 400 : 409;
    throw new Refusal(
      status,
      status === 400 ? 'BadRequest' : 'Conflict',
      'Channel name already existed, please use other name.',
    );
  }
  const channel = {
    id: `19:${call.draws.guid(`channel ${id} ${displayName}`)}@thread.tacv2`,
    displayName,
    description: typeof body['description'] === 'string' ? body['description'] : null,
  };
  team.channels.push(channel);
  return { status: 201, body: { ...channel, membershipType: 'standard' } };
}

const id = `(${guidPattern})`;

export const teamRoutes: readonly Route[] = [
  {
    name: 'teams.create',
    method: 'POST',
    pattern: /^\/teams$/,
    permissions: teamCreators,
    costs: { teamCreate: 1 },
    handle: postTeam,
  },
  {
    name: 'teams.put',
    method: 'PUT',
    pattern: new RegExp(`^/groups/${id}/team$`),
    permissions: teamCreators,
    costs: { teamPut: 1 },
    onTeam: true,
    handle: putTeam,
  },
  {
    name: 'teams.read',
    method: 'GET',
    pattern: new RegExp(`^/teams/${id}$`),
    permissions: ['Team.ReadBasic.All', 'TeamSettings.Read.All', 'Team.Create', ...groupReaders],
    costs: {},
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
    name: 'teams.operation',
    method: 'GET',
    pattern: new RegExp(`^/teams(?:/|\\(')${id}(?:'\\))?/operations(?:/|\\(')${id}(?:'\\))?$`),
    permissions: ['Team.Create', 'Group.ReadWrite.All'],
    costs: {},
    onTeam: true,
    handle: readOperation,
  },
  {
    name: 'teams.addMembers',
    method: 'POST',
    pattern: new RegExp(`^/teams/${id}/members/add$`),
    permissions: memberWriters,
    costs: {},
    onTeam: true,
    handle: addMembers,
  },
  {
    name: 'teams.channels.create',
    method: 'POST',
    pattern: new RegExp(`^/teams/${id}/channels$`),
    permissions: channelWriters,
    costs: { channelCreate: 1 },
    onTeam: true,
    handle: createChannel,
  },
  {
    name: 'teams.channels.list',
    method: 'GET',
    pattern: new RegExp(`^/teams/${id}/channels$`),
    permissions: ['Channel.ReadBasic.All', 'Channel.Create', ...groupReaders],
    costs: {},
    onTeam: true,
    handle: (call, [group = '']) => page(call, readyTeam(call, group).team.channels),
  },
];
