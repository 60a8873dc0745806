// The settings of a template for its groups in Microsoft 365, while they are edited: each a choice, empty for one that the
// template does not decide.
import type { TemplateBody, TemplateItem } from '../../api/types.ts';

type Policy = NonNullable<TemplateBody['policy']>;
type Stored = TemplateItem['policy'];

/** Every setting with its choices, by its name in differences. Those of a team have a part. The labels are read from the service. */
export const settingChoices = {
  'settings.guests': ['deny', 'allow'],
  'settings.members.createChannels': ['true', 'false'],
  'settings.members.createPrivateChannels': ['true', 'false'],
  'settings.members.deleteChannels': ['true', 'false'],
  'settings.members.addApps': ['true', 'false'],
  'settings.members.tabs': ['true', 'false'],
  'settings.members.connectors': ['true', 'false'],
  'settings.guestMembers.createChannels': ['true', 'false'],
  'settings.guestMembers.deleteChannels': ['true', 'false'],
  'settings.messages.edit': ['true', 'false'],
  'settings.messages.delete': ['true', 'false'],
  'settings.messages.ownerDelete': ['true', 'false'],
  'settings.messages.teamMentions': ['true', 'false'],
  'settings.messages.channelMentions': ['true', 'false'],
  'settings.fun.giphy': ['off', 'strict', 'moderate'],
  'settings.fun.stickers': ['true', 'false'],
  'settings.fun.memes': ['true', 'false'],
  'settings.hideFromOutlook': ['true', 'false'],
  'settings.hideFromAddressLists': ['true', 'false'],
  'settings.sensitivityLabel': [],
} as const;
export const labelSetting = 'settings.sensitivityLabel';
export type SettingName = keyof typeof settingChoices;
export const settingNames = Object.keys(settingChoices) as readonly SettingName[];

export interface ProtectionDraft {
  readonly values: Readonly<Record<string, string>>;
  readonly isRequired: boolean;
  readonly stored: Stored['settings'];
}

/** A group without a team has the others only. */
export function isOfTeam(name: SettingName): boolean {
  return name.split('.').length > 2;
}

export function shownSettings(kind: 'team' | 'group'): readonly SettingName[] {
  return settingNames.filter((name) => kind === 'team' || !isOfTeam(name));
}

/** The value of a choice, as the policy has it. */
export function settingValue(choice: string): string | boolean {
  return choice === 'true' ? true : choice === 'false' ? false : choice;
}

export function protectionDraftOf(policy: Stored | undefined): ProtectionDraft {
  const values = settingNames.map((name) => {
    const [, first = '', second] = name.split('.');
    const given = (policy?.settings as Record<string, unknown> | undefined)?.[first];
    const value =
      second === undefined ? given : (given as Record<string, unknown> | undefined)?.[second];
    const isDecided =
      typeof value === 'boolean' || (typeof value === 'string' && value !== 'leave');
    return [name, isDecided ? `${value}` : ''];
  });
  return {
    values: Object.fromEntries(values),
    isRequired: policy?.protection?.required ?? false,
    stored: policy?.settings,
  };
}

export function protectionOf(
  { values, isRequired }: ProtectionDraft,
  kind: 'team' | 'group',
): Pick<Policy, 'settings' | 'protection'> {
  const settings: Record<string, unknown> = {};
  for (const name of shownSettings(kind)) {
    const choice = values[name]?.trim() ?? '';
    if (choice === '') continue;
    const [, first = '', second] = name.split('.');
    const value = settingValue(choice);
    settings[first] =
      second === undefined
        ? value
        : { ...(settings[first] as object | undefined), [second]: value };
  }
  return {
    settings: Object.keys(settings).length === 0 ? null : settings,
    protection: isRequired ? { required: true } : null,
  };
}
