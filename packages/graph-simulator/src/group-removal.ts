// Groups removed, kept for 30 days, and restored.
import { aliasHeldMs, isAltered } from './altered-rules.ts';
import { badRequest, Refusal, resourceNotFound, type Answer } from './response.ts';
import { nicknameConflict } from './conflicts.ts';
import { showGroup, standard, visibleGroup } from './groups.ts';
import { lag } from './lag.ts';
import {
  groupReaders,
  groupWriters,
  guidPattern,
  page,
  userReaders,
  type Call,
  type Route,
} from './route.ts';
import { select } from './select.ts';
import type { SimulatedGroup } from './tenant.ts';
import { showUser, standardProperties } from './users.ts';

function remove(call: Call, [id = '']: readonly string[]): Answer {
  const group = visibleGroup(call, id);
  group.deletedAt = call.now;
  call.record(group, 'deleted', []);
  const alias = group.mailNickname.toLowerCase();
  call.tenant.byNickname.delete(alias);
  if (isAltered(call.tenant, 'alias_freed')) {
    call.tenant.heldAliases.set(alias, call.now + aliasHeldMs);
  }
  return { status: 204 };
}

const keptMs = 30 * 24 * 60 * 60 * 1000;

function deletedGroup(call: Call, id: string): SimulatedGroup {
  const group = call.tenant.groups.get(id.toLowerCase());
  if (group?.deletedAt === undefined || group.deletedAt + keptMs < call.now) {
    throw resourceNotFound(id);
  }
  return group;
}

/** The deleted objects of one type. An address without a type is refused. */
function listDeletedGroups(call: Call): Answer {
  const { tenant, now, query } = call;
  const deleted = [...tenant.groups.values()].filter(
    ({ deletedAt }) => deletedAt !== undefined && deletedAt + keptMs >= now,
  );
  return page(
    call,
    deleted.map((group) => select(query, 'group', showGroup(group, now, tenant), standard)),
  );
}

function listDeletedUsers(call: Call): Answer {
  const deleted = [...call.tenant.deletedUsers.values()];
  return page(
    call,
    deleted.map((user) => select(call.query, 'user', showUser(user), standardProperties)),
  );
}

const itemProperties = new Set(['id', 'deletedDateTime']);

/** Whether an item can be read by the type that it had is not documented: the simulator plays both readings. */
function readDeleted(call: Call, [id = '', type]: readonly string[]): Answer {
  const { random, profile, query, tenant } = call;
  const refusesTypes =
    profile.faultChance > 0 && random.fraction(`deleted items ${tenant.tenantId}`) < 0.5;
  if (type && refusesTypes) {
    throw new Refusal(400, 'BadRequest', 'Resource not found for the segment of the type.');
  }
  if (isAltered(tenant, 'deletion_kept')) throw resourceNotFound(id);
  const group = deletedGroup(call, id);
  const names = type ? [] : (query.get('$select')?.split(',') ?? []);
  const unknown = names.find((name) => !itemProperties.has(name));
  if (unknown !== undefined) {
    throw badRequest('unknown_property', `No directory object has the property '${unknown}'.`);
  }
  return {
    status: 200,
    body: select(query, 'group', showGroup(group, call.now, tenant), standard),
  };
}

/** Removes a deleted group before its 30 days are over. */
function purge(call: Call, [id = '']: readonly string[]): Answer {
  const { tenant } = call;
  const group = deletedGroup(call, id);
  if (isAltered(tenant, 'deletion_completed')) {
    throw new Refusal(400, 'Request_BadRequest', 'The object cannot be deleted permanently.');
  }
  tenant.groups.delete(group.id);
  const { uniqueName } = group;
  if (uniqueName !== null && tenant.byUniqueName.get(uniqueName) === group) {
    tenant.byUniqueName.delete(uniqueName);
  }
  return { status: 204 };
}

function restore(call: Call, [id = '']: readonly string[]): Answer {
  const group = deletedGroup(call, id);
  const alias = group.mailNickname.toLowerCase();
  if (call.tenant.byNickname.has(alias)) throw nicknameConflict(call, alias);
  const replica = `restored ${group.deletedAt}`;
  group.deletedAt = undefined;
  group.visibleAt = call.now + lag(call, group.id, replica);
  if (group.team !== undefined) {
    group.team.visibleAt = group.visibleAt + lag(call, group.id, `${replica} team`);
  }
  call.tenant.byNickname.set(alias, group);
  call.record(group, 'restored', []);
  return { status: 200, body: showGroup(group, call.now, call.tenant) };
}

/** Graph refuses groups that no policy of the tenant covers. */
function renew(call: Call, [id = '']: readonly string[]): Answer {
  const group = visibleGroup(call, id);
  if (call.tenant.groupLifetimeDays === undefined) {
    throw badRequest('no_expiration_policy', 'The group is not covered by an expiration policy.');
  }
  group.renewedAt = call.now;
  call.record(group, 'renewed', []);
  return { status: 204 };
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
    pattern: new RegExp(`^/directory/deletedItems/${id}(/microsoft\\.graph\\.group)?$`),
    permissions: groupReaders,
    costs: { resourceUnits: 1 },
    handle: readDeleted,
  },
  {
    name: 'groups.purge',
    method: 'DELETE',
    pattern: new RegExp(`^/directory/deletedItems/${id}$`),
    permissions: groupWriters,
    costs: write,
    handle: purge,
  },
  {
    name: 'groups.listDeleted',
    method: 'GET',
    pattern: /^\/directory\/deletedItems\/microsoft\.graph\.group$/,
    permissions: groupReaders,
    costs: { resourceUnits: 2 },
    handle: listDeletedGroups,
  },
  {
    name: 'users.listDeleted',
    method: 'GET',
    pattern: /^\/directory\/deletedItems\/microsoft\.graph\.user$/,
    permissions: userReaders,
    costs: { resourceUnits: 2 },
    handle: listDeletedUsers,
  },
  {
    name: 'groups.renew',
    method: 'POST',
    pattern: new RegExp(`^/groups/${id}/renew$`),
    permissions: groupWriters,
    costs: write,
    handle: renew,
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
