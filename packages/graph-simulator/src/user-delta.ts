// `/users/delta`: the people who changed since a token.
import { readDelta } from './delta-query.ts';
import { userReaders, type Call, type Route } from './route.ts';
import { select } from './select.ts';
import { showUser, standardProperties } from './users.ts';

function show({ tenant }: Call, userId: string, query: URLSearchParams) {
  const user = tenant.usersByName.get(userId.toLowerCase());
  if (user === undefined) {
    const reason = tenant.deletedUsers.has(userId) ? 'changed' : 'deleted';
    return { id: userId, '@removed': { reason } };
  }
  return select(query, 'user', showUser(user), standardProperties);
}

export const userDeltaRoutes: readonly Route[] = [
  {
    name: 'users.delta',
    method: 'GET',
    pattern: /^\/users\/delta$/,
    permissions: userReaders,
    costs: { resourceUnits: 2 },
    handle: (call) => {
      const ids = call.tenant.userChanges.map(({ userId }) => userId);
      return readDelta(call, ids, (id, query) => show(call, id, query));
    },
  },
];
