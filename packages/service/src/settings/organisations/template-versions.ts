// The versions of a template. The audit log has them: each version is one entry, with the settings that it changed, so
// an earlier version is the present one with every later change undone.
import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '../../audit/activity.ts';
import { escapePointer } from '../../ground/input-order.ts';
import { completeChanges } from './allowed-changes.ts';
import { type RecordedSettings, recordedSettings, settingsOf } from './change-templates.ts';
import { defaultNaming } from '../naming/naming.ts';
import { readStoredPolicy, type Template } from './template.ts';

/** Settings as an entry has them. It lacks settings that were added since. */
export type PartialSettings = Partial<RecordedSettings>;

export interface RecordedVersion {
  readonly version: number;
  readonly occurredAt: Date;
  readonly actorKind: Actor['kind'];
  readonly actorId: string;
  /** Null: the version that the template was created with. */
  readonly change: { readonly before: PartialSettings; readonly after: PartialSettings } | null;
}

export interface TemplateVersionReader {
  /** Newest first. Entries that were moved into archives of the audit log are not among them. */
  read(
    template: Pick<Template, 'tenantId' | 'templateId'>,
    range: {
      readonly after?: number;
      readonly before?: number | undefined;
      readonly limit?: number;
    },
  ): Promise<readonly RecordedVersion[]>;
  /** Number of requested groups by version; under null those whose version is not recorded. */
  countGroups(
    template: Pick<Template, 'tenantId' | 'templateId'>,
  ): Promise<ReadonlyMap<number | null, number>>;
}

/** A setting that differs between two versions. Null: absent. */
export interface ChangedSetting {
  /** JSON Pointer into the template, as `PUT` takes it. */
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Each setting by itself: objects are compared member by member, lists as a whole. */
export function changedSettings({
  before,
  after,
}: NonNullable<RecordedVersion['change']>): ChangedSetting[] {
  return [...differences('', presentable(before), presentable(after))];
}

/**
 * The settings of an earlier version, or undefined if the audit log no longer has what changed since.
 * @param since every version after it, newest first
 */
export function settingsOfVersion(
  present: Template,
  version: number,
  since: readonly RecordedVersion[],
): ReturnType<typeof completeSettings> | undefined {
  if (version < 1 || since.length !== present.version - version) return undefined;
  const settings: Record<string, unknown> = { ...recordedSettings(settingsOf(present)) };
  for (const { change } of since) {
    if (change === null) return undefined;
    for (const name of Object.keys(change.after)) delete settings[name];
    Object.assign(settings, change.before);
  }
  return completeSettings(settings);
}

function completeSettings({
  name = '',
  identifier = '',
  mailNicknamePattern = '',
  displayNamePattern = '',
  policy,
  ...naming
}: PartialSettings) {
  const { changes, ...stored } = policy ?? {};
  return {
    name,
    identifier,
    mailNicknamePattern,
    displayNamePattern,
    ...defaultNaming,
    ...naming,
    policy: { ...readStoredPolicy(stored), changes: completeChanges(changes) },
  };
}

/** The policy with the defaults of settings that were added since. */
function presentable({ policy, ...settings }: PartialSettings) {
  if (policy === undefined) return settings;
  const { changes, ...stored } = policy;
  return {
    ...settings,
    policy: { ...readStoredPolicy(stored), changes: completeChanges(changes) },
  };
}

function* differences(pointer: string, before: unknown, after: unknown): Iterable<ChangedSetting> {
  if (isDeepStrictEqual(before ?? null, after ?? null)) return;
  if (!isGroup(before, after)) {
    yield { pointer, before: before ?? null, after: after ?? null };
    return;
  }
  const [was, is] = [membersOf(before), membersOf(after)];
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    yield* differences(`${pointer}/${escapePointer(name)}`, was[name], is[name]);
  }
}

/** Whether both are objects, or one is and the other is absent. */
function isGroup(before: unknown, after: unknown): boolean {
  const isObject = (value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return (
    (isObject(before) || isObject(after)) &&
    [before, after].every((value) => value == null || isObject(value))
  );
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return (value ?? {}) as Readonly<Record<string, unknown>>;
}
