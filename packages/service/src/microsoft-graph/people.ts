// Finds people by id, 1,000 to a call, by sign-in name and mail, 15 to a call, and by proxy address, 20 to a batch. Results
// are remembered for a while, so an interrupted lookup of thousands continues where it stopped.
import type { AssignedPlan, User } from '@microsoft/microsoft-graph-types';
import type { CallContext } from '../directory/call-context.ts';
import type { PersonLookup, PersonReference } from '../directory/directory.ts';
import type { Person } from '../directory/people-life.ts';
import { createConcurrencyLimit } from '../ground/concurrency-limit.ts';
import { isGuid, personKey, wireAddress } from '../directory/person-reference.ts';
import { readInBatches } from './batched-reads.ts';
import type { GraphResponse } from './graph-response.ts';
import type { BatchPart, GraphClient } from './graph-client.ts';
import { createRecentMap } from '../ground/recent-map.ts';

export const personProperties =
  'id,displayName,mail,userPrincipalName,userType,accountEnabled,assignedPlans,externalUserState';
const selectUser = `$select=${personProperties}`;
const cachedForMs = 5 * 60 * 1000;
const maxCached = 50_000;
/** `getByIds` takes 1,000 ids for three units, a single read costs one. */
const idsPerCall = 1000;
const maxIdsReadSingly = 3;
/**
 * As documented, `in` takes 15 values. A page of fewer than 20 people costs one unit, and two at most.
 * https://learn.microsoft.com/en-us/graph/known-issues#query-parameters
 */
const namesPerList = 15;
/** There is room for people who share an address: none of these is found. */
const peopleOfPage = 19;
const maxNamesReadSingly = 2;
/** The search for one costs as much as a list. */
const maxMailsReadSingly = 1;
/**
 * Creations of a backlog that read their people at a time, in the order of their claims. A process that is killed
 * loses the look-ups of these creations only: the people of all before them are recorded.
 */
export const maxLookupsAtOnce = 16;
/** A look-up of more people takes turns with the others by the rate limiter, so that they do not wait for its end. */
const maxPeopleInLine = 100;

/** The service plans that let a person use Teams, beside those of the service `TeamspaceAPI`. */
const teamsPlans = new Set(['57ff2da0-773e-42df-b2af-ffb7a2317929']);

function mayUseTeams(plans: readonly AssignedPlan[] | null | undefined): boolean | 'unknown' {
  if (!Array.isArray(plans)) return 'unknown';
  return plans.some(
    ({ service, servicePlanId, capabilityStatus }) =>
      (service === 'TeamspaceAPI' || teamsPlans.has(servicePlanId ?? '')) &&
      (capabilityStatus === 'Enabled' || capabilityStatus === 'Warning'),
  );
}

export function toPerson(user: User): Person | undefined {
  if (typeof user.id !== 'string') return undefined;
  return {
    id: user.id,
    email: user.mail ?? user.userPrincipalName ?? '',
    displayName: user.displayName ?? '',
    kind: user.userType === 'Guest' ? 'guest' : 'member',
    enabled: user.accountEnabled !== false,
    licensed: mayUseTeams(user.assignedPlans),
    ...(user.externalUserState === 'PendingAcceptance' && { isPending: true }),
  };
}

/** OData: a quote within text is doubled. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function byName(reference: string): BatchPart {
  return {
    method: 'GET',
    path: `/users/${encodeURIComponent(reference)}?${selectUser}`,
  };
}

type NameOfPerson = 'userPrincipalName' | 'mail';

function byNames(property: NameOfPerson, names: readonly string[]): BatchPart {
  const filter = `${property} in (${names.map(quoted).join(',')})`;
  const query = `$top=${peopleOfPage}&${selectUser}&$filter=${encodeURIComponent(filter)}`;
  return { method: 'GET', path: `/users?${query}` };
}

/** The people of a list by their names in it; none where there may be more people than it shows. */
function namedIn(answer: GraphResponse, property: NameOfPerson): ReadonlyMap<string, User[]> {
  const named = new Map<string, User[]>();
  const isComplete = (answer.body as { '@odata.nextLink'?: string })?.['@odata.nextLink'] == null;
  for (const user of answer.status === 200 && isComplete ? usersOf(answer) : []) {
    const key = personKey(user[property] ?? '');
    named.set(key, [...(named.get(key) ?? []), user]);
  }
  return named;
}

function byAddress(address: string): BatchPart {
  const filter = `mail eq ${quoted(address)} or proxyAddresses/any(p:p eq ${quoted(`smtp:${address}`)})`;
  return {
    method: 'GET',
    path: `/users?$count=true&$top=5&${selectUser}&$filter=${encodeURIComponent(filter)}`,
    headers: { ConsistencyLevel: 'eventual' },
  };
}

function usersOf({ body }: GraphResponse): readonly User[] {
  const { value } = (body ?? {}) as { value?: User[] };
  return Array.isArray(value) ? value : [];
}

function oneOf(answer: GraphResponse, address: string): Person | undefined {
  const users = usersOf(answer);
  const byMail = users.filter(
    (user) => user.mail != null && personKey(user.mail) === personKey(address),
  );
  const found = byMail.length === 1 ? byMail : users;
  // Two people with one address: the service must not guess.
  return found.length === 1 && found[0] !== undefined ? toPerson(found[0]) : undefined;
}

export function createPeople(client: GraphClient) {
  const cached = new Map<string, { person: Person; until: number }>();

  function cache(reference: string, person: Person): void {
    if (cached.size >= maxCached) cached.clear();
    cached.set(personKey(reference), {
      person,
      until: client.clock.now() + cachedForMs,
    });
  }

  function findCached(reference: string): Person | undefined {
    const entry = cached.get(personKey(reference));
    return entry !== undefined && entry.until > client.clock.now() ? entry.person : undefined;
  }

  /** False once Microsoft 365 has refused to read people by their ids: then each is read by itself. */
  let readsByIds = true;

  /** Leaves people who are missing from the answer, or lack necessary properties, for single reads. */
  async function askByIds(
    ids: readonly string[],
    learn: (reference: string, person: Person | undefined) => void,
    context: CallContext,
  ): Promise<void> {
    for (let start = 0; start < ids.length && readsByIds; start += idsPerCall) {
      const answer = await client.call(
        {
          name: 'directoryObjects.getByIds',
          method: 'POST',
          path: `/directoryObjects/getByIds?${selectUser}`,
          body: { ids: ids.slice(start, start + idsPerCall), types: ['user'] },
          accept: [400, 403, 404, 405, 501],
        },
        context,
      );
      readsByIds = answer.status < 300;
      for (const user of readsByIds ? usersOf(answer) : []) {
        const isComplete = typeof user.accountEnabled === 'boolean' && user.assignedPlans != null;
        if (isComplete && typeof user.id === 'string') learn(user.id, toPerson(user));
      }
    }
  }

  /** Leaves people whom the lists do not show, or not yet, for single reads. @returns them */
  async function askByNames(
    property: NameOfPerson,
    names: readonly string[],
    learn: (reference: string, person: Person | undefined) => void,
    context: CallContext,
  ): Promise<string[]> {
    const missing: string[] = [];
    const lists: (readonly string[])[] = [];
    for (let start = 0; start < names.length; start += namesPerList) {
      lists.push(names.slice(start, start + namesPerList));
    }
    await readInBatches(
      client,
      'users.list',
      lists,
      'people',
      (list) => byNames(property, list),
      (list, answer) => {
        const named = namedIn(answer, property);
        for (const name of list) {
          const [user, ...others] = named.get(personKey(name)) ?? [];
          // Two people with one address: the service must not guess.
          const person = user && others.length === 0 ? toPerson(user) : undefined;
          if (person === undefined) missing.push(name);
          else learn(name, person);
        }
      },
      context,
    );
    return missing;
  }

  function refuseForbidden(answer: GraphResponse): void {
    if (answer.status === 403 || answer.status === 401) {
      throw client.denied('read people', 'User.Read.All', answer);
    }
  }

  const lookupsInLine = createConcurrencyLimit(maxLookupsAtOnce);

  /** Runs background reads of people a few at a time: the first groups of a backlog are written while the others wait. */
  async function inLine<T>(work: () => Promise<T>, context: CallContext): Promise<T> {
    return context.isBackground === true
      ? await lookupsInLine.run(work, context.signal)
      : await work();
  }

  return {
    inLine,
    async resolve(
      references: readonly PersonReference[],
      context: CallContext,
    ): Promise<readonly PersonLookup[]> {
      const work = () => lookUp(references, context);
      return references.length <= maxPeopleInLine ? await inLine(work, context) : await work();
    },
  };

  async function lookUp(
    references: readonly PersonReference[],
    context: CallContext,
  ): Promise<readonly PersonLookup[]> {
    const found = new Map<string, Person>();
    const wanted = new Map<string, string>();
    for (const reference of references) {
      const known = findCached(reference);
      if (known) found.set(personKey(reference), known);
      else wanted.set(personKey(reference), wireAddress(reference));
    }
    const learn = (reference: string, person: Person | undefined): void => {
      if (person === undefined) return;
      found.set(personKey(reference), person);
      cache(reference, person);
    };

    const ids = [...wanted.values()].filter((reference) => isGuid(reference));
    if (ids.length > maxIdsReadSingly) await askByIds(ids, learn, context);
    const names = [...wanted.values()].filter((reference) => !isGuid(reference));
    if (names.length > maxNamesReadSingly) {
      await askByNames('userPrincipalName', names, learn, context);
    }

    const byAddressNext: string[] = [];
    await readInBatches(
      client,
      'users.read',
      [...wanted.values()].filter((reference) => !found.has(personKey(reference))),
      'people',
      byName,
      (reference, answer) => {
        refuseForbidden(answer);
        if (answer.status === 200) learn(reference, toPerson(answer.body ?? {}));
        else if (!isGuid(reference)) byAddressNext.push(reference);
      },
      context,
    );
    await readInBatches(
      client,
      'users.list',
      byAddressNext.length > maxMailsReadSingly
        ? await askByNames('mail', byAddressNext, learn, context)
        : byAddressNext,
      'people',
      byAddress,
      (reference, answer) => {
        refuseForbidden(answer);
        if (answer.status === 200) learn(reference, oneOf(answer, reference));
      },
      context,
    );
    return references.map((reference) => ({
      reference,
      person: found.get(personKey(reference)),
    }));
  }
}

// Suggests people while a person types: by words of the name, and by the beginning of mail address and sign-in name.
// Results are remembered briefly, because each keystroke asks again.
//
// https://learn.microsoft.com/en-us/graph/search-query-parameter: `$search` on directory objects matches the words of
// displayName by their beginning, and any other property as startsWith does.
const rememberedForMs = 60_000;
const maxRemembered = 500;
const properties = ['displayName', 'mail', 'userPrincipalName'] as const;
/** They end a clause or, as Microsoft documents of the ampersand, break it. */
const refusedSigns = /["\\&]/g;

export function createPeopleSearch(client: GraphClient) {
  const remembered = createRecentMap<{ people: readonly Person[]; until: number }>(maxRemembered);

  return async (text: string, limit: number, context: CallContext): Promise<readonly Person[]> => {
    const wanted = text.replaceAll(refusedSigns, ' ').trim();
    if (wanted.length < 2) return [];
    const key = `${limit} ${wanted.toLowerCase()}`;
    const known = remembered.get(key);
    if (known !== undefined && known.until > client.clock.now()) return known.people;
    const search = properties.map((property) => `"${property}:${wanted}"`).join(' OR ');
    const answer = await client.call(
      {
        name: 'users.list',
        method: 'GET',
        path: `/users?$count=true&$top=${limit}&${selectUser}&$search=${encodeURIComponent(search)}`,
        headers: { ConsistencyLevel: 'eventual' },
      },
      context,
    );
    const people = usersOf(answer).flatMap((user) => toPerson(user) ?? []);
    remembered.set(key, { people, until: client.clock.now() + rememberedForMs });
    return people;
  };
}
