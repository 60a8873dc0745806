// Members of a team: listed, given another role, and removed, alone or up to 20 at once.
import { badRequest, Refusal, type Answer } from './response.ts';
import { guidPattern, page, type Call, type Route } from './route.ts';
import { memberWriters, readMember, readValues } from './team-members.ts';
import { readyTeam } from './teams.ts';
import type { SimulatedGroup } from './tenant.ts';

const guid = `(${guidPattern})`;
const userId = new RegExp(`^microsoft\\.graph\\.aadUserConversationMember/userId eq '${guid}'$`);

function membershipId(group: SimulatedGroup, personId: string): string {
  return Buffer.from(`${group.id}##${personId}`).toString('base64');
}

/** The people whom `$filter` names; undefined without one. */
function wantedPeople({ query, tenant }: Call): Set<string> | undefined {
  const filter = query.get('$filter');
  if (filter === null) return undefined;
  if (!tenant.removesMembersInBulk) {
    throw new Refusal(400, 'BadRequest', 'The filter is not supported.');
  }
  const parts = filter.replace(/^\((.*)\)$/, '$1').split(' or ');
  return new Set(
    parts.map((part) => {
      const id = userId.exec(part)?.[1];
      if (id === undefined) {
        throw badRequest('unsupported_query', `Unsupported or invalid query filter: ${part}`);
      }
      return id.toLowerCase();
    }),
  );
}

function listMembers(call: Call, [id = '']: readonly string[]): Answer {
  const { group } = readyTeam(call, id);
  const wanted = wantedPeople(call);
  const people = [...group.members].filter((person) => wanted?.has(person) ?? true);
  const members = people.map((person) => {
    const user = call.tenant.usersByName.get(person);
    const isOwner = group.owners.has(person);
    return {
      '@odata.type': '#microsoft.graph.aadUserConversationMember',
      id: membershipId(group, person),
      roles: isOwner ? ['owner'] : user?.userType === 'Guest' ? ['guest'] : [],
      displayName: user?.displayName ?? '',
      userId: person,
      email: user?.mail ?? null,
    };
  });
  return page(call, members);
}

function findMember(
  call: Call,
  [id = '', encoded = '']: readonly string[],
): { group: SimulatedGroup; person: string } {
  const { group } = readyTeam(call, id);
  const wanted = decodeURIComponent(encoded);
  const person = [...group.members].find((one) => membershipId(group, one) === wanted);
  if (person === undefined) throw new Refusal(404, 'NotFound', 'Could not find resource');
  return { group, person };
}

function isLastOwner({ owners }: SimulatedGroup, person: string): boolean {
  return owners.size === 1 && owners.has(person);
}

const lastOwner = { code: 'BadRequest', message: 'The last owner of a team cannot be removed.' };

function changeMember(call: Call, params: readonly string[]): Answer {
  const { roles } = readMember(call.body);
  if (!Array.isArray(roles)) throw badRequest('missing_property', "'roles' is required.");
  const { group, person } = findMember(call, params);
  if (roles.includes('owner')) {
    group.owners.add(person);
    call.record(group, 'owners_added', [person]);
  } else {
    if (isLastOwner(group, person)) throw new Refusal(400, lastOwner.code, lastOwner.message);
    if (group.owners.delete(person)) call.record(group, 'owners_removed', [person]);
  }
  return { status: 200, body: { id: membershipId(group, person), roles, userId: person } };
}

function removePerson(call: Call, group: SimulatedGroup, person: string): void {
  if (group.owners.delete(person)) call.record(group, 'owners_removed', [person]);
  if (group.members.delete(person)) call.record(group, 'members_removed', [person]);
}

function removeMember(call: Call, params: readonly string[]): Answer {
  const { group, person } = findMember(call, params);
  if (isLastOwner(group, person)) throw new Refusal(400, lastOwner.code, lastOwner.message);
  removePerson(call, group, person);
  return { status: 204 };
}

/** Why a person is not removed by this call, if so. */
function removalError(call: Call, group: SimulatedGroup, person: string) {
  if (!group.members.has(person)) return { code: 'NotFound', message: 'Could not find resource' };
  if (isLastOwner(group, person)) return lastOwner;
  const { random, profile, tenant } = call;
  const subject = `member removal ${group.id} ${person}`;
  const { attempts } = tenant.attempts.get(subject) ?? { attempts: 0 };
  tenant.attempts.set(subject, { attempts: attempts + 1, faults: 0 });
  const isRefused = attempts < 2 && random.fraction(subject) < profile.memberRefusalChance;
  return isRefused ? { code: 'ServiceUnavailable', message: '' } : null;
}

function removeMembers(call: Call, [id = '']: readonly string[]): Answer {
  if (!call.tenant.removesMembersInBulk) {
    throw new Refusal(400, 'BadRequest', "Resource not found for the segment 'remove'.");
  }
  const people = readValues(call, 20);
  const { group } = readyTeam(call, id);
  const results = people.map((person) => {
    const error = removalError(call, group, person.id);
    if (error === null) removePerson(call, group, person.id);
    return {
      '@odata.type': '#microsoft.graph.aadUserConversationMemberResult',
      userId: person.id,
      error,
    };
  });
  return results.every(({ error }) => error === null)
    ? { status: 204 }
    : { status: 207, body: { value: results } };
}

const write = { onOneTeam: 1, otherWritesOnOneTeam: 1, otherTeamsWrites: 1 };
const member = new RegExp(`^/teams/${guid}/members/([^/]+)$`);

export const teamMemberChangeRoutes: readonly Route[] = [
  {
    name: 'teams.members',
    method: 'GET',
    pattern: new RegExp(`^/teams/${guid}/members$`),
    permissions: ['TeamMember.Read.All', ...memberWriters],
    costs: { onOneTeam: 1, teamMembersRead: 1 },
    onTeam: true,
    handle: listMembers,
  },
  {
    name: 'teams.removeMembers',
    method: 'POST',
    pattern: new RegExp(`^/teams/${guid}/members/remove$`),
    permissions: ['TeamMember.ReadWrite.All'],
    costs: write,
    onTeam: true,
    handle: removeMembers,
  },
  {
    name: 'teams.changeMember',
    method: 'PATCH',
    pattern: member,
    permissions: ['TeamMember.ReadWrite.All'],
    costs: write,
    onTeam: true,
    handle: changeMember,
  },
  {
    name: 'teams.removeMember',
    method: 'DELETE',
    pattern: member,
    permissions: memberWriters,
    costs: write,
    onTeam: true,
    handle: removeMember,
  },
];
