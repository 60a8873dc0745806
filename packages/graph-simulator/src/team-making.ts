// Teams in the making: asked for in two ways, and followed by an operation.
import { badRequest, Refusal, resourceNotFound, type Answer } from './response.ts';
import { boundId, checkBody } from './bodies.ts';
import { guidPattern, type Call, type Route } from './route.ts';
import { showTeam } from './teams.ts';
import type { SimulatedGroup, SimulatedTeam } from './tenant.ts';

const teamCreators = ['Team.Create', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'];

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

/** Starts to create a team; refuses if there is one or one is being created. */
function begin(call: Call, group: SimulatedGroup): SimulatedTeam {
  const { random, profile, now } = call;
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
  const makingMs = least + Math.round(random.fraction(`making ${subject}`) * (most - least));
  const readyAt = now + makingMs;
  const lags = random.fraction(`team lags ${subject}`) < profile.lagChance / 2;
  const team: SimulatedTeam = {
    operationId: random.guid(`operation ${subject}`),
    askedAt: now,
    readyAt,
    fails:
      group.teamAttempts <= 2 &&
      random.fraction(`team fails ${subject}`) < profile.teamFailureChance,
    visibleAt: readyAt + (lags ? Math.round(random.fraction(`team lag ${subject}`) * 60_000) : 0),
    lastPolledAt: undefined,
    polls: 0,
    channels: [
      {
        id: `19:${random.guid(`general ${group.id}`)}@thread.tacv2`,
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
  const { now, random, profile } = call;
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
  const odd = random.fraction(`odd ${operationId} ${team.polls}`);
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

const id = `(${guidPattern})`;

export const teamMakingRoutes: readonly Route[] = [
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
    costs: { onOneTeam: 1, teamPut: 1 },
    onTeam: true,
    handle: putTeam,
  },
  {
    name: 'teams.operation',
    method: 'GET',
    pattern: new RegExp(`^/teams(?:/|\\(')${id}(?:'\\))?/operations(?:/|\\(')${id}(?:'\\))?$`),
    permissions: ['Team.Create', 'Group.ReadWrite.All'],
    costs: { onOneTeam: 1, otherReadsOnOneTeam: 1, otherTeamsReads: 1 },
    onTeam: true,
    handle: readOperation,
  },
];
