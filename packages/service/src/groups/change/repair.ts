// A repair writes what the record of a group says where the directory differs. The record stays as it is, and nobody is
// removed: of people, a repair only adds missing owners.
import type { FieldError } from '../../ground/errors.ts';
import { type GroupSettings, namesIn, pickSettings } from '../../directory/group-settings.ts';
import {
  type DriftProperty,
  driftProperties,
  isSettingProperty,
  settingOf,
} from '../../engine/observed-state.ts';
import { isPersonReference } from '../../directory/person-reference.ts';
import {
  type GroupChange,
  type GroupRecord,
  isNamed,
  type NamedProperty,
  type OperationKind,
  type RecordWithPending,
  type Repair,
} from './operation.ts';

/** The properties whose repair adds people. */
export const peopleProperties = ['responsible', 'deputy', 'owners', 'rosters'] as const;

/** Whether a repair writes one of the properties; false for every other operation. */
export function repairs({ repair }: GroupChange, properties: readonly NamedProperty[]): boolean {
  return repair?.properties.some((property) => properties.includes(property)) ?? false;
}

/** The names and visibility that an operation writes: for a repair, those of the record. */
export function writtenValues(
  change: GroupChange,
  { displayName, description, policy }: Pick<GroupRecord, 'displayName' | 'description' | 'policy'>,
): Pick<GroupChange, 'displayName' | 'description' | 'visibility'> {
  if (change.repair === undefined) {
    return {
      ...(change.displayName !== undefined && { displayName: change.displayName }),
      ...(change.description !== undefined && { description: change.description }),
      ...(change.visibility !== undefined && { visibility: change.visibility }),
    };
  }
  return {
    ...(repairs(change, ['displayName']) && { displayName }),
    ...(repairs(change, ['description']) && { description }),
    ...(repairs(change, ['visibility']) && { visibility: policy.visibility }),
  };
}

/** The settings that a repair writes. */
export function repairedSettings(
  { repair }: GroupChange,
  { settings = {} }: Pick<GroupRecord, 'settings'>,
): GroupSettings {
  return pickSettings(
    settings,
    (repair?.properties ?? []).filter(isSettingProperty).map(settingOf),
  );
}

/** The owners whom a repair adds if the directory lacks them, each with the record's name and the property. */
export function repairedOwners(
  change: GroupChange,
  { people, policy }: Pick<GroupRecord, 'people' | 'policy'>,
  { responsibleId, deputyId }: { responsibleId?: string | undefined; deputyId?: string | null },
): readonly {
  readonly reference: string;
  readonly name: string;
  readonly property: DriftProperty;
}[] {
  const isShort = repairs(change, ['owners']);
  const named = [
    ...(people.responsible !== null && (isShort || repairs(change, ['responsible']))
      ? [
          {
            reference: responsibleId ?? people.responsible,
            name: people.responsible,
            property: 'responsible' as const,
          },
        ]
      : []),
    ...(people.deputy !== null && (isShort || repairs(change, ['deputy']))
      ? [
          {
            reference: deputyId ?? people.deputy,
            name: people.deputy,
            property: 'deputy' as const,
          },
        ]
      : []),
    ...(isShort
      ? policy.defaultOwners.map((reference) => ({
          reference,
          name: reference,
          property: 'owners' as const,
        }))
      : []),
  ];
  return named.filter(({ reference }) => isPersonReference(reference));
}

/** The values that a repair wrote, beside those that the last comparison saw: for the operation and its event. */
export function repairedDifference(
  { properties, observed = {} }: Repair,
  group: Pick<
    GroupRecord,
    'displayName' | 'description' | 'policy' | 'people' | 'isArchived' | 'settings'
  >,
): Record<'before' | 'after', Record<string, unknown>> {
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const property of properties) {
    if (property === 'settings' || property === 'rosters') continue;
    if (property in observed) before[property] = observed[property];
    after[property] = recordedValue(property, group);
  }
  return { before, after };
}

function recordedValue(
  property: DriftProperty,
  {
    displayName,
    description,
    policy,
    people,
    isArchived,
    settings = {},
  }: Parameters<typeof repairedDifference>[1],
): string | number | boolean | null {
  if (isSettingProperty(property)) return settings[settingOf(property)] ?? null;
  switch (property) {
    case 'displayName':
      return displayName;
    case 'description':
      return description;
    case 'visibility':
      return policy.visibility;
    case 'archived':
      return isArchived;
    case 'responsible':
      return people.responsible;
    case 'deputy':
      return people.deputy;
    case 'owners':
      return policy.minimumOwners;
    default:
      throw new TypeError(`Unknown property: ${String(property satisfies never)}`);
  }
}

/**
 * The repair as it is stored: without properties in the request, it takes those that the last comparison saw differ, and
 * the people of rosters, whom no comparison reads.
 */
export function completedRepair(
  kind: OperationKind,
  change: GroupChange,
  {
    drift,
    settings = {},
    hasRosters = false,
  }: Pick<RecordWithPending, 'drift' | 'settings' | 'hasRosters'>,
): GroupChange {
  if (kind !== 'repair') return change;
  const named = change.repair?.properties ?? [
    ...(drift ?? []).map(({ property }) => property),
    ...(hasRosters ? (['rosters'] as const) : []),
  ];
  const properties: NamedProperty[] = driftProperties.filter((property) =>
    isSettingProperty(property)
      ? settings[settingOf(property)] !== undefined && isNamed(named, property)
      : named.includes(property),
  );
  if (named.includes('rosters')) properties.push('rosters');
  const seen = (drift ?? []).filter(({ property }) => properties.includes(property));
  const observed = Object.fromEntries(seen.map((one) => [one.property, one.observed]));
  return { repair: { properties, ...(seen.length > 0 && { observed }) } };
}

/** @param asked as it was sent */
export function repairFaults(
  asked: GroupChange,
  record: Pick<RecordWithPending, 'drift' | 'people' | 'settings' | 'hasRosters'>,
): readonly FieldError[] {
  const { drift } = record;
  if (asked.repair !== undefined) {
    return asked.repair.properties.flatMap((property, index): FieldError[] => {
      const detail = unwritable(property, record);
      return detail === undefined
        ? []
        : [{ pointer: `/properties/${index}`, code: 'no_difference', detail }];
    });
  }
  if (drift == null) {
    const detail =
      'The group was not compared since it was created or changed. Compare it first, or name the properties to repair.';
    return [{ pointer: '', code: 'not_compared', detail }];
  }
  return [];
}

/** Why the record has no value of the property that a repair could write. */
function unwritable(
  property: NamedProperty,
  {
    people,
    settings = {},
    hasRosters = false,
  }: Pick<GroupRecord, 'people' | 'settings' | 'hasRosters'>,
): string | undefined {
  if (property === 'rosters') {
    return hasRosters ? undefined : 'The group has no roster, so there is nobody to add again.';
  }
  if ((property === 'responsible' || property === 'deputy') && people[property] === null) {
    const name = property === 'deputy' ? 'deputy' : 'responsible person';
    return `The record of the group has no ${name}, so there is none to restore.`;
  }
  const isUnknown =
    property === 'settings'
      ? namesIn(settings).length === 0
      : isSettingProperty(property) && settings[settingOf(property)] === undefined;
  return isUnknown ? 'The template of the group does not decide this setting.' : undefined;
}
