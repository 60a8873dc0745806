// Writes settings of a template to a group, and reads them back. A read lags behind a write, so a setting that it does not
// show yet is waited for; after that it counts as one that the directory did not take.
import { type Directory, DirectoryError } from '../directory/directory.ts';
import type { OwnGroup } from '../directory/group-life.ts';
import {
  type GroupSettings,
  labelSetting,
  namesIn,
  noLabel,
  partOf,
  pickSettings,
  type RefusedSettings,
  type SettingName,
  settingNames,
  type SettingsPart,
} from '../directory/group-settings.ts';
import type { Warning, WrittenSettings } from './creation.ts';
import { type StepCall, StepFailure, type StepResult } from './step.ts';

/** A setting that is accepted and not shown is reported within this time. */
const shownWithinMs = 5 * 60_000;
const betweenReadsMs = 15_000;

export interface SettingsTarget {
  readonly group: OwnGroup;
  /** All of the template; the step writes its part. */
  readonly settings: GroupSettings;
  readonly part: SettingsPart;
  /** True: a setting that is not taken is a failure. False: a warning. */
  readonly isRequired: boolean;
  readonly visibility: 'private' | 'public';
  readonly facts: Readonly<Partial<Record<SettingsPart, WrittenSettings>>>;
}

export function settingsOfPart(settings: GroupSettings, part: SettingsPart): GroupSettings {
  return pickSettings(
    settings,
    settingNames.filter((name) => partOf(name) === part),
  );
}

export async function writeSettings(
  target: SettingsTarget,
  directory: Directory,
  call: StepCall,
): Promise<StepResult> {
  const { group, part, isRequired, facts } = target;
  const settings = settingsOfPart(target.settings, part);
  const code = part === 'label' ? 'label_not_applied' : 'setting_not_applied';
  const warnings: Warning[] = [];
  const report = (detail: string) => {
    if (isRequired) throw new StepFailure(code, detail);
    warnings.push({ code, detail });
  };
  // A group without its required settings is not made for a read that lags.
  const waitMs = isRequired
    ? Math.max(shownWithinMs, directory.limits.staleReadsMs)
    : shownWithinMs;
  const wait = (written: WrittenSettings, detail: string): StepResult => ({
    kind: 'wait',
    afterMs: betweenReadsMs,
    facts: { [part]: written },
    warnings,
    detail,
  });
  let { [part]: written } = facts;
  if (written?.refused === undefined) {
    const begunAt = written?.begunAt ?? call.now;
    try {
      const refused = await directory.applySettings(group, settings, call);
      if (refused.length > 0) report(refused.map(notApplied).join(' '));
      written = { begunAt, writtenAt: call.now, refused: refused.flatMap(({ names }) => names) };
    } catch (error) {
      const isEarly = error instanceof DirectoryError && error.code === 'not_visible_yet';
      if (part !== 'label' || !isEarly) throw error;
      if (call.now - begunAt < directory.limits.replicationMs) {
        return wait({ begunAt }, error.message);
      }
      report(notApplied({ names: namesIn(settings), detail: error.message }));
      written = { begunAt, writtenAt: call.now, refused: namesIn(settings) };
    }
  }
  const { writtenAt = call.now, refused = [] } = written;
  const names = namesIn(settings).filter((name) => !refused.includes(name));
  const [shown = {}] = await directory.readSettings([{ groupId: group.groupId, names }], call);
  const missing = names.filter(
    (name) => shown[name] !== undefined && shown[name] !== settings[name],
  );
  if (missing.length > 0) {
    if (call.now - writtenAt < waitMs) {
      return wait(written, 'The directory does not show the settings of the template yet.');
    }
    report(`The directory accepted the settings ${missing.join(', ')} and does not show them.`);
  }
  const isTaken = (name: SettingName) => names.includes(name) && !missing.includes(name);
  const taken = {
    ...written,
    refused: [...refused, ...missing],
    taken: pickSettings(settings, settingNames.filter(isTaken)),
  };
  return {
    kind: 'done',
    facts: { [part]: { ...taken, ...(await visibilityByLabel(target, taken, directory, call)) } },
    warnings,
  };
}

/** The visibility that a label gave the group, if that is another one than the record has. */
async function visibilityByLabel(
  { group, part, settings, visibility }: SettingsTarget,
  { refused = [] }: WrittenSettings,
  directory: Directory,
  call: StepCall,
): Promise<Pick<WrittenSettings, 'visibility'> | undefined> {
  const isLabelled = part === 'label' && refused.length === 0 && settings[labelSetting] !== noLabel;
  if (!isLabelled) return undefined;
  const shown = await directory.readGroup(group.groupId, call);
  if (shown === undefined || shown.visibility === visibility) return undefined;
  return { visibility: shown.visibility };
}

function notApplied({ names, detail }: RefusedSettings): string {
  return `The template’s settings ${names.join(', ')} are not applied. ${detail}`;
}
