// People: by id or sign-in name, and by address with `$filter`.
import { resourceNotFound, type Answer } from './answer.ts';
import { readFilter } from './filter.ts';
import { page, userReaders, type Call, type Route } from './route.ts';
import { select } from './select.ts';
import type { SimulatedUser } from './tenant.ts';

const standard = ['id', 'displayName', 'mail', 'userPrincipalName'];

function show(user: SimulatedUser): Record<string, unknown> {
  return {
    ...user,
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
  return { status: 200, body: select(call.query, 'user', show(user), standard) };
}

function listUsers(call: Call): Answer {
  const { tenant, query, headers } = call;
  const comparisons = readFilter(query, headers, ['mail', 'userPrincipalName', 'proxyAddresses']);
  const found = new Set<SimulatedUser>(comparisons.length === 0 ? tenant.usersByName.values() : []);
  for (const { property, kind, value } of comparisons) {
    const wanted = value.toLowerCase();
    const candidates =
      property === 'userPrincipalName'
        ? [tenant.usersByName.get(wanted)]
        : (tenant.usersByAddress.get(wanted) ?? []);
    for (const user of candidates) {
      if (user === undefined) continue;
      const isProxy = user.proxyAddresses.some((address) => address.toLowerCase() === wanted);
      if (property === 'proxyAddresses' ? kind === 'any_equals' && isProxy : !isProxy) {
        found.add(user);
      }
    }
  }
  return page(
    call,
    [...found].map((user) => select(query, 'user', show(user), standard)),
  );
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
    name: 'users.list',
    method: 'GET',
    pattern: /^\/users$/,
    permissions: userReaders,
    costs: { resourceUnits: 2 },
    handle: listUsers,
  },
];
