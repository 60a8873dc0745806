// Groups removed, kept for 30 days, and restored.
import { Refusal, resourceNotFound, type Answer } from './response.ts';
import { showGroup, visibleGroup } from './groups.ts';
import { groupReaders, groupWriters, guidPattern, type Call, type Route } from './route.ts';

function remove(call: Call, [id = '']: readonly string[]): Answer {
  const group = visibleGroup(call, id);
  group.deletedAt = call.now;
  call.tenant.byNickname.delete(group.mailNickname.toLowerCase());
  return { status: 204 };
}

const keptMs = 30 * 24 * 60 * 60 * 1000;

function restore(call: Call, [id = '']: readonly string[]): Answer {
  const group = call.tenant.groups.get(id.toLowerCase());
  if (group?.deletedAt === undefined || group.deletedAt + keptMs < call.now) {
    throw resourceNotFound(id);
  }
  if (call.tenant.byNickname.has(group.mailNickname.toLowerCase())) {
    throw new Refusal(
      400,
      'Request_BadRequest',
      'Another object with the same value for property mailNickname already exists.',
    );
  }
  group.deletedAt = undefined;
  call.tenant.byNickname.set(group.mailNickname.toLowerCase(), group);
  return { status: 200, body: showGroup(group, call.now) };
}

const id = `(${guidPattern})`;
const write = { directoryWrites: 1, resourceUnits: 1 };

export const groupRemovalRoutes: readonly Route[] = [
  {
    name: 'groups.delete',
    method: 'DELETE',
    pattern: new RegExp(`^/groups/${id}$`),
    permissions: groupWriters,
    costs: write,
    handle: remove,
  },
  {
    name: 'groups.readDeleted',
    method: 'GET',
    pattern: new RegExp(`^/directory/deletedItems/${id}$`),
    permissions: groupReaders,
    costs: { resourceUnits: 1 },
    handle: (call, [group = '']) => {
      const found = call.tenant.groups.get(group.toLowerCase());
      if (found?.deletedAt === undefined || found.deletedAt + keptMs < call.now) {
        throw resourceNotFound(group);
      }
      return { status: 200, body: showGroup(found, call.now) };
    },
  },
  {
    name: 'groups.restore',
    method: 'POST',
    pattern: new RegExp(`^/directory/deletedItems/${id}/restore$`),
    permissions: groupWriters,
    costs: write,
    handle: restore,
  },
];
