// Write the label and the settings of the template before people are added, so that nobody is in a group that is less
// protected. The label comes first, because it decides about visibility and guests.
import { namesIn, type SettingsPart } from '../directory/group-settings.ts';
import { settingsOf } from '../settings/organisations/settings-policy.ts';
import { type Step, requireGroupId } from './step.ts';
import { settingsOfPart, writeSettings } from './write-settings.ts';

export const applyLabel = stepFor('label');
export const applySettings = stepFor('settings');

function stepFor(part: SettingsPart): Step {
  return {
    name: part === 'label' ? 'apply_label' : 'apply_settings',
    writes: true,
    isOptional: true,
    isNeeded: (policy) => namesIn(settingsOfPart(settingsOf(policy), part)).length > 0,
    isSatisfied: () => false,
    run(creation, directory, call) {
      const { facts, policy, teamId } = creation;
      const { adoptedMarker = teamId, isUnmarked = false } = facts;
      const group = { groupId: requireGroupId(creation), marker: adoptedMarker, isUnmarked };
      const isRequired = policy.protection?.required ?? false;
      const { visibility } = policy;
      const settings = settingsOf(policy);
      return writeSettings(
        { group, settings, part, isRequired, visibility, facts },
        directory,
        call,
      );
    },
  };
}
