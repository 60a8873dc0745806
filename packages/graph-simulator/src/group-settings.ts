// Settings of teams and groups: the four parts of a team in one call, the group setting that decides about guests, and
// that of the tenant, whose “off” wins.
import { isAltered } from './altered-rules.ts';
import { badRequest, Refusal, resourceNotFound, type Answer } from './response.ts';
import { asObject, checkBody, type JsonObject } from './bodies.ts';
import { shownLabel, visibleGroup } from './groups.ts';
import { lag } from './lag.ts';
import { guidPattern, page, type Call, type Route } from './route.ts';
import { readyTeam, teamParts, teamSettingsOf } from './teams.ts';
import type { SimulatedGroup, SimulatedGroupSetting, TeamPart } from './tenant.ts';

const guestTemplateId = '08d542b9-071f-4e16-94b0-74abb372e3d9';
const tenantTemplateId = '62375ab9-6b52-47ed-826b-58e47e0e304b';

function changeTeam(call: Call, [id = '']: readonly string[]): Answer {
  const body = checkBody('team', call.body, 'update');
  const parts = teamParts.filter((part) => body[part] !== undefined);
  if (parts.length === 0) throw badRequest('missing_property', 'The body names no setting.');
  const given = parts.map((part): [TeamPart, JsonObject] => [
    part,
    checkBody(typeOf[part], body[part], 'update'),
  ]);
  const { group } = readyTeam(call, id);
  if (isAltered(call.tenant, 'team_settings')) return { status: 204 };
  const shown = teamSettingsOf(group, call.now);
  group.staleSettings = {
    shown,
    until: call.now + lag(call, group.id, `team settings ${call.now}`),
  };
  group.teamSettings ??= {};
  for (const [part, values] of given) {
    group.teamSettings[part] = { ...group.teamSettings[part], ...values };
  }
  call.record(group, 'settings_changed', []);
  return { status: 204 };
}

type Values = SimulatedGroupSetting['values'];

const typeOf = {
  memberSettings: 'teamMemberSettings',
  guestSettings: 'teamGuestSettings',
  messagingSettings: 'teamMessagingSettings',
  funSettings: 'teamFunSettings',
} as const;

/** A label that decides about guests does not let the group decide otherwise. */
function requireLabelsConsent(call: Call, group: SimulatedGroup, values: Values): void {
  const guests = shownLabel(group, call.now)?.guests;
  if (guests === undefined || values.every(({ value }) => value === String(guests))) return;
  throw new Refusal(400, 'Request_BadRequest', 'The sensitivity label decides about guests.');
}

/** The values of a setting of the guest template, which has one switch. */
function valuesIn(body: JsonObject): Values {
  const { values } = body;
  if (!Array.isArray(values) || values.length === 0) {
    throw badRequest('missing_property', "'values' is required.");
  }
  return values.map((value: unknown) => {
    const { name, value: text } = asObject(value);
    if (name !== 'AllowToAddGuests' || (text !== 'true' && text !== 'false')) {
      throw badRequest('wrong_type', `A value of the setting is not valid: ${String(name)}.`);
    }
    return { name, value: text };
  });
}

function onlyMembers(body: JsonObject, names: readonly string[]): void {
  const extra = Object.keys(body).find((name) => !names.includes(name));
  if (extra !== undefined) throw badRequest('unknown_property', `Unknown property '${extra}'.`);
}

function addSetting(call: Call, [id = '']: readonly string[]): Answer {
  const body = asObject(call.body);
  onlyMembers(body, ['templateId', 'values']);
  if (body['templateId'] !== guestTemplateId) {
    throw badRequest('wrong_type', 'A group takes settings of the guest template only.');
  }
  const group = visibleGroup(call, id);
  requireLabelsConsent(call, group, valuesIn(body));
  if (group.guestSetting !== undefined) {
    throw new Refusal(
      400,
      'Request_BadRequest',
      'A conflicting object with one or more of the specified property values is present in the directory.',
    );
  }
  const setting = {
    id: call.random.guid(`setting ${group.id}`),
    templateId: guestTemplateId,
    displayName: 'Group.Unified.Guest',
    values: valuesIn(body),
  };
  if (isAltered(call.tenant, 'guest_setting')) return { status: 201, body: setting };
  group.guestSetting = setting;
  call.record(group, 'settings_changed', []);
  return { status: 201, body: setting };
}

function changeSetting(call: Call, [id = '', settingId = '']: readonly string[]): Answer {
  const body = asObject(call.body);
  onlyMembers(body, ['values']);
  const group = visibleGroup(call, id);
  const { guestSetting } = group;
  if (guestSetting?.id !== settingId) throw resourceNotFound(settingId);
  requireLabelsConsent(call, group, valuesIn(body));
  group.guestSetting = { ...guestSetting, values: valuesIn(body) };
  call.record(group, 'settings_changed', []);
  return { status: 204 };
}

const id = `(${guidPattern})`;
const settingsWriters = ['GroupSettings.ReadWrite.All', 'Directory.ReadWrite.All'];
const settingsReaders = ['GroupSettings.Read.All', ...settingsWriters];

export const groupSettingRoutes: readonly Route[] = [
  {
    name: 'labels.list',
    method: 'GET',
    pattern: /^\/security\/informationProtection\/sensitivityLabels$/,
    permissions: ['InformationProtectionPolicy.Read.All'],
    costs: { resourceUnits: 1 },
    handle: (call) =>
      page(
        call,
        call.tenant.labels.map(({ id: labelId, name, isForGroups = true }) => ({
          id: labelId,
          name,
          description: '',
          contentFormats: isForGroups ? ['site', 'unifiedGroup'] : ['file', 'email'],
        })),
      ),
  },
  {
    name: 'teams.change',
    method: 'PATCH',
    pattern: new RegExp(`^/teams/${id}$`),
    permissions: ['TeamSettings.ReadWrite.All', 'Directory.ReadWrite.All'],
    costs: { onOneTeam: 1, otherWritesOnOneTeam: 1, otherTeamsWrites: 1 },
    onTeam: true,
    handle: changeTeam,
  },
  {
    name: 'groups.settings.list',
    method: 'GET',
    pattern: new RegExp(`^/groups/${id}/settings$`),
    permissions: settingsReaders,
    costs: { resourceUnits: 1 },
    handle: (call, [group = '']) => {
      const { guestSetting } = visibleGroup(call, group);
      return page(call, guestSetting === undefined ? [] : [guestSetting]);
    },
  },
  {
    name: 'groups.settings.add',
    method: 'POST',
    pattern: new RegExp(`^/groups/${id}/settings$`),
    permissions: settingsWriters,
    costs: { directoryWrites: 1, resourceUnits: 1 },
    handle: addSetting,
  },
  {
    name: 'groups.settings.change',
    method: 'PATCH',
    pattern: new RegExp(`^/groups/${id}/settings/${id}$`),
    permissions: settingsWriters,
    costs: { directoryWrites: 1, resourceUnits: 1 },
    handle: changeSetting,
  },
  {
    name: 'groupSettings.list',
    method: 'GET',
    pattern: /^\/groupSettings$/,
    permissions: settingsReaders,
    costs: { resourceUnits: 1 },
    handle: (call) => {
      const { letsGuestsBeAdded, namingPolicy } = call.tenant;
      const { prefix = '', suffix = '', blockedWords = [] } = namingPolicy;
      const requirement = prefix + suffix === '' ? '' : `${prefix}[GroupName]${suffix}`;
      const values = [
        { name: 'AllowToAddGuests', value: String(letsGuestsBeAdded ?? true) },
        { name: 'PrefixSuffixNamingRequirement', value: requirement },
        { name: 'CustomBlockedWordsList', value: blockedWords.join(',') },
      ];
      const isChanged =
        letsGuestsBeAdded !== undefined || requirement !== '' || blockedWords.length > 0;
      const id = call.random.guid('setting of the tenant');
      const setting = { id, templateId: tenantTemplateId, displayName: 'Group.Unified', values };
      // A tenant that never changed them has no such setting.
      return page(call, isChanged ? [setting] : []);
    },
  },
];
