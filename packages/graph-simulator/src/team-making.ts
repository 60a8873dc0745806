// Teams in the making: asked for in two ways, and followed by an operation.
import { isAltered } from './altered-rules.ts';
import { badRequest, Refusal, type Answer } from './response.ts';
import { boundId, checkBody } from './bodies.ts';
import { guidPattern, type Call, type Route } from './route.ts';
import { acceptedOperation, beginOperation } from './team-operations.ts';
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
  if (isAltered(call.tenant, 'team_of_group')) {
    throw new Refusal(400, 'BadRequest', 'Failed to execute Templates backend request.');
  }
  const mayLackOwner = isAltered(call.tenant, 'team_needs_owner') && group.owners.size === 0;
  if (group.owners.size === 0 && !mayLackOwner) {
    throw new Refusal(
      400,
      'BadRequest',
      'Group must have at least one owner to be converted to a team.',
    );
  }
  const licensed = [...group.owners].some((id) => call.tenant.usersByName.get(id)?.licensed);
  if (!licensed && !mayLackOwner) {
    throw new Refusal(
      403,
      'Forbidden',
      'Failed to execute Templates backend request CreateTeamFromGroupWithTemplateRequest. The owner is not licensed for Teams.',
    );
  }
  group.teamAttempts += 1;
  const subject = `${group.id} ${group.teamAttempts}`;
  const operation = beginOperation(call, subject, { mayFail: group.teamAttempts <= 2 });
  const lags = random.fraction(`team lags ${subject}`) < profile.lagChance / 2;
  const lagMs = lags ? Math.round(random.fraction(`team lag ${subject}`) * 60_000) : 0;
  const team: SimulatedTeam = {
    ...operation,
    visibleAt: operation.readyAt + lagMs,
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
  return acceptedOperation(group, team.operationId);
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
];
