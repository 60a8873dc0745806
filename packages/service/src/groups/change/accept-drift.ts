// The acceptance of differences: the record of a group gets what the last comparison saw, if the rules of its template
// permit that. It writes nothing to the directory.
import { DomainError, type FieldError } from '../../ground/errors.ts';
import { counted } from '../../ground/counted.ts';
import type { GroupSettings } from '../../directory/group-settings.ts';
import {
  type DriftProperty,
  isSettingProperty,
  type PropertyDrift,
  settingOf,
  type SettingProperty,
} from '../../engine/observed-state.ts';
import { actionFaults, changeFaults } from './check-allowed.ts';
import { type ChangeValidation, nameFaults } from './check-change.ts';
import {
  type GroupChange,
  type GroupRecord,
  isNamed,
  type NamedProperty,
  type OperationKind,
  type RecordWithPending,
} from './operation.ts';
import type { OperationStep } from './operation-step.ts';

export const acceptDifference: OperationStep = {
  name: 'accept_difference',
  writes: false,
  isNeeded: () => true,
  isSatisfied: () => false,
  run: async () => ({ kind: 'done' }),
};

/** The change as it is stored, with the values that the record gets. */
export function completedAcceptance(
  kind: OperationKind,
  change: GroupChange,
  drift: RecordWithPending['drift'],
): GroupChange {
  if (kind !== 'accept_drift') return change;
  const { accepted = [] } = change;
  const seen = (drift ?? []).filter(({ property }) => isNamed(accepted, property));
  const settings = seen.flatMap(({ property, observed }) =>
    isSettingProperty(property) ? [[settingOf(property), observed]] : [],
  );
  return {
    ...(Object.assign({}, ...seen.map(valueOf)) as GroupChange),
    // They are in the order of the request.
    accepted: accepted.flatMap((name) =>
      seen.flatMap(({ property }) => (isNamed([name], property) ? [property] : [])),
    ),
    ...(settings.length > 0 && { settings: Object.fromEntries(settings) as GroupSettings }),
  };
}

function valueOf({ property, observed }: PropertyDrift): Partial<GroupChange> {
  if (isSettingProperty(property)) return {};
  switch (property) {
    case 'displayName':
    case 'description':
    case 'visibility':
    case 'archived':
      return { [property]: observed };
    case 'responsible':
    case 'deputy':
    case 'owners':
      return {};
    default:
      throw new TypeError(`Unknown property: ${String(property satisfies never)}`);
  }
}

export const noProperties: FieldError = {
  pointer: '/properties',
  code: 'required',
  detail: 'Name the properties whose present values the record gets.',
};

/**
 * @param checked.change as `completedAcceptance` made it
 * @throws DomainError `in_use` while a repair writes the values of the record
 */
export function acceptanceFaults(
  {
    change,
    ...checked
  }: Pick<
    ChangeValidation,
    'change' | 'group' | 'template' | 'organisation' | 'blockedWords' | 'allowed'
  >,
  asked: Pick<GroupChange, 'accepted'>,
  { drift, pending }: Pick<RecordWithPending, 'drift' | 'pending'>,
): readonly FieldError[] {
  if (pending.length > 0) {
    throw new DomainError(
      'in_use',
      'An operation of the group is in progress. Accept its differences when it has ended and the group was compared again.',
    );
  }
  const { displayName } = change;
  const { accepted = [] } = asked;
  if (accepted.length === 0) return [noProperties];
  if (drift == null) {
    const detail =
      'The group was not compared since it was created or changed. Compare it first, so that you know what you accept.';
    return [{ pointer: '', code: 'not_compared', detail }];
  }
  // The record of the others has the value of the directory already.
  const differing = new Set(drift.map(({ property }) => property));
  const pointerOf = (property: string) =>
    `/properties/${accepted.indexOf(property as NamedProperty)}`;
  const { group, allowed } = checked;
  const names = new Set(['displayName', 'description', 'visibility'] as const);
  return [
    ...accepted.flatMap((property): FieldError[] => {
      const pointer = pointerOf(property);
      if (property === 'rosters') {
        const detail = 'No comparison reads the people of rosters. Their sources take them off.';
        return [{ pointer, code: 'not_acceptable_difference', detail }];
      }
      if (![...differing].some((one) => isNamed([property], one))) return [];
      const detail =
        property === 'settings' || isSettingProperty(property)
          ? remedyOfSetting(group)
          : remedyOf(property, group);
      return detail === undefined ? [] : [{ pointer, code: 'not_acceptable_difference', detail }];
    }),
    ...[
      ...changeFaults(change, group, { allowed, differing: names }).filter(
        (fault) => memberOf(fault) in change,
      ),
      ...(displayName === undefined ? [] : nameFaults(displayName, checked)),
    ].map((fault) => at(pointerOf(memberOf(fault)), fault)),
    ...(change.archived === undefined ? [] : actionFaults('archive', allowed)).map((fault) =>
      at(pointerOf('archived'), fault),
    ),
  ];
}

function at(pointer: string, { code, detail, values }: FieldError): FieldError {
  return { pointer, code, detail, ...(values !== undefined && { values }) };
}

/** The member to which a fault belongs. */
function memberOf({ pointer }: FieldError): string {
  return pointer?.split('/')[1] ?? '';
}

/** The remedy where the record cannot get the present value. */
function remedyOf(
  property: Exclude<DriftProperty, SettingProperty>,
  { policy: { minimumOwners } }: Pick<GroupRecord, 'policy'>,
): string | undefined {
  switch (property) {
    case 'responsible':
      return 'A group always has a responsible person. Hand the group over, or repair it.';
    case 'deputy':
      return 'Change the deputy of the group, also to none, or repair it.';
    case 'owners':
      return `The template asks for at least ${counted(minimumOwners, 'different owner')}. Add owners, or repair the group.`;
    case 'displayName':
    case 'description':
    case 'visibility':
    case 'archived':
      return undefined;
    default:
      throw new TypeError(`Unknown property: ${String(property satisfies never)}`);
  }
}

function remedyOfSetting({ policy }: Pick<GroupRecord, 'policy'>): string | undefined {
  return policy.protection?.required === true
    ? 'The template requires its settings. Repair the group, or change the template.'
    : undefined;
}
