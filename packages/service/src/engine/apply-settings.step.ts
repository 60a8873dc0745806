// Writes the settings of the template before people are added, so that nobody is in a group that is less protected.
import { namesIn } from '../directory/group-settings.ts';
import { settingsOf } from '../settings/organisations/settings-policy.ts';
import { type Step, requireGroupId } from './step.ts';
import { writeSettings } from './write-settings.ts';

export const applySettings: Step = {
  name: 'apply_settings',
  writes: true,
  isOptional: true,
  isNeeded: (policy) => namesIn(settingsOf(policy)).length > 0,
  isSatisfied: () => false,
  run(creation, directory, call) {
    const { facts, policy, teamId } = creation;
    const { adoptedMarker = teamId, isUnmarked = false } = facts;
    const group = { groupId: requireGroupId(creation), marker: adoptedMarker, isUnmarked };
    const isRequired = policy.protection?.required ?? false;
    const target = { group, settings: settingsOf(policy), isRequired, facts };
    return writeSettings(target, directory, call);
  },
};
