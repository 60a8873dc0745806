// Groups: created by `PATCH /groups(uniqueName='…')` or `POST /groups`, read, changed, removed, restored.
import { badRequest, Refusal, referencesExist, resourceNotFound, type Answer } from './answer.ts';
import { boundIds, checkBody, type JsonObject } from './bodies.ts';
import { matches, readFilter } from './filter.ts';
import { groupReaders, groupWriters, guidPattern, page, type Call, type Route } from './route.ts';
import { select } from './select.ts';
import type { SimulatedGroup } from './tenant.ts';

const standard = [
  'createdDateTime',
  'description',
  'displayName',
  'groupTypes',
  'mail',
  'mailEnabled',
  'mailNickname',
  'resourceProvisioningOptions',
  'securityEnabled',
  'uniqueName',
  'visibility',
];

function show(group: SimulatedGroup, now: number): Record<string, unknown> {
  const hasTeam = group.team !== undefined && !group.team.fails && group.team.readyAt <= now;
  return {
    id: group.id,
    uniqueName: group.uniqueName,
    createdDateTime: new Date(group.createdAt).toISOString(),
    description: group.description,
    displayName: group.displayName,
    groupTypes: group.groupTypes,
    mail: group.mail,
    mailEnabled: true,
    mailNickname: group.mailNickname,
    proxyAddresses: [`SMTP:${group.mail}`],
    resourceProvisioningOptions: hasTeam ? ['Team'] : [],
    securityEnabled: group.securityEnabled,
    visibility: group.visibility,
  };
}

/** The group as the directory's reads see it: absent while it is being replicated. */
export function visibleGroup(call: Call, id: string): SimulatedGroup {
  const group = call.tenant.groups.get(id.toLowerCase());
  if (!group || group.deletedAt !== undefined || group.visibleAt > call.now) {
    throw resourceNotFound(id);
  }
  return group;
}

const aliasPattern = /^[!-~]{1,64}$/;
const aliasForbidden = /[@()\\[\]";:<>,]/;

function relations(call: Call, body: JsonObject): { owners: string[]; members: string[] } {
  const read = (name: string): string[] =>
    body[name] === undefined
      ? []
      : boundIds(body[name], name, call.roots, ['users', 'directoryObjects']);
  const owners = read('owners@odata.bind');
  const members = read('members@odata.bind');
  if (owners.length + members.length > 20) {
    throw badRequest(
      'too_many_relations',
      `The request carries ${owners.length + members.length} relations; at most 20 are allowed.`,
    );
  }
  if (new Set([...owners, ...members]).size < owners.length + members.length) {
    throw badRequest(
      'repeated_person',
      'A conflicting object with one or more of the specified property values is present in the request.',
    );
  }
  for (const id of [...owners, ...members]) {
    if (!call.tenant.usersByName.has(id)) throw resourceNotFound(id);
  }
  return { owners, members };
}

function required(body: JsonObject, names: readonly string[]): void {
  const missing = names.find((name) => body[name] === undefined || body[name] === null);
  if (missing !== undefined) {
    throw badRequest('missing_property', `A value must be specified for property '${missing}'.`);
  }
}

/** A new group was this far from being seen everywhere. */
function lag(call: Call, id: string, replica: string): number {
  const chance = call.draws.fraction(`lags ${replica} ${id}`);
  if (chance >= call.profile.lagChance) return 0;
  // Most lags are short; one in twenty goes up to the whole.
  const length = call.draws.fraction(`lag ${replica} ${id}`);
  const span = length < 0.75 ? 30_000 : length < 0.95 ? 180_000 : call.profile.lagMaxMs;
  return Math.round(
    call.draws.fraction(`span ${replica} ${id}`) * Math.min(span, call.profile.lagMaxMs),
  );
}

function createGroup(call: Call, uniqueName: string | null): SimulatedGroup {
  const { tenant } = call;
  const body = checkBody('group', call.body, 'create', ['owners@odata.bind', 'members@odata.bind']);
  required(body, ['displayName', 'mailEnabled', 'mailNickname', 'securityEnabled']);
  const mailNickname = String(body['mailNickname']);
  if (!aliasPattern.test(mailNickname) || aliasForbidden.test(mailNickname)) {
    throw new Refusal(
      400,
      'Request_BadRequest',
      "Invalid value specified for property 'mailNickname' of resource 'Group'.",
    );
  }
  const { owners, members } = relations(call, body);
  const alias = mailNickname.toLowerCase();
  if (tenant.byNickname.has(alias)) {
    const status = call.draws.fraction(`conflict ${alias}`) < 0.3 ? 409 : 400;
    throw new Refusal(
      status,
      status === 409 ? 'Request_Conflict' : 'Request_BadRequest',
      'Another object with the same value for property mailNickname already exists.',
    );
  }
  const id = call.draws.guid(`group ${tenant.tenantId} ${uniqueName ?? `${alias} ${call.now}`}`);
  const group: SimulatedGroup = {
    id,
    uniqueName,
    displayName: String(body['displayName']),
    description: typeof body['description'] === 'string' ? body['description'] : null,
    mailNickname,
    mail: `${mailNickname}@${tenant.domain}`,
    visibility: typeof body['visibility'] === 'string' ? body['visibility'] : 'Public',
    groupTypes: Array.isArray(body['groupTypes']) ? body['groupTypes'].map(String) : [],
    securityEnabled: body['securityEnabled'] === true,
    owners: new Set(owners),
    members: new Set(members),
    createdAt: call.now,
    visibleAt: call.now + lag(call, id, 'directory'),
    visibleToTeamsAt: call.now + lag(call, id, 'teams'),
    team: undefined,
    teamAttempts: 0,
    deletedAt: undefined,
  };
  tenant.groups.set(id, group);
  tenant.byNickname.set(alias, group);
  if (uniqueName !== null) tenant.byUniqueName.set(uniqueName, group);
  return group;
}

function applyChange(call: Call, group: SimulatedGroup, body: JsonObject): void {
  if (typeof body['displayName'] === 'string') group.displayName = body['displayName'];
  if (typeof body['description'] === 'string') group.description = body['description'];
  if (typeof body['visibility'] === 'string') group.visibility = body['visibility'];
  const alias = body['mailNickname'];
  if (typeof alias !== 'string' || alias.toLowerCase() === group.mailNickname.toLowerCase()) return;
  if (call.tenant.byNickname.has(alias.toLowerCase())) {
    throw new Refusal(
      400,
      'Request_BadRequest',
      'Another object with the same value for property mailNickname already exists.',
    );
  }
  call.tenant.byNickname.delete(group.mailNickname.toLowerCase());
  call.tenant.byNickname.set(alias.toLowerCase(), group);
  group.mailNickname = alias;
}

function upsert(call: Call, [encoded = '']: readonly string[]): Answer {
  if (!call.tenant.knowsUniqueNames) {
    throw new Refusal(400, 'BadRequest', "Resource not found for the segment 'groups(uniqueName'.");
  }
  const uniqueName = decodeURIComponent(encoded);
  const existing = call.tenant.byUniqueName.get(uniqueName);
  if (existing === undefined) {
    if (call.headers['prefer'] !== 'create-if-missing') throw resourceNotFound(uniqueName);
    return { status: 201, body: show(createGroup(call, uniqueName), call.now) };
  }
  const isFresh = call.now - existing.createdAt < 5000 && call.profile.faultChance > 0;
  if (isFresh && call.draws.fraction(`race ${uniqueName} ${call.now}`) < 0.3) {
    throw new Refusal(
      409,
      'Request_Conflict',
      'Another object with the same value for property uniqueName already exists.',
    );
  }
  const body = checkBody('group', call.body, 'create', ['owners@odata.bind', 'members@odata.bind']);
  const { owners, members } = relations(call, body);
  // What comes of relations that are there already is not documented: both readings are played.
  const known = [
    ...owners.filter((id) => existing.owners.has(id)),
    ...members.filter((id) => existing.members.has(id)),
  ];
  if (known.length > 0 && call.draws.fraction(`upsert ${uniqueName}`) < 0.5) {
    throw referencesExist(owners.length > 0 ? 'owners' : 'members');
  }
  for (const id of owners) existing.owners.add(id);
  for (const id of members) existing.members.add(id);
  applyChange(call, existing, body);
  return { status: 204 };
}

function change(call: Call, [id = '']: readonly string[]): Answer {
  const group = visibleGroup(call, id);
  const body = checkBody('group', call.body, 'update', ['members@odata.bind']);
  const { members } = relations(call, body);
  if (members.some((member) => group.members.has(member))) throw referencesExist('members');
  for (const member of members) group.members.add(member);
  applyChange(call, group, body);
  return { status: 204 };
}

function addReference(call: Call, [id = '', list = '']: readonly string[]): Answer {
  const group = visibleGroup(call, id);
  const body = call.body as JsonObject | undefined;
  const address = body?.['@odata.id'];
  const [person = ''] = boundIds([address], '@odata.id', call.roots, ['users', 'directoryObjects']);
  if (!call.tenant.usersByName.has(person)) throw resourceNotFound(person);
  const people = list === 'owners' ? group.owners : group.members;
  if (people.has(person)) throw referencesExist(list);
  people.add(person);
  return { status: 204 };
}

/** `$search="description:…"`, which needs an advanced query. */
function searchedDescription({ query, headers }: Call): string | undefined {
  const search = query.get('$search');
  if (search === null) return undefined;
  const text = /^"description:([^"]+)"$/.exec(search)?.[1];
  if (text === undefined || headers['consistencylevel'] !== 'eventual') {
    throw badRequest('unsupported_query', `Unsupported or invalid search: ${search}`);
  }
  return text;
}

function list(call: Call): Answer {
  const { tenant, now, query, headers } = call;
  const comparisons = readFilter(query, headers, [
    'mailNickname',
    'displayName',
    'mail',
    'groupTypes',
  ]);
  const [only] = comparisons;
  const byAlias =
    only && comparisons.length === 1 && only.property === 'mailNickname' && only.kind === 'equals';
  const candidates = byAlias
    ? [tenant.byNickname.get(only.value.toLowerCase())].filter((group) => group !== undefined)
    : [...tenant.groups.values()];
  const search = searchedDescription(call);
  const found = candidates
    .filter((group) => group.deletedAt === undefined && group.visibleAt <= now)
    .filter((group) => search === undefined || group.description?.includes(search))
    .filter((group) => matches(comparisons, (property) => group[property as keyof SimulatedGroup]));
  return page(
    call,
    found.map((group) => select(query, 'group', show(group, now), standard)),
  );
}

function people(call: Call, [id = '', name = '']: readonly string[]): Answer {
  const group = visibleGroup(call, id);
  const ids = name === 'owners' ? group.owners : group.members;
  return page(
    call,
    [...ids].map((person) => ({ '@odata.type': '#microsoft.graph.user', id: person })),
  );
}

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
  return { status: 200, body: show(group, call.now) };
}

const id = `(${guidPattern})`;
const write = { directoryWrites: 1, resourceUnits: 1 };

export const groupRoutes: readonly Route[] = [
  {
    name: 'groups.upsert',
    method: 'PATCH',
    pattern: /^\/groups\/?\(uniqueName='([^']+)'\)$/,
    permissions: [...groupWriters, 'Group.Create'],
    costs: write,
    handle: upsert,
  },
  {
    name: 'groups.readByUniqueName',
    method: 'GET',
    pattern: /^\/groups\/?\(uniqueName='([^']+)'\)$/,
    permissions: groupReaders,
    costs: { resourceUnits: 1 },
    handle: (call, [name = '']) => {
      const group = call.tenant.byUniqueName.get(decodeURIComponent(name));
      if (group === undefined) throw resourceNotFound(name);
      const seen = show(visibleGroup(call, group.id), call.now);
      return { status: 200, body: select(call.query, 'group', seen, standard) };
    },
  },
  {
    name: 'groups.create',
    method: 'POST',
    pattern: /^\/groups$/,
    permissions: [...groupWriters, 'Group.Create'],
    costs: write,
    handle: (call) => ({ status: 201, body: show(createGroup(call, null), call.now) }),
  },
  {
    name: 'groups.list',
    method: 'GET',
    pattern: /^\/groups$/,
    permissions: groupReaders,
    costs: { resourceUnits: 1 },
    handle: list,
  },
  {
    name: 'groups.read',
    method: 'GET',
    pattern: new RegExp(`^/groups/${id}$`),
    permissions: groupReaders,
    costs: { resourceUnits: 1 },
    handle: (call, [group = '']) => {
      const seen = show(visibleGroup(call, group), call.now);
      return { status: 200, body: select(call.query, 'group', seen, standard) };
    },
  },
  {
    name: 'groups.change',
    method: 'PATCH',
    pattern: new RegExp(`^/groups/${id}$`),
    permissions: groupWriters,
    costs: write,
    handle: change,
  },
  {
    name: 'groups.delete',
    method: 'DELETE',
    pattern: new RegExp(`^/groups/${id}$`),
    permissions: groupWriters,
    costs: write,
    handle: remove,
  },
  {
    name: 'groups.addReference',
    method: 'POST',
    pattern: new RegExp(`^/groups/${id}/(owners|members)/\\$ref$`),
    permissions: groupWriters,
    costs: write,
    handle: addReference,
  },
  {
    name: 'groups.people',
    method: 'GET',
    pattern: new RegExp(`^/groups/${id}/(owners|members)$`),
    permissions: groupReaders,
    costs: { resourceUnits: 3 },
    handle: people,
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
      return { status: 200, body: show(found, call.now) };
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
