// `/groups/delta`: the groups that changed since a token. Changes of people are missing from it.
import { isAltered } from './altered-rules.ts';
import { readDelta } from './delta-query.ts';
import { showGroup, standard } from './groups.ts';
import { groupReaders, type Call, type Route } from './route.ts';
import { select } from './select.ts';

function show({ tenant, now }: Call, groupId: string, query: URLSearchParams) {
  const group = tenant.groups.get(groupId);
  if (group === undefined || group.deletedAt !== undefined) {
    return { id: groupId, '@removed': { reason: group === undefined ? 'deleted' : 'changed' } };
  }
  return select(query, 'group', showGroup(group, now, tenant), standard);
}

export const groupDeltaRoutes: readonly Route[] = [
  {
    name: 'groups.delta',
    method: 'GET',
    pattern: /^\/groups\/delta$/,
    permissions: groupReaders,
    costs: { resourceUnits: 2 },
    handle: (call) => {
      const ids = call.tenant.groupChanges
        .filter(({ kind }) => !/^(?:owners|members)_/.test(kind))
        .filter(() => !isAltered(call.tenant, 'changes_followed'))
        .map(({ groupId }) => groupId);
      return readDelta(call, ids, (id, query) => show(call, id, query));
    },
  },
];
