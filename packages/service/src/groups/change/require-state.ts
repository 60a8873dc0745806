// Decides whether the state of a group allows an operation.
import { DomainError } from '../../ground/errors.ts';
import type { GroupState } from '../../engine/group-state.ts';
import type { GroupChange, GroupRecord, OperationKind } from './operation.ts';

/** The states in which an operation of each kind is accepted. A group in creation takes operations for later. */
const acceptedIn: Readonly<Record<OperationKind, readonly GroupState[]>> = {
  change: ['being_created', 'active', 'archived'],
  handover: ['being_created', 'active', 'archived'],
  archive: ['being_created', 'active', 'archived'],
  unarchive: ['being_created', 'active', 'archived'],
  delete: ['being_created', 'active', 'archived'],
  restore: ['deleted', 'gone'],
  repair: ['active', 'archived'],
  accept_drift: ['active', 'archived'],
  roster: ['being_created', 'active', 'archived'],
};

/** How long a directory keeps a deleted group: Graph, "directory/deletedItems", 30 days. */
export const restoreWindowMs = 30 * 86_400_000;

/**
 * @throws DomainError `group_not_active` if the group's state does not allow the operation, `restore_window_over` if the
 * directory keeps it no longer
 */
export function requireState(
  kind: OperationKind,
  group: Pick<GroupRecord, 'state' | 'deletedAt'>,
  now: number,
): void {
  if (!acceptedIn[kind].includes(group.state)) {
    throw new DomainError('group_not_active', stateSentence(kind, group.state));
  }
  if (
    kind === 'restore' &&
    group.deletedAt !== undefined &&
    now - group.deletedAt.getTime() >= restoreWindowMs
  ) {
    throw new DomainError(
      'restore_window_over',
      `The group was deleted on ${group.deletedAt.toISOString().slice(0, 10)}. A directory keeps a deleted group for 30 days, so this one cannot be restored.`,
    );
  }
}

const stateSentences: Readonly<Record<GroupState, string>> = {
  being_created: 'is still being created',
  active: 'is active',
  archived: 'is archived',
  deleted: 'is deleted; restore it first',
  ended: 'is no longer governed, because its adoption ended; adopt it again first',
  gone: 'was removed in the directory; only a restore is possible',
  failed: 'does not exist, because its creation failed or was cancelled',
};

function stateSentence(kind: OperationKind, state: GroupState): string {
  return `The operation ${kind} is not possible: the group ${stateSentences[state]}.`;
}

/**
 * For everyone, whatever they may do otherwise.
 * @throws DomainError `on_hold` if the operation would archive or delete a group on hold
 */
export function requireNoHold(
  kind: OperationKind,
  { archived }: Pick<GroupChange, 'archived'>,
  { holdReason }: { readonly holdReason?: string | null },
): void {
  const isArchived = kind === 'archive' || (kind === 'change' && archived === true);
  if (holdReason == null || (!isArchived && kind !== 'delete')) return;
  const reason = holdReason.replace(/[.!?]?$/, '.');
  throw new DomainError('on_hold', `The group is on hold: ${reason} Release the hold first.`);
}
