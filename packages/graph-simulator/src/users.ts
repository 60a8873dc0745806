// People: by id or sign-in name, and by address with `$filter`.
import { badRequest, resourceNotFound, type Answer } from './response.ts';
import { asObject } from './bodies.ts';
import { readFilter } from './filter.ts';
import { page, userReaders, type Call, type Route } from './route.ts';
import { select } from './select.ts';
import type { SimulatedUser } from './tenant.ts';

const leaveDateReaders = new Set([
  'User-LifeCycleInfo.Read.All',
  'User-LifeCycleInfo.ReadWrite.All',
]);

export const standardProperties = ['id', 'displayName', 'mail', 'userPrincipalName'];

export function showUser(user: SimulatedUser): Record<string, unknown> {
  return {
    ...user,
    preferredLanguage: user.preferredLanguage ?? null,
    externalUserState: user.externalUserState ?? null,
    // The application lacks the permission User-LifeCycleInfo.Read.All.
    employeeLeaveDateTime: null,
    mailNickname: user.userPrincipalName.split('@')[0],
    assignedPlans: user.licensed
      ? [
          {
            assignedDateTime: '2026-01-01T00:00:00Z',
            capabilityStatus: 'Enabled',
            service: 'TeamspaceAPI',
            servicePlanId: '57ff2da0-773e-42df-b2af-ffb7a2317929',
          },
        ]
      : [],
  };
}

function readUser(call: Call, [reference = '']: readonly string[]): Answer {
  const user = call.tenant.usersByName.get(decodeURIComponent(reference).toLowerCase());
  if (user === undefined) throw resourceNotFound(reference);
  const mayReadLeaveDate = call.tenant.permissions.some((one) => leaveDateReaders.has(one));
  const shown = {
    ...showUser(user),
    ...(mayReadLeaveDate && { employeeLeaveDateTime: user.employeeLeaveDateTime ?? null }),
  };
  const body = select(call.query, 'user', shown, standardProperties);
  return { status: 200, body: { ...body, ...expandManager(call, user) } };
}

/** A person without a manager is shown without the property. */
function expandManager({ query, tenant }: Call, { managerId }: SimulatedUser) {
  const expansion = query.get('$expand');
  if (expansion === null) return {};
  const found = /^manager(?:\(\$select=([A-Za-z,]+)\))?$/.exec(expansion);
  if (found === null) {
    throw badRequest('unsupported_query', `The expansion ${expansion} is not supported.`);
  }
  const manager = tenant.usersByName.get(managerId?.toLowerCase() ?? '');
  if (manager === undefined) return {};
  const [, properties] = found;
  const asked = new URLSearchParams(properties && { $select: properties });
  const shown = select(asked, 'user', showUser(manager), standardProperties);
  return { manager: { '@odata.type': '#microsoft.graph.user', ...shown } };
}

const searchable = ['displayName', 'mail', 'userPrincipalName'] as const;
const searchClause = /^"(\w+):([^"\\&]+)"$/;

/** Words of a name, as the directory cuts them: at spaces, symbols and digits. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];
}

/** `$search="property:text" OR …`, which needs an advanced query: undefined where the request has none. */
function searched({ query, headers }: Call): ((user: SimulatedUser) => boolean) | undefined {
  const search = query.get('$search');
  if (search === null) return undefined;
  const clauses = search.split(/(?<=") OR (?=")/).map((clause) => {
    const [, name, text = ''] = searchClause.exec(clause) ?? [];
    const property = searchable.find((one) => one === name);
    if (property === undefined || headers['consistencylevel'] !== 'eventual') {
      throw badRequest('unsupported_query', `Unsupported or invalid search: ${search}`);
    }
    return { property, text };
  });
  return (user) =>
    clauses.some(({ property, text }) => {
      const value = user[property] ?? '';
      if (property !== 'displayName') return value.toLowerCase().startsWith(text.toLowerCase());
      const wanted = wordsOf(text);
      const words = wordsOf(value);
      return wanted.length > 0 && wanted.every((word) => words.some((one) => one.startsWith(word)));
    });
}

function listUsers(call: Call): Answer {
  const { tenant, query, headers } = call;
  const show = (user: SimulatedUser) => ({
    ...select(query, 'user', showUser(user), standardProperties),
    ...expandManager(call, user),
  });
  const isSearched = searched(call);
  if (isSearched !== undefined) {
    const users = [...new Set(tenant.usersByName.values())].filter(isSearched);
    return page(call, users.map(show));
  }
  const comparisons = readFilter(query, headers, ['mail', 'userPrincipalName', 'proxyAddresses']);
  const found = new Set<SimulatedUser>(comparisons.length === 0 ? tenant.usersByName.values() : []);
  for (const { property, kind, value } of comparisons) {
    const wanted = value.toLowerCase();
    const candidates =
      property === 'userPrincipalName'
        ? [tenant.usersByName.get(wanted)]
        : (tenant.usersByAddress.get(wanted) ?? []);
    for (const user of candidates) {
      if (user === undefined || (user.foundFrom ?? 0) > call.now) continue;
      const isProxy = user.proxyAddresses.some((address) => address.toLowerCase() === wanted);
      if (property === 'proxyAddresses' ? kind === 'any_equals' && isProxy : !isProxy) {
        found.add(user);
      }
    }
  }
  return page(call, [...found].map(show));
}

/** Up to 1,000 objects by their ids; missing ones are omitted. */
function readByIds(call: Call): Answer {
  const { ids, types, ...others } = asObject(call.body);
  const [extra] = Object.keys(others);
  if (extra !== undefined)
    throw badRequest('unknown_property', `The parameter '${extra}' is unknown.`);
  if (!Array.isArray(ids) || ids.length === 0 || !Array.isArray(types)) {
    throw badRequest('missing_property', "The parameters 'ids' and 'types' are required.");
  }
  if (ids.length > 1000) {
    throw badRequest('too_many_people', `${ids.length} ids were given; at most 1000 are allowed.`);
  }
  // "Only a subset of user properties are returned by default"; whether $select is heeded is not documented.
  const isHeeded =
    call.profile.faultChance === 0 || call.random.fraction(`by ids ${call.tenant.tenantId}`) < 0.5;
  const query = isHeeded ? call.query : new URLSearchParams();
  const found = ids.flatMap((id: unknown) => {
    const user = call.tenant.usersByName.get(String(id).toLowerCase());
    if (user === undefined || user.id.toLowerCase() !== String(id).toLowerCase()) return [];
    const shown = select(query, 'user', showUser(user), standardProperties);
    return [{ '@odata.type': '#microsoft.graph.user', ...shown }];
  });
  return { status: 200, body: { value: found } };
}

export const userRoutes: readonly Route[] = [
  {
    name: 'users.read',
    method: 'GET',
    pattern: /^\/users\/([^/]+)$/,
    permissions: userReaders,
    costs: { resourceUnits: 1 },
    handle: readUser,
  },
  {
    name: 'directoryObjects.getByIds',
    method: 'POST',
    pattern: /^\/directoryObjects\/getByIds$/,
    permissions: userReaders,
    costs: { resourceUnits: 3 },
    handle: readByIds,
  },
  {
    name: 'users.list',
    method: 'GET',
    pattern: /^\/users$/,
    permissions: userReaders,
    costs: { resourceUnits: 2 },
    handle: listUsers,
  },
];
