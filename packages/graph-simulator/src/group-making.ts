// Groups made: by `PATCH /groups(uniqueName='…')`, which finds what is there, or by `POST /groups`.
import { isAltered, lateMs } from './altered-rules.ts';
import { badRequest, Refusal, referencesExist, resourceNotFound, type Answer } from './response.ts';
import {
  addressConflict,
  isAddressOfPerson,
  markerConflict,
  nicknameConflict,
} from './conflicts.ts';
import { asObject, checkBody, type JsonObject } from './bodies.ts';
import { forge } from './forgery.ts';
import { applyChange, refuseEmpty, refuseLabels, relations, showGroup } from './groups.ts';
import { lag } from './lag.ts';
import { requireNaming } from './naming-policy.ts';
import { groupWriters, type Call, type Route } from './route.ts';
import type { SimulatedGroup } from './tenant.ts';

const aliasPattern = /^[!-~]{1,64}$/;
const aliasForbidden = /[@()\\[\]";:<>,]/;

function required(body: JsonObject, names: readonly string[]): void {
  const missing = names.find((name) => body[name] === undefined || body[name] === null);
  if (missing !== undefined) {
    throw badRequest('missing_property', `A value must be specified for property '${missing}'.`);
  }
}

/** The page "Set Microsoft 365 group behaviors and provisioning options" has these. */
const knownBehaviorOptions = new Set([
  'AllowOnlyMembersToPost',
  'CalendarMemberReadOnly',
  'ConnectorsDisabled',
  'HideGroupInOutlook',
  'SubscribeMembersToCalendarEventsDisabled',
  'SubscribeNewGroupMembers',
  'WelcomeEmailDisabled',
]);

function behaviorOptions(body: JsonObject): string[] {
  const given = body['resourceBehaviorOptions'];
  const options = Array.isArray(given) ? given.map(String) : [];
  const unknown = options.find((option) => !knownBehaviorOptions.has(option));
  if (unknown !== undefined) {
    throw badRequest('wrong_type', `'${unknown}' is no value of 'resourceBehaviorOptions'.`);
  }
  return options;
}

/** Settings that are taken at the creation. */
function settings(call: Call, body: JsonObject) {
  const { tenant } = call;
  refuseLabels(call, body);
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : null);
  const classification = text('classification');
  if (classification !== null && tenant.classifications?.includes(classification) === false) {
    throw new Refusal(
      400,
      'Request_BadRequest',
      "Invalid value specified for property 'classification' of resource 'Group'.",
    );
  }
  return { classification, preferredLanguage: text('preferredLanguage') };
}

function createGroup(call: Call, uniqueName: string | null): SimulatedGroup {
  const { tenant } = call;
  const body = checkBody('group', call.body, 'create', ['owners@odata.bind', 'members@odata.bind']);
  refuseEmpty(body);
  required(body, ['displayName', 'mailEnabled', 'mailNickname', 'securityEnabled']);
  const mailNickname = String(body['mailNickname']);
  if (!aliasPattern.test(mailNickname) || aliasForbidden.test(mailNickname)) {
    throw new Refusal(
      400,
      'Request_BadRequest',
      "Invalid value specified for property 'mailNickname' of resource 'Group'.",
    );
  }
  requireNaming(tenant.namingPolicy, { displayName: String(body['displayName']), mailNickname });
  const { owners, members } = relations(call, body);
  const alias = mailNickname.toLowerCase();
  const isHeld = (tenant.heldAliases.get(alias) ?? 0) > call.now;
  if (tenant.byNickname.has(alias) || isHeld) throw nicknameConflict(call, alias);
  if (isAddressOfPerson(tenant, alias)) throw addressConflict(call, alias);
  const subject = `group ${tenant.tenantId} ${uniqueName ?? `${alias} ${call.now}`}`;
  const chosen = call.random.guid(subject);
  // A deleted group keeps its id.
  const id = tenant.groups.has(chosen)
    ? call.random.guid(`${subject} ${tenant.groups.size}`)
    : chosen;
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
    resourceBehaviorOptions: behaviorOptions(body),
    ...settings(call, body),
    owners: new Set(isAltered(tenant, 'owner_at_creation') ? [] : owners),
    members: new Set(members),
    createdAt: call.now,
    visibleAt: call.now + (isAltered(tenant, 'group_shown') ? lateMs : lag(call, id, 'directory')),
    visibleToTeamsAt: call.now + lag(call, id, 'teams'),
    team: undefined,
    teamAttempts: 0,
    deletedAt: undefined,
  };
  tenant.groups.set(id, group);
  tenant.byNickname.set(alias, group);
  if (uniqueName !== null) tenant.byUniqueName.set(uniqueName, group);
  forge(call, group);
  call.record(group, 'created', []);
  return group;
}

/** An administrator has blocked a word of the name since the first call, whose answer the caller may have missed. */
function refuseLate({ tenant, random, profile, now }: Call, group: SimulatedGroup): void {
  const { uniqueName, visibleAt } = group;
  if (uniqueName === null) return;
  const isChosen = random.fraction(`late refusal ${uniqueName}`) < profile.lateRefusalChance;
  if (isChosen && visibleAt > now) tenant.refusedNames.add(uniqueName);
  if (!tenant.refusedNames.has(uniqueName)) return;
  throw new Refusal(400, 'Request_BadRequest', 'The display name contains a blocked word.');
}

function upsert(call: Call, [encoded = '']: readonly string[]): Answer {
  const { tenant } = call;
  if (!tenant.knowsUniqueNames || isAltered(tenant, 'marker_on_new_group')) {
    throw new Refusal(400, 'BadRequest', "Resource not found for the segment 'groups(uniqueName'.");
  }
  const uniqueName = decodeURIComponent(encoded);
  const existing = tenant.byUniqueName.get(uniqueName);
  if (existing === undefined) {
    if (call.headers['prefer'] !== 'create-if-missing') throw resourceNotFound(uniqueName);
    return { status: 201, body: showGroup(createGroup(call, uniqueName), call.now, call.tenant) };
  }
  if (isAltered(tenant, 'creation_repeated')) {
    const body = { ...asObject(call.body), mailNickname: `${existing.mailNickname}2` };
    return {
      status: 201,
      body: showGroup(createGroup({ ...call, body }, uniqueName), call.now, tenant),
    };
  }
  refuseLate(call, existing);
  const isFresh = call.now - existing.createdAt < 5000 && call.profile.faultChance > 0;
  if (isFresh && call.random.fraction(`race ${uniqueName} ${call.now}`) < 0.3) {
    throw markerConflict(call, uniqueName);
  }
  const body = checkBody('group', call.body, 'create', ['owners@odata.bind', 'members@odata.bind']);
  const { owners, members } = relations(call, body);
  // The options are taken at creation only; whether a repetition is refused for them is not documented.
  const repeatsOptions = behaviorOptions(body).length > 0;
  if (repeatsOptions && call.random.fraction(`options ${uniqueName}`) < 0.3) {
    throw new Refusal(
      400,
      'Request_BadRequest',
      "Property 'resourceBehaviorOptions' is read-only and cannot be set.",
    );
  }
  // The result for existing relations is not documented: the simulator plays both readings.
  const known = [
    ...owners.filter((id) => existing.owners.has(id)),
    ...members.filter((id) => existing.members.has(id)),
  ];
  if (known.length > 0 && call.random.fraction(`upsert ${uniqueName}`) < 0.5) {
    throw referencesExist(owners.length > 0 ? 'owners' : 'members');
  }
  for (const id of owners) existing.owners.add(id);
  for (const id of members) existing.members.add(id);
  applyChange(call, existing, body);
  return { status: 204 };
}

const write = { directoryWrites: 1, resourceUnits: 1 };

export const groupMakingRoutes: readonly Route[] = [
  {
    name: 'groups.upsert',
    method: 'PATCH',
    pattern: /^\/groups\/?\(uniqueName='([^']+)'\)$/,
    permissions: [...groupWriters, 'Group.Create'],
    costs: write,
    handle: upsert,
  },
  {
    name: 'groups.create',
    method: 'POST',
    pattern: /^\/groups$/,
    permissions: [...groupWriters, 'Group.Create'],
    costs: write,
    handle: (call) => ({
      status: 201,
      body: showGroup(createGroup(call, null), call.now, call.tenant),
    }),
  },
];
