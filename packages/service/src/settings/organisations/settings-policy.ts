// The policy of a template for the settings of its groups in the suite, and for what follows if one cannot be written.
import { Type, type Static } from 'typebox';
import type { FieldError } from '../../ground/errors.ts';
import {
  type GroupSettings,
  isSettingOfTeam,
  labelSetting,
  namesIn,
  type SettingName,
  settingNames,
  type SettingValue,
  settingValues,
} from '../../directory/group-settings.ts';

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const exact = { additionalProperties: false } as const;

const words: Readonly<Record<SettingName, string>> = {
  guests: 'Whether owners may add guests. A tenant that forbids guests wins.',
  'members.createChannels': 'Members create and change channels.',
  'members.createPrivateChannels': 'Members create private channels.',
  'members.deleteChannels': 'Members delete and restore channels.',
  'members.addApps': 'Members add and remove apps.',
  'members.tabs': 'Members create, change and remove tabs.',
  'members.connectors': 'Members create, change and remove connectors.',
  'guestMembers.createChannels': 'Guests create and change channels.',
  'guestMembers.deleteChannels': 'Guests delete channels.',
  'messages.edit': 'Members edit their messages.',
  'messages.delete': 'Members delete their messages.',
  'messages.ownerDelete': 'Owners delete any message.',
  'messages.teamMentions': 'Messages mention the whole team.',
  'messages.channelMentions': 'Messages mention a whole channel.',
  'fun.giphy': 'Animated pictures from Giphy, by their rating.',
  'fun.stickers': 'Stickers and memes.',
  'fun.memes': 'Memes that people make themselves.',
  hideFromOutlook: 'Outlook does not show the group.',
  hideFromAddressLists: 'Address lists do not show the group.',
  sensitivityLabel:
    'Id of the sensitivity label of the group. It needs the second credential of the connection, for SharePoint. A label can decide the visibility and whether guests are allowed.',
};

const part = <Name extends string>(name: string, names: readonly Name[]) =>
  Type.Optional(
    Type.Object(
      Object.fromEntries(
        names.map((one) => [one, flag(words[`${name}.${one}` as SettingName])]),
      ) as Record<Name, ReturnType<typeof flag>>,
      exact,
    ),
  );

const parts = {
  members: part('members', [
    'createChannels',
    'createPrivateChannels',
    'deleteChannels',
    'addApps',
    'tabs',
    'connectors',
  ]),
  guestMembers: part('guestMembers', ['createChannels', 'deleteChannels']),
  messages: part('messages', ['edit', 'delete', 'ownerDelete', 'teamMentions', 'channelMentions']),
  fun: Type.Optional(
    Type.Object(
      {
        giphy: Type.Optional(
          Type.Enum([...settingValues['fun.giphy']], { description: words['fun.giphy'] }),
        ),
        stickers: flag(words['fun.stickers']),
        memes: flag(words['fun.memes']),
      },
      exact,
    ),
  ),
  hideFromOutlook: flag(words.hideFromOutlook),
  hideFromAddressLists: flag(words.hideFromAddressLists),
  sensitivityLabel: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$',
      description: words.sensitivityLabel,
      'x-fault': 'must be the id of a sensitivity label (a GUID)',
    }),
  ),
} as const;

export const SettingsInput = Type.Object(
  {
    guests: Type.Optional(
      Type.Enum([...settingValues.guests, 'leave'], {
        description: `${words.guests} leave, or absent: as it is. deny also refuses requests that name guests.`,
      }),
    ),
    ...parts,
  },
  {
    ...exact,
    description:
      'Settings of the groups in Microsoft 365. They are written after the creation or adoption and before people are added, and compared since. Absent ones stay as they are.',
  },
);
export type SettingsPolicy = Static<typeof SettingsInput>;

export const ProtectionInput = Type.Object(
  {
    required: Type.Boolean({
      description:
        'True: a group whose settings cannot be written fails before any member is in it. False: it gets a warning.',
    }),
  },
  { ...exact, description: 'The consequence if a setting of the template cannot be written.' },
);
export type ProtectionPolicy = Static<typeof ProtectionInput>;

const decidedByLabel = ['visibility', 'settings.guests'] as const;

export const MayAlsoChange = Type.Optional(
  Type.Array(Type.Enum([...decidedByLabel]), {
    description:
      'Values that the sensitivity label may decide, too. Microsoft does not tell applications what a label decides. Absent: no label is written.',
  }),
);

/** A label may change these beside the request. The record of the group takes the visibility that it decides. */
export function changedByLabel(isLabelled: boolean) {
  return isLabelled ? { mayAlsoChange: [...decidedByLabel] } : {};
}

/** Such changes by a plan with these steps. */
export function mayAlsoChange(steps: readonly string[]) {
  return changedByLabel(steps.includes('apply_label'));
}

export const PlannedSettings = Type.Optional(
  Type.Object(SettingsInput.properties, {
    ...exact,
    description: 'The settings that the template gives the group. Absent: none is written.',
  }),
);

/** The settings that a plan with these steps writes. */
export function plannedSettings(steps: readonly string[], policy: SettledPolicy | undefined) {
  const writes = steps.includes('apply_label') || steps.includes('apply_settings');
  return writes && policy !== undefined ? { settings: nestedSettings(settingsOf(policy)) } : {};
}

const settingPaths = settingNames.map((name) => {
  const [first = '', second] = name.split('.');
  return { name, first, second };
});

/** Every name of the policy with its value, whatever the kind of the group. */
function valuesOf(policy: SettingsPolicy): readonly (readonly [SettingName, unknown])[] {
  return settingPaths.flatMap(({ name, first, second }) => {
    const given: unknown = (policy as Record<string, unknown>)[first];
    const value =
      second === undefined ? given : (given as Record<string, unknown> | undefined)?.[second];
    if (value === undefined || value === 'leave') return [];
    const isLabel = name === labelSetting && typeof value === 'string';
    return [[name, isLabel ? value.toLowerCase() : value] as const];
  });
}

/** The parts of a policy that decide about settings. */
export interface SettledPolicy {
  readonly kind: 'team' | 'group';
  readonly settings?: SettingsPolicy;
}

/** The settings that a group of this policy has to have. */
export function settingsOf({ settings = {}, kind }: SettledPolicy): GroupSettings {
  const wanted = valuesOf(settings).filter(([name]) => kind === 'team' || !isSettingOfTeam(name));
  return Object.fromEntries(wanted);
}

/** The settings as a policy nests them. */
export function nestedSettings(settings: GroupSettings): SettingsPolicy {
  const nested: Record<string, unknown> = {};
  for (const { name, first, second } of settingPaths) {
    const value = settings[name];
    if (value === undefined) continue;
    nested[first] =
      second === undefined ? value : { ...(nested[first] as object | undefined), [second]: value };
  }
  return nested;
}

/** Values that a group keeps by an acceptance, each until its template has another one than at that time. */
export type AcceptedSettings = Readonly<
  Partial<Record<SettingName, { readonly value: SettingValue; readonly instead: SettingValue }>>
>;

/** The settings that the record of a group has: those of its template, but for the accepted ones. */
export function recordedSettingsOf(
  policy: SettledPolicy,
  accepted: AcceptedSettings,
): GroupSettings {
  const wanted = settingsOf(policy);
  const kept = namesIn(wanted).flatMap((name) => {
    const one = accepted[name];
    return one !== undefined && one.instead === wanted[name] ? [[name, one.value]] : [];
  });
  return { ...wanted, ...Object.fromEntries(kept) };
}

/** Whether a request may name guests. */
export function allowsGuests({
  guestsAllowed,
  settings,
}: Pick<SettledPolicy, 'settings'> & { readonly guestsAllowed: boolean }): boolean {
  return guestsAllowed && settings?.guests !== 'deny';
}

export function settingsFaults({ kind, settings = {} }: SettledPolicy): FieldError[] {
  if (kind === 'team') return [];
  return valuesOf(settings)
    .filter(([name]) => isSettingOfTeam(name))
    .map(([name]) => ({
      pointer: `/policy/settings/${name.replace('.', '/')}`,
      code: 'not_allowed',
      detail: 'Only a team has this setting.',
      values: { rule: 'team_settings' },
    }));
}
