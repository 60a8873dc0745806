// Groups that are there: read, listed and changed.
import { isAltered, lateMs } from './altered-rules.ts';
import { badRequest, Refusal, referencesExist, resourceNotFound, type Answer } from './response.ts';
import { boundIds, checkBody, type JsonObject } from './bodies.ts';
import { matches, readFilter } from './filter.ts';
import { lag } from './lag.ts';
import { requireNaming } from './naming-policy.ts';
import { groupReaders, groupWriters, guidPattern, page, type Call, type Route } from './route.ts';
import { select } from './select.ts';
import type { SimulatedGroup, Tenant } from './tenant.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const standard = [
  'classification',
  'createdDateTime',
  'description',
  'expirationDateTime',
  'renewedDateTime',
  'displayName',
  'groupTypes',
  'mail',
  'mailEnabled',
  'mailNickname',
  'membershipRule',
  'onPremisesSyncEnabled',
  'preferredLanguage',
  'resourceProvisioningOptions',
  'securityEnabled',
  'uniqueName',
  'visibility',
];

export function shownLabel({ label }: SimulatedGroup, now: number) {
  return label !== undefined && label.shownAt <= now ? label : undefined;
}

export function showGroup(
  group: SimulatedGroup,
  now: number,
  { groupLifetimeDays }: Pick<Tenant, 'groupLifetimeDays'>,
): Record<string, unknown> {
  const { displayName, description, visibility } =
    group.stale !== undefined && group.stale.until > now ? group.stale : group;
  const { wild = {} } = group;
  const label = shownLabel(group, now);
  const hasTeam = group.team !== undefined && !group.team.fails && group.team.readyAt <= now;
  return {
    id: group.id,
    uniqueName: group.uniqueName,
    assignedLabels:
      label !== undefined
        ? [{ labelId: label.id, displayName: label.name }]
        : wild.label === undefined
          ? []
          : [{ labelId: `label ${wild.label}`, displayName: wild.label }],
    isAssignableToRole: wild.isAssignableToRole ?? null,
    membershipRule: wild.membershipRule ?? null,
    onPremisesSyncEnabled: wild.onPremisesSyncEnabled ?? null,
    classification: group.classification ?? null,
    createdDateTime: new Date(group.createdAt).toISOString(),
    description,
    displayName,
    expirationDateTime:
      groupLifetimeDays === undefined
        ? null
        : new Date((group.renewedAt ?? group.createdAt) + groupLifetimeDays * dayMs).toISOString(),
    renewedDateTime: new Date(group.renewedAt ?? group.createdAt).toISOString(),
    groupTypes: group.groupTypes,
    mail: group.mail,
    mailEnabled: true,
    mailNickname: group.mailNickname,
    preferredLanguage: group.preferredLanguage ?? null,
    proxyAddresses: [`SMTP:${group.mail}`],
    resourceBehaviorOptions: group.resourceBehaviorOptions ?? [],
    resourceProvisioningOptions: hasTeam ? ['Team'] : [],
    securityEnabled: group.securityEnabled,
    visibility: group.label === label ? visibility : (group.label?.before ?? visibility),
    hideFromOutlookClients: group.hidden?.hideFromOutlookClients ?? false,
    hideFromAddressLists: group.hidden?.hideFromAddressLists ?? false,
    deletedDateTime: group.deletedAt === undefined ? null : new Date(group.deletedAt).toISOString(),
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

/** The people whom a body binds to the group. */
export function relations(call: Call, body: JsonObject): { owners: string[]; members: string[] } {
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

const hidings = ['hideFromOutlookClients', 'hideFromAddressLists'] as const;

/** Exchange takes each of these in a separate request. */
function applyHiding(group: SimulatedGroup, body: JsonObject): void {
  const given = hidings.filter((name) => body[name] !== undefined);
  if (given.length === 0) return;
  if (Object.keys(body).length > 1) {
    throw badRequest('wrong_type', `'${given[0]}' must be alone in the request.`);
  }
  group.hidden = { ...group.hidden, ...body };
}

/** A sensitivity label is taken from a signed-in user only. */
export function refuseLabels({ tenant }: Call, body: JsonObject): void {
  if (body['assignedLabels'] === undefined || isAltered(tenant, 'label_by_graph')) return;
  throw new Refusal(401, 'Unauthorized', 'App-only token is not supported.', {
    violation: 'label_by_application',
  });
}

export function applyChange(call: Call, group: SimulatedGroup, body: JsonObject): void {
  refuseLabels(call, body);
  const decided = shownLabel(group, call.now)?.visibility;
  if (decided !== undefined && (body['visibility'] ?? decided) !== decided) {
    throw new Refusal(400, 'Request_BadRequest', 'The sensitivity label decides the visibility.');
  }
  applyHiding(group, body);
  if (typeof body['displayName'] === 'string') group.displayName = body['displayName'];
  const description = body['description'];
  if (typeof description === 'string' || description === null) group.description = description;
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

/** An empty text is no value of any of these properties. */
export function refuseEmpty(body: JsonObject): void {
  const empty = Object.keys(body).find((name) => body[name] === '');
  if (empty !== undefined) {
    throw badRequest('empty_property', `Invalid value specified for property '${empty}'.`);
  }
}

/** "Unique identifier that can be assigned to a group", which no later request changes. */
function nameOnce({ tenant }: Call, group: SimulatedGroup, value: unknown): void {
  const uniqueName = String(value);
  const isRefused =
    !tenant.knowsUniqueNames ||
    group.wild?.isAssignableToRole === true ||
    isAltered(tenant, 'marker_on_existing_group');
  const mayReplace = isAltered(tenant, 'marker_kept');
  if (isRefused || (group.uniqueName !== null && !mayReplace)) {
    throw new Refusal(
      400,
      'Request_BadRequest',
      "Property 'uniqueName' is read-only and cannot be set.",
    );
  }
  if (tenant.byUniqueName.has(uniqueName)) {
    throw new Refusal(
      400,
      'Request_BadRequest',
      'Another object with the same value for property uniqueName already exists.',
    );
  }
  if (group.uniqueName !== null) tenant.byUniqueName.delete(group.uniqueName);
  group.uniqueName = uniqueName;
  tenant.byUniqueName.set(uniqueName, group);
}

/** The master of a synchronised group is elsewhere. */
function requireCloudGroup({ wild }: SimulatedGroup): void {
  if (wild?.onPremisesSyncEnabled !== true) return;
  throw new Refusal(
    400,
    'Request_BadRequest',
    'Unable to update the specified properties for on-premises mastered Directory Sync objects or objects currently undergoing migration.',
  );
}

function change(call: Call, [id = '']: readonly string[]): Answer {
  const group = visibleGroup(call, id);
  requireCloudGroup(group);
  const body = checkBody('group', call.body, 'update', ['members@odata.bind']);
  refuseEmpty(body);
  const { displayName } = body;
  if (typeof displayName === 'string') requireNaming(call.tenant.namingPolicy, { displayName });
  if (body['uniqueName'] !== undefined) nameOnce(call, group, body['uniqueName']);
  const { members } = relations(call, body);
  if (members.some((member) => group.members.has(member))) throw referencesExist('members');
  for (const member of members) group.members.add(member);
  const { displayName: earlierName, description, visibility } = group;
  const staleMs =
    call.tenant.scenarios.get(group.id)?.lagMs ?? lag(call, group.id, `changed ${call.now}`);
  group.stale = { displayName: earlierName, description, visibility, until: call.now + staleMs };
  const isIgnored =
    (isAltered(call.tenant, 'change_shown') && 'description' in body) ||
    (isAltered(call.tenant, 'hidden_group') && hidings.some((hiding) => hiding in body));
  if (isIgnored) return { status: 204 };
  applyChange(call, group, body);
  if (members.length > 0) call.record(group, 'members_added', members);
  else call.record(group, 'updated', []);
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
    .filter(({ createdAt }) => !isAltered(tenant, 'group_listed') || createdAt + lateMs <= now)
    .filter((group) => search === undefined || group.description?.includes(search))
    .filter((group) => matches(comparisons, (property) => group[property as keyof SimulatedGroup]));
  return page(
    call,
    found.map((group) => select(query, 'group', showGroup(group, now, tenant), standard)),
  );
}

const id = `(${guidPattern})`;
const write = { directoryWrites: 1, resourceUnits: 1 };

export const groupRoutes: readonly Route[] = [
  {
    name: 'groups.readByUniqueName',
    method: 'GET',
    pattern: /^\/groups\/?\(uniqueName='([^']+)'\)$/,
    permissions: groupReaders,
    costs: { resourceUnits: 1 },
    handle: (call, [name = '']) => {
      const group = call.tenant.byUniqueName.get(decodeURIComponent(name));
      if (group === undefined) throw resourceNotFound(name);
      const seen = showGroup(visibleGroup(call, group.id), call.now, call.tenant);
      return { status: 200, body: select(call.query, 'group', seen, standard) };
    },
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
      const seen = showGroup(visibleGroup(call, group), call.now, call.tenant);
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
];
