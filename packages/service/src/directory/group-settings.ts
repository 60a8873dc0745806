// Settings of a group that a template may decide, as one flat list of names: policies nest them by their dots. A name with
// a dot belongs to the team of the group, so that a group without one does not have it.
const yesOrNo = [true, false] as const;

/** Every setting with few values. */
export const settingValues = {
  /** Whether owners may add guests. */
  guests: ['deny', 'allow'],
  'members.createChannels': yesOrNo,
  'members.createPrivateChannels': yesOrNo,
  'members.deleteChannels': yesOrNo,
  'members.addApps': yesOrNo,
  'members.tabs': yesOrNo,
  'members.connectors': yesOrNo,
  'guestMembers.createChannels': yesOrNo,
  'guestMembers.deleteChannels': yesOrNo,
  'messages.edit': yesOrNo,
  'messages.delete': yesOrNo,
  'messages.ownerDelete': yesOrNo,
  'messages.teamMentions': yesOrNo,
  'messages.channelMentions': yesOrNo,
  'fun.giphy': ['off', 'strict', 'moderate'],
  'fun.stickers': yesOrNo,
  'fun.memes': yesOrNo,
  hideFromOutlook: yesOrNo,
  hideFromAddressLists: yesOrNo,
} as const satisfies Readonly<Record<string, readonly (string | boolean)[]>>;

/** The id of the sensitivity label, in lower case, or `noLabel`. */
export const labelSetting = 'sensitivityLabel';

/** The label decides about others, so it is written by its own step, before them, and restored by its own rule. */
export type SettingsPart = 'settings' | 'label';

export const partOf = (name: SettingName): SettingsPart =>
  name === labelSetting ? 'label' : 'settings';
/** A group without a sensitivity label shows this value. */
export const noLabel = 'none';

export type SettingName = keyof typeof settingValues | typeof labelSetting;
export type SettingValue<Name extends SettingName = SettingName> =
  Name extends keyof typeof settingValues ? (typeof settingValues)[Name][number] : string;

export const settingNames: readonly SettingName[] = [
  ...(Object.keys(settingValues) as (keyof typeof settingValues)[]),
  labelSetting,
];

/** Absent settings are not written, or were not read. */
export type GroupSettings = { readonly [Name in SettingName]?: SettingValue<Name> };

export function isSettingOfTeam(name: SettingName): boolean {
  return name.includes('.');
}

/** The names that a group has, in their order. */
export function namesIn(settings: GroupSettings): readonly SettingName[] {
  return settingNames.filter((name) => settings[name] !== undefined);
}

/** The settings of the names, as far as there are any. */
export function pickSettings(
  settings: GroupSettings,
  names: readonly SettingName[],
): GroupSettings {
  return Object.fromEntries(
    names.filter((name) => settings[name] !== undefined).map((name) => [name, settings[name]]),
  );
}

/** A sensitivity label that administrators of the suite have published. */
export interface SensitivityLabel {
  /** It is in lower case. */
  readonly labelId: string;
  readonly name: string;
  readonly description: string | null;
}

/** Settings that the suite did not take; the others it did. */
export interface RefusedSettings {
  readonly names: readonly SettingName[];
  /** A sentence for the caller, which names a missing permission. */
  readonly detail: string;
}

/** A group whose settings are read. */
export interface SettingsRead {
  readonly groupId: string;
  /** Only these are read: their kinds cost separate calls. */
  readonly names: readonly SettingName[];
}
