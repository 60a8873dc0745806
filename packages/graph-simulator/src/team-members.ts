// Adds people to a team, up to 200 at once, each with a separate result.
import { isAltered } from './altered-rules.ts';
import { badRequest, Refusal, type Answer } from './response.ts';
import { asObject, boundId, checkBody, type JsonObject } from './bodies.ts';
import { guidPattern, type Call, type Route } from './route.ts';
import { readyTeam } from './teams.ts';
import type { SimulatedGroup } from './tenant.ts';

export const memberWriters = ['TeamMember.ReadWrite.All', 'TeamMember.ReadWriteNonOwnerRole.All'];

function isRefusedGuest({ tenant, profile }: Call, id: string): boolean {
  const isRefused = profile.refusesGuests || isAltered(tenant, 'guest_by_application');
  return isRefused && tenant.usersByName.get(id)?.userType === 'Guest';
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
  if (isRefusedGuest(call, id)) return { code: 'Forbidden', message: '' };
  const subject = `member ${group.id} ${id}`;
  const { attempts } = call.tenant.attempts.get(subject) ?? { attempts: 0 };
  if (attempts >= 2) return null;
  call.tenant.attempts.set(subject, { attempts: attempts + 1, faults: 0 });
  if (call.random.fraction(`${subject} ${attempts}`) >= call.profile.memberRefusalChance)
    return null;
  return call.random.fraction(`${subject} code`) < 0.5
    ? { code: 'TooManyRequests', message: 'Try again later.' }
    : { code: 'ServiceUnavailable', message: '' };
}

/** The people under `values`, each bound by its address. */
export function readValues(
  call: Call,
  most: number,
): readonly { readonly id: string; readonly isOwner: boolean }[] {
  const body = asObject(call.body);
  const extra = Object.keys(body).find((name) => name !== 'values');
  if (extra !== undefined)
    throw badRequest('unknown_property', `The parameter '${extra}' is unknown.`);
  const values = body['values'];
  if (!Array.isArray(values) || values.length === 0) {
    throw badRequest('missing_property', "The parameter 'values' is required.");
  }
  if (values.length > most) {
    throw badRequest(
      'too_many_people',
      `${values.length} people were given; at most ${most} are allowed.`,
    );
  }
  const people = values.map((value: unknown) => {
    const member = readMember(value);
    const roles = Array.isArray(member['roles']) ? member['roles'].map(String) : [];
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
  return people;
}

export function readMember(value: unknown): JsonObject {
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
  return member;
}

function addMembers(call: Call, [id = '']: readonly string[]): Answer {
  const people = readValues(call, 200);
  const { group } = readyTeam(call, id);
  // Some teams answer for each person, some refuse all for one guest.
  const refusesAll = call.random.fraction(`guests ${group.id}`) < 0.5;
  if (refusesAll && people.some((person) => isRefusedGuest(call, person.id))) {
    throw new Refusal(403, 'Forbidden', 'Failed to execute Templates backend request.');
  }
  const results = people.map((person) => {
    const error = memberError(call, group, person.id);
    const isIgnored = person.isOwner && isAltered(call.tenant, 'owner_in_team');
    if (error === null && !isIgnored) {
      group.members.add(person.id);
      // A person without a role becomes a member, and is no longer an owner.
      if (person.isOwner) group.owners.add(person.id);
      else group.owners.delete(person.id);
    }
    return {
      '@odata.type': '#microsoft.graph.aadUserConversationMemberResult',
      userId: person.id,
      error,
    };
  });
  const admitted = people.filter((_, index) => results[index]?.error === null);
  const idsOf = (list: typeof people) => list.map((person) => person.id);
  const owners = idsOf(admitted.filter(({ isOwner }) => isOwner));
  const members = idsOf(admitted.filter(({ isOwner }) => !isOwner));
  if (owners.length > 0) call.record(group, 'owners_added', owners);
  if (members.length > 0) call.record(group, 'members_added', members);
  return {
    status: results.some((result) => result.error !== null) ? 207 : 200,
    body: { value: results },
  };
}

const id = `(${guidPattern})`;

export const teamMemberRoutes: readonly Route[] = [
  {
    name: 'teams.addMembers',
    method: 'POST',
    pattern: new RegExp(`^/teams/${id}/members/add$`),
    permissions: memberWriters,
    costs: { onOneTeam: 1, otherWritesOnOneTeam: 1, otherTeamsWrites: 1 },
    onTeam: true,
    handle: addMembers,
  },
];
