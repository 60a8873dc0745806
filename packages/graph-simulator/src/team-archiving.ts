// Teams archived and unarchived, each by an operation.
import { badRequest, Refusal, type Answer } from './response.ts';
import { asObject } from './bodies.ts';
import { guidPattern, type Call, type Route } from './route.ts';
import { acceptedOperation, beginOperation } from './team-operations.ts';
import { isArchived, readyTeam } from './teams.ts';

const siteFlag = 'shouldSetSpoSiteReadOnlyForMembers';

function checkOptions(call: Call): void {
  if (call.body === undefined) return;
  const names = Object.keys(asObject(call.body));
  if (names.includes(siteFlag)) {
    throw badRequest('site_read_only', `'${siteFlag}' is not supported for applications.`);
  }
  const [extra] = names;
  if (extra !== undefined) {
    throw badRequest('unknown_property', `The parameter '${extra}' is unknown.`);
  }
}

function setArchived(call: Call, [id = '', action = '']: readonly string[]): Answer {
  checkOptions(call);
  const archives = action === 'archive';
  const { group } = readyTeam(call, id);
  const { random, now } = call;
  const earlier = (group.archiving ??= []);
  if (archives && group.owners.size === 0) {
    const status = random.fraction(`archive without owner ${group.id}`) < 0.5 ? 400 : 403;
    throw new Refusal(status, status === 400 ? 'BadRequest' : 'Forbidden', 'No owner was found.');
  }
  if (earlier.some(({ readyAt }) => readyAt > now)) {
    throw new Refusal(409, 'Conflict', 'Another operation on the team is in progress.');
  }
  const subject = `${action} ${group.id} ${earlier.length}`;
  // The answer for a team that is in that state already is not documented: the simulator plays two readings.
  if (isArchived(group, now) === archives && random.fraction(`already ${subject}`) < 0.5) {
    throw new Refusal(400, 'BadRequest', `The team is already ${action}d.`);
  }
  const operation = beginOperation(call, subject, { mayFail: earlier.length < 2 });
  earlier.push({ ...operation, archives });
  call.record(group, archives ? 'archiving' : 'unarchiving', []);
  // Users report this for calls that were carried out.
  if (random.fraction(`404 ${subject}`) < call.profile.oddStatusChance) {
    throw new Refusal(404, 'NotFound', `No team found with Group Id ${id}`);
  }
  return acceptedOperation(group, operation.operationId);
}

export const teamArchivingRoutes: readonly Route[] = [
  {
    name: 'teams.archive',
    method: 'POST',
    pattern: new RegExp(`^/teams/(${guidPattern})/(archive|unarchive)$`),
    permissions: ['TeamSettings.ReadWrite.All', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'],
    costs: { onOneTeam: 1, otherWritesOnOneTeam: 1, otherTeamsWrites: 1 },
    onTeam: true,
    handle: setArchived,
  },
];
