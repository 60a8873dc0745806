// The people of a group, through the group: listed, counted, added and removed.
import { isAltered } from './altered-rules.ts';
import { badRequest, Refusal, referencesExist, resourceNotFound, type Answer } from './response.ts';
import { boundIds, type JsonObject } from './bodies.ts';
import { readFilter } from './filter.ts';
import { visibleGroup } from './groups.ts';
import { groupReaders, groupWriters, guidPattern, page, type Call, type Route } from './route.ts';
import type { SimulatedGroup } from './tenant.ts';

/** Attempts that a temporary refusal to remove an owner takes. */
const refusedAttempts = 2;

/** Counts, filters and casts of directory objects are advanced queries. */
function requireEventual({ query, headers }: Call): void {
  const isAdvanced = query.has('$count') || query.has('$filter');
  if (isAdvanced && headers['consistencylevel'] !== 'eventual') {
    throw badRequest(
      'unsupported_query',
      'This query needs the header ConsistencyLevel: eventual.',
    );
  }
}

function toPage(call: Call, ids: Iterable<string>): Answer {
  const entries = [...ids].map((id) => ({ '@odata.type': '#microsoft.graph.user', id }));
  return page(call, entries);
}

function listPeople(call: Call, [id = '', name = '']: readonly string[]): Answer {
  requireEventual(call);
  if (call.query.has('$filter')) {
    throw badRequest('unsupported_query', 'A filter on properties of users needs their type.');
  }
  const group = visibleGroup(call, id);
  const isHidden = name === 'owners' && group.wild?.hidesOwners === true;
  return toPage(call, isHidden ? [] : name === 'owners' ? group.owners : group.members);
}

function listUsers(call: Call, [id = '']: readonly string[]): Answer {
  requireEventual(call);
  const group = visibleGroup(call, id);
  const [only] = readFilter(call.query, call.headers, ['userType']);
  const wanted = only?.value.toLowerCase();
  const ids = [...group.members].filter((person) => {
    const type = call.tenant.usersByName.get(person)?.userType.toLowerCase();
    return wanted === undefined || type === wanted;
  });
  return toPage(call, ids);
}

function addReference(call: Call, [id = '', list = '']: readonly string[]): Answer {
  const group = visibleGroup(call, id);
  const body = call.body as JsonObject | undefined;
  const address = body?.['@odata.id'];
  const [person = ''] = boundIds([address], '@odata.id', call.roots, ['users', 'directoryObjects']);
  if (!call.tenant.usersByName.has(person)) throw resourceNotFound(person);
  const isGuest = call.tenant.usersByName.get(person)?.userType === 'Guest';
  if (isGuest && isAltered(call.tenant, 'guest_by_application')) {
    throw new Refusal(400, 'Request_BadRequest', 'Guests cannot be added.');
  }
  const people = list === 'owners' ? group.owners : group.members;
  if (people.has(person)) throw referencesExist(list);
  people.add(person);
  call.record(group, list === 'owners' ? 'owners_added' : 'members_added', [person]);
  return { status: 204 };
}

/**
 * The last owner stays. Users report the same refusal for the step from two owners to one: the simulator draws it, for
 * some attempts or for all.
 */
function requireOtherOwner(call: Call, group: SimulatedGroup, person: string): void {
  const { random, profile, tenant } = call;
  const subject = `owner removal ${group.id} ${person}`;
  const isLast = group.owners.size === 1;
  if (!isLast) {
    const isChosen =
      group.owners.size === 2 && random.fraction(subject) < profile.ownerRefusalChance;
    if (!isChosen) return;
    const { attempts } = tenant.attempts.get(subject) ?? { attempts: 0 };
    tenant.attempts.set(subject, { attempts: attempts + 1, faults: 0 });
    const stays = random.fraction(`${subject} stays`) < 0.2;
    if (!stays && attempts >= refusedAttempts) return;
  }
  throw new Refusal(
    400,
    'Request_BadRequest',
    'The group must have at least one owner, hence this owner cannot be removed.',
  );
}

function removeReference(
  call: Call,
  [id = '', list = '', personId = '']: readonly string[],
): Answer {
  const group = visibleGroup(call, id);
  const person = personId.toLowerCase();
  const people = list === 'owners' ? group.owners : group.members;
  if (!people.has(person)) {
    // The sentence names either of the two.
    const namesGroup = call.random.fraction(`absent ${group.id} ${person}`) < 0.5;
    throw resourceNotFound(namesGroup ? group.id : person);
  }
  if (list === 'owners') requireOtherOwner(call, group, person);
  people.delete(person);
  call.record(group, list === 'owners' ? 'owners_removed' : 'members_removed', [person]);
  return { status: 204 };
}

const id = `(${guidPattern})`;
const write = { directoryWrites: 1, resourceUnits: 1 };

export const groupPeopleRoutes: readonly Route[] = [
  {
    name: 'groups.addReference',
    method: 'POST',
    pattern: new RegExp(`^/groups/${id}/(owners|members)/\\$ref$`),
    permissions: groupWriters,
    costs: write,
    handle: addReference,
  },
  {
    name: 'groups.removeReference',
    method: 'DELETE',
    pattern: new RegExp(`^/groups/${id}/(owners|members)/${id}/\\$ref$`),
    permissions: groupWriters,
    costs: write,
    handle: removeReference,
  },
  {
    name: 'groups.people',
    method: 'GET',
    pattern: new RegExp(`^/groups/${id}/(owners|members|transitiveMembers)$`),
    permissions: groupReaders,
    costs: { resourceUnits: 3 },
    handle: listPeople,
  },
  {
    name: 'groups.users',
    method: 'GET',
    pattern: new RegExp(`^/groups/${id}/members/microsoft\\.graph\\.user$`),
    permissions: groupReaders,
    costs: { resourceUnits: 3 },
    handle: listUsers,
  },
];
