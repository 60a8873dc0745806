// Write the label and the settings of the template that a repair names, or the values that an undo gives back. One that is not taken is a warning, unless the
// repair has nothing else to write.
import { isSettingProperty, settingOf } from '../../engine/observed-state.ts';
import { namesIn, partOf, type SettingsPart } from '../../directory/group-settings.ts';
import { writeSettings } from '../../engine/write-settings.ts';
import { type OperationStep, ownGroup } from './operation-step.ts';
import { repairedSettings } from './repair.ts';

export const applyLabel = stepFor('label');
export const applySettings = stepFor('settings');

function stepFor(part: SettingsPart): OperationStep {
  const isOfPart = (property: string) =>
    isSettingProperty(property) && partOf(settingOf(property)) === part;
  return {
    name: part === 'label' ? 'apply_label' : 'apply_settings',
    writes: true,
    isOptional: true,
    isNeeded: ({ repair, settings }) =>
      (repair?.properties.some(isOfPart) ?? false) ||
      (settings !== undefined && namesIn(settings).some((name) => partOf(name) === part)),
    isSatisfied: () => false,
    run(operation, directory, call) {
      const { change, facts, group } = operation;
      const target = {
        group: ownGroup(operation),
        settings: change.settings ?? repairedSettings(change, group),
        part,
        isRequired: change.repair?.properties.every(isOfPart) ?? false,
        visibility: group.policy.visibility,
        facts,
      };
      return writeSettings(target, directory, call);
    },
  };
}
