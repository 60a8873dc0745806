// Settings of groups and teams: those of a team in one call, the guest switch as a group setting from the template that
// Microsoft calls Group.Unified.Guest, and each switch that hides a group by itself, as Microsoft asks for it.
// https://learn.microsoft.com/en-us/graph/api/team-update, …/group-post-settings, …/group-update
import type {
  Group,
  GroupSetting,
  SettingValue as GraphValue,
  Team,
} from '@microsoft/microsoft-graph-types';
import type { CallContext } from '../directory/call-context.ts';
import type { DirectoryError } from '../directory/directory.ts';
import type { OwnGroup } from '../directory/group-life.ts';
import {
  type GroupSettings,
  isSettingOfTeam,
  labelSetting,
  namesIn,
  noLabel,
  pickSettings,
  type RefusedSettings,
  type SensitivityLabel,
  type SettingName,
  type SettingsRead,
} from '../directory/group-settings.ts';
import { readInBatches } from './batched-reads.ts';
import { isMissingPermission } from './graph-failures.ts';
import type { GraphCall, GraphClient } from './graph-client.ts';
import type { GraphResponse } from './graph-response.ts';
import type { OwnGroups } from './own-group.ts';
import type { SiteLabels } from './site-labels.ts';

/** The reason why a group gets no label. */
export const noSharePoint =
  'The connection has no second credential for SharePoint (directory.sharePoint), and Microsoft Graph refuses sensitivity labels to applications.';

const guestTemplateId = '08d542b9-071f-4e16-94b0-74abb372e3d9';
const tenantTemplateId = '62375ab9-6b52-47ed-826b-58e47e0e304b';
const guestSwitch = 'AllowToAddGuests';

type Part = 'memberSettings' | 'guestSettings' | 'messagingSettings' | 'funSettings';

/** Where a team has the switches; the rating of Giphy goes with its switch. */
const switches = {
  'members.createChannels': ['memberSettings', 'allowCreateUpdateChannels'],
  'members.createPrivateChannels': ['memberSettings', 'allowCreatePrivateChannels'],
  'members.deleteChannels': ['memberSettings', 'allowDeleteChannels'],
  'members.addApps': ['memberSettings', 'allowAddRemoveApps'],
  'members.tabs': ['memberSettings', 'allowCreateUpdateRemoveTabs'],
  'members.connectors': ['memberSettings', 'allowCreateUpdateRemoveConnectors'],
  'guestMembers.createChannels': ['guestSettings', 'allowCreateUpdateChannels'],
  'guestMembers.deleteChannels': ['guestSettings', 'allowDeleteChannels'],
  'messages.edit': ['messagingSettings', 'allowUserEditMessages'],
  'messages.delete': ['messagingSettings', 'allowUserDeleteMessages'],
  'messages.ownerDelete': ['messagingSettings', 'allowOwnerDeleteMessages'],
  'messages.teamMentions': ['messagingSettings', 'allowTeamMentions'],
  'messages.channelMentions': ['messagingSettings', 'allowChannelMentions'],
  'fun.giphy': ['funSettings', 'allowGiphy'],
  'fun.stickers': ['funSettings', 'allowStickersAndMemes'],
  'fun.memes': ['funSettings', 'allowCustomMemes'],
} as const satisfies Partial<Record<SettingName, readonly [Part, string]>>;
type TeamSettingName = keyof typeof switches;
const teamSettingNames = Object.keys(switches) as readonly TeamSettingName[];
const teamParts = [...new Set(Object.values(switches).map(([part]) => part))];

const hidings = {
  hideFromOutlook: 'hideFromOutlookClients',
  hideFromAddressLists: 'hideFromAddressLists',
} as const satisfies Partial<Record<SettingName, string>>;
type HidingName = keyof typeof hidings;
const hidingNames = Object.keys(hidings) as readonly HidingName[];

function teamBody(settings: GroupSettings): Team {
  const body: Partial<Record<Part, Record<string, unknown>>> = {};
  for (const name of teamSettingNames) {
    const value = settings[name];
    if (value === undefined) continue;
    const [part, property] = switches[name];
    const values = (body[part] ??= {});
    values[property] = name === 'fun.giphy' ? value !== 'off' : value;
    if (name === 'fun.giphy' && value !== 'off') values['giphyContentRating'] = value;
  }
  return body;
}

function teamSettingsOf(team: Team): GroupSettings {
  const read = teamSettingNames.flatMap((name): [string, unknown][] => {
    const [part, property] = switches[name];
    const values = (team[part] ?? {}) as Record<string, unknown>;
    const value = values[property];
    if (typeof value !== 'boolean') return [];
    if (name !== 'fun.giphy') return [[name, value]];
    return [
      [name, value ? (values['giphyContentRating'] === 'strict' ? 'strict' : 'moderate') : 'off'],
    ];
  });
  return Object.fromEntries(read);
}

function listedSettings({ body }: GraphResponse): readonly GroupSetting[] {
  const { value } = (body ?? {}) as { value?: GroupSetting[] };
  return Array.isArray(value) ? value : [];
}

const findSetting = (answer: GraphResponse, templateId: string): GroupSetting | undefined =>
  listedSettings(answer).find((one) => one.templateId?.toLowerCase() === templateId);

/** Undefined: the setting does not decide it. */
function guestsIn(setting: GroupSetting | undefined): boolean | undefined {
  const text = setting?.values?.find(({ name }) => name === guestSwitch)?.value?.toLowerCase();
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

function withSwitch({ values }: GroupSetting, value: string): GraphValue[] {
  const others = (values ?? []).filter(({ name }) => name !== guestSwitch);
  return [...others, { name: guestSwitch, value }];
}

interface ListedLabel {
  readonly id?: string;
  readonly name?: string | null;
  readonly description?: string | null;
  readonly contentFormats?: readonly string[] | null;
}

/** Others are for files and mails only. */
function isForGroups({ contentFormats }: ListedLabel): boolean {
  return (
    contentFormats == null || contentFormats.some((one) => /^(?:site|unifiedgroup)$/i.test(one))
  );
}

const settingsPath = (groupId: string) => `/groups/${groupId}/settings`;

export function createGroupSettings(deps: {
  client: GraphClient;
  own: OwnGroups;
  noTeam: (groupId: string, context: CallContext) => DirectoryError;
  /** Undefined: the connection has no second credential. */
  siteLabels: SiteLabels | undefined;
}) {
  const { client, own, noTeam, siteLabels } = deps;

  function refusal(
    names: readonly SettingName[],
    act: string,
    permission: string,
    answer: GraphResponse,
  ): RefusedSettings {
    const { code, message } = answer.error;
    const isDenied = answer.status === 403 && isMissingPermission(answer);
    const detail = isDenied
      ? client.denied(act, permission, answer).message
      : `Microsoft 365 refuses to ${act}: “${message || code || `status ${answer.status}`}”.`;
    return { names, detail };
  }

  async function writeTeam(
    groupId: string,
    settings: GroupSettings,
    context: CallContext,
  ): Promise<RefusedSettings[]> {
    const names = namesIn(settings).filter(isSettingOfTeam);
    if (names.length === 0) return [];
    const path = `/teams/${groupId}`;
    const accept = [400, 403, 404];
    const body = teamBody(settings);
    const answer = await client.call(
      { name: 'teams.change', method: 'PATCH', path, body, groupId, accept },
      context,
    );
    if (answer.status === 404) throw noTeam(groupId, context);
    if (answer.status < 300) return [];
    return [refusal(names, 'change the settings of teams', 'TeamSettings.ReadWrite.All', answer)];
  }

  async function writeGuests(
    groupId: string,
    guests: 'deny' | 'allow',
    context: CallContext,
  ): Promise<RefusedSettings[]> {
    const refused = (answer: GraphResponse) => [
      refusal(['guests'], 'decide about guests of groups', 'GroupSettings.ReadWrite.All', answer),
    ];
    const list: GraphCall = {
      name: 'groups.settings.read',
      method: 'GET',
      path: settingsPath(groupId),
      accept: [403],
    };
    const value = String(guests === 'allow');
    // A setting that a read does not show yet is in the way of the first one: then it is read again.
    for (let attempt = 1; ; attempt += 1) {
      const read = await client.call(list, context);
      if (read.status === 403) return refused(read);
      const present = findSetting(read, guestTemplateId);
      const write: GraphCall =
        present?.id === undefined
          ? {
              name: 'groups.settings.write',
              method: 'POST',
              path: settingsPath(groupId),
              body: { templateId: guestTemplateId, values: [{ name: guestSwitch, value }] },
              accept: [400, 403, 409],
            }
          : {
              name: 'groups.settings.write',
              method: 'PATCH',
              path: `${settingsPath(groupId)}/${present.id}`,
              body: { values: withSwitch(present, value) },
              accept: [400, 403],
            };
      const answer = await client.call(write, context);
      if (answer.status < 300) return guests === 'allow' ? tenantsRefusal(context) : [];
      const isThere =
        answer.status === 409 || /already exists|conflict/i.test(answer.error.message);
      if (!isThere) return refused(answer);
      if (attempt >= 2) throw own.notVisible(groupId, context);
    }
  }

  /** The “off” of the tenant wins over the “on” of a group. */
  async function tenantsRefusal(context: CallContext): Promise<RefusedSettings[]> {
    const path = '/groupSettings';
    const answer = await client.call(
      { name: 'groups.settings.read', method: 'GET', path, accept: [403] },
      context,
    );
    const isOff = answer.status < 300 && guestsIn(findSetting(answer, tenantTemplateId)) === false;
    const detail =
      'The tenant lets no owner add guests (AllowToAddGuests of its group settings is false), and a group cannot allow it.';
    return isOff ? [{ names: ['guests'], detail }] : [];
  }

  /** Microsoft 365 takes each of them alone, without any other property. */
  async function writeHidings(
    groupId: string,
    settings: GroupSettings,
    context: CallContext,
  ): Promise<RefusedSettings[]> {
    const refused: RefusedSettings[] = [];
    for (const name of hidingNames) {
      const value = settings[name];
      if (value === undefined) continue;
      const answer = await client.call(
        {
          name: 'groups.change',
          method: 'PATCH',
          path: `/groups/${groupId}`,
          body: { [hidings[name]]: value },
          accept: [400, 403],
        },
        context,
      );
      if (answer.status < 300) continue;
      refused.push(refusal([name], 'hide groups', 'Group.ReadWrite.All', answer));
    }
    return refused;
  }

  async function writeLabel(
    groupId: string,
    labelId: string,
    context: CallContext,
  ): Promise<readonly RefusedSettings[]> {
    if (siteLabels !== undefined) return siteLabels.set(groupId, labelId, context);
    return [{ names: [labelSetting], detail: noSharePoint }];
  }

  /** One batched read; an answer that is no 200 leaves the settings unread. */
  async function readEach(
    name: 'groups.read' | 'groups.settings.read',
    groupIds: readonly string[],
    pathOf: (groupId: string) => string,
    onRead: (groupId: string, answer: GraphResponse) => void,
    context: CallContext,
  ): Promise<void> {
    const partOf = (groupId: string) => ({ method: 'GET', path: pathOf(groupId) }) as const;
    await readInBatches(
      client,
      name,
      groupIds,
      'groups',
      partOf,
      (groupId, answer) => {
        if (answer.status === 200) onRead(groupId, answer);
      },
      context,
    );
  }

  return {
    async applySettings(
      group: OwnGroup,
      settings: GroupSettings,
      context: CallContext,
    ): Promise<readonly RefusedSettings[]> {
      await own.require(group, context);
      const { groupId } = group;
      const labelId = settings[labelSetting];
      return [
        ...(labelId === undefined ? [] : await writeLabel(groupId, labelId, context)),
        ...(await writeTeam(groupId, settings, context)),
        ...(settings.guests === undefined
          ? []
          : await writeGuests(groupId, settings.guests, context)),
        ...(await writeHidings(groupId, settings, context)),
      ];
    },

    async readSettings(
      reads: readonly SettingsRead[],
      context: CallContext,
    ): Promise<readonly GroupSettings[]> {
      const read = new Map<string, GroupSettings>();
      const add = (groupId: string, settings: GroupSettings) =>
        read.set(groupId, { ...read.get(groupId), ...settings });
      const idsOf = (isWanted: (name: SettingName) => boolean) =>
        reads.filter(({ names }) => names.some(isWanted)).map(({ groupId }) => groupId);
      await Promise.all(
        idsOf(isSettingOfTeam).map(async (groupId) => {
          const path = `/teams/${groupId}?$select=${['id', ...teamParts].join(',')}`;
          const answer = await client.call(
            { name: 'teams.read', method: 'GET', path, groupId, accept: [403, 404] },
            context,
          );
          if (answer.status === 200) add(groupId, teamSettingsOf(answer.body ?? {}));
        }),
      );
      await readEach(
        'groups.settings.read',
        idsOf((name) => name === 'guests'),
        settingsPath,
        (groupId, answer) => {
          const isOpen = guestsIn(findSetting(answer, guestTemplateId)) ?? true;
          add(groupId, { guests: isOpen ? 'allow' : 'deny' });
        },
        context,
      );
      // They are answered for one group only, and only where they are asked for.
      await readEach(
        'groups.read',
        idsOf((name) => name === labelSetting || name in hidings),
        (groupId) =>
          `/groups/${groupId}?$select=id,assignedLabels,${Object.values(hidings).join(',')}`,
        (groupId, { body }) => {
          const { assignedLabels } = (body ?? {}) as Group;
          if (Array.isArray(assignedLabels)) {
            const labelId = assignedLabels[0]?.labelId?.toLowerCase() ?? noLabel;
            add(groupId, { [labelSetting]: labelId });
          }
          for (const name of hidingNames) {
            const value = ((body ?? {}) as Record<string, unknown>)[hidings[name]];
            if (typeof value === 'boolean') add(groupId, { [name]: value });
          }
        },
        context,
      );
      return reads.map(({ groupId, names }) => pickSettings(read.get(groupId) ?? {}, names));
    },

    async listLabels(context: CallContext): Promise<readonly SensitivityLabel[] | undefined> {
      const labels: SensitivityLabel[] = [];
      const list = {
        name: 'labels.list',
        method: 'GET',
        path: '/security/informationProtection/sensitivityLabels',
        isBeta: true,
        accept: [403, 404],
      } as const;
      const answer = await client.call(list, context);
      if (answer.status >= 300) return undefined;
      const { value } = (answer.body ?? {}) as { value?: readonly ListedLabel[] };
      for (const label of Array.isArray(value) ? (value as readonly ListedLabel[]) : []) {
        if (typeof label.id !== 'string' || !isForGroups(label)) continue;
        const { description, name } = label;
        const labelId = label.id.toLowerCase();
        labels.push({ labelId, name: name ?? labelId, description: description || null });
      }
      return labels;
    },
  };
}
