// Writes the settings of the template that a repair names. One that is not taken is a warning, unless the repair has nothing
// else to write.
import { isSettingProperty } from '../../engine/observed-state.ts';
import { writeSettings } from '../../engine/write-settings.ts';
import { type OperationStep, ownGroup } from './operation-step.ts';
import { repairedSettings } from './repair.ts';

export const applySettings: OperationStep = {
  name: 'apply_settings',
  writes: true,
  isOptional: true,
  isNeeded: ({ repair }) => repair?.properties.some(isSettingProperty) ?? false,
  isSatisfied: () => false,
  run(operation, directory, call) {
    const { change, facts, group } = operation;
    const target = {
      group: ownGroup(operation),
      settings: repairedSettings(change, group),
      isRequired: change.repair?.properties.every(isSettingProperty) ?? false,
      facts,
    };
    return writeSettings(target, directory, call);
  },
};
