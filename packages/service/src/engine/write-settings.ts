// Writes the settings of a template to a group, and reads them back. A read lags behind a write, so a setting that it does
// not show yet is waited for; after that it counts as one that the directory did not take.
import type { Directory } from '../directory/directory.ts';
import type { OwnGroup } from '../directory/group-life.ts';
import { type GroupSettings, namesIn, type RefusedSettings } from '../directory/group-settings.ts';
import type { Facts, Warning } from './creation.ts';
import { type StepCall, StepFailure, type StepResult } from './step.ts';

/** A setting that is accepted and not shown is reported within this time. */
const shownWithinMs = 5 * 60_000;
const betweenReadsMs = 15_000;

export interface SettingsTarget {
  readonly group: OwnGroup;
  readonly settings: GroupSettings;
  /** True: a setting that is not taken is a failure. False: a warning. */
  readonly isRequired: boolean;
  readonly facts: Pick<Facts, 'settings'>;
}

export async function writeSettings(
  { group, settings, isRequired, facts }: SettingsTarget,
  directory: Directory,
  call: StepCall,
): Promise<StepResult> {
  const warnings: Warning[] = [];
  const report = (detail: string) => {
    if (isRequired) throw new StepFailure('setting_not_applied', detail);
    warnings.push({ code: 'setting_not_applied', detail });
  };
  let { settings: written } = facts;
  if (written === undefined) {
    const refused = await directory.applySettings(group, settings, call);
    if (refused.length > 0) report(refused.map(notApplied).join(' '));
    written = { writtenAt: call.now, refused: refused.flatMap(({ names }) => names) };
  }
  const { writtenAt, refused } = written;
  const names = namesIn(settings).filter((name) => !refused.includes(name));
  const [shown = {}] = await directory.readSettings([{ groupId: group.groupId, names }], call);
  const missing = names.filter(
    (name) => shown[name] !== undefined && shown[name] !== settings[name],
  );
  if (missing.length > 0) {
    // A group without its required settings is not made for a read that lags.
    const waitMs = isRequired
      ? Math.max(shownWithinMs, directory.limits.staleReadsMs)
      : shownWithinMs;
    if (call.now - writtenAt < waitMs) {
      return {
        kind: 'wait',
        afterMs: betweenReadsMs,
        facts: { settings: written },
        warnings,
        detail: 'The directory does not show the settings of the template yet.',
      };
    }
    report(`The directory accepted the settings ${missing.join(', ')} and does not show them.`);
  }
  return {
    kind: 'done',
    facts: { settings: { writtenAt, refused: [...refused, ...missing] } },
    warnings,
  };
}

function notApplied({ names, detail }: RefusedSettings): string {
  return `The template’s settings ${names.join(', ')} are not applied. ${detail}`;
}
