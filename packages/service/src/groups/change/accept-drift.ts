// The acceptance of differences: the record of a group gets what the last comparison saw, if the rules of its template
// permit that. It writes nothing to the directory.
import { DomainError, type FieldError } from '../../ground/errors.ts';
import { counted } from '../../ground/counted.ts';
import type { DriftProperty, PropertyDrift } from '../../engine/observed-state.ts';

import { actionFaults, changeFaults } from './check-allowed.ts';
import { type ChangeValidation, nameFaults } from './check-change.ts';
import type { GroupChange, OperationKind, RecordWithPending } from './operation.ts';
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
  const seen = (drift ?? []).filter(({ property }) => accepted.includes(property));
  const differing = accepted.filter((name) => seen.some(({ property }) => property === name));
  return Object.assign({ accepted: differing }, ...seen.map(valueOf)) as GroupChange;
}

function valueOf({ property, observed }: PropertyDrift): Partial<GroupChange> {
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
  if (accepted.length === 0) {
    const detail = 'Name the properties whose present values the record gets.';
    return [{ pointer: '/properties', code: 'required', detail }];
  }
  if (drift == null) {
    const detail =
      'The group was not compared since it was created or changed. Compare it first, so that you know what you accept.';
    return [{ pointer: '', code: 'not_compared', detail }];
  }
  // The record of the others has the value of the directory already.
  const differing = new Set(drift.map(({ property }) => property));
  const pointerOf = (property: string) =>
    `/properties/${accepted.indexOf(property as DriftProperty)}`;
  const { group, allowed } = checked;
  const names = new Set(['displayName', 'description', 'visibility'] as const);
  return [
    ...accepted.flatMap((property): FieldError[] => {
      const pointer = pointerOf(property);
      if (!differing.has(property)) return [];
      const detail = remedyOf(property, group.policy.minimumOwners);
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
function remedyOf(property: DriftProperty, minimumOwners: number): string | undefined {
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
