// The scopes that an operation needs. A change needs them by its members, so that a system that hands groups over can
// rename none.
import type { Scope } from '../../ground/schema/scope.schema.ts';
import type { OperationKind } from './operation.ts';

const membersOfResponsibility: ReadonlySet<string> = new Set(['responsible', 'deputy', 'former']);

/** @param body of a change, of any shape; a reason needs no scope */
export function scopesOfChange(body: unknown): readonly Scope[] {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const members = isObject ? Object.keys(body).filter((member) => member !== 'reason') : [];
  const isHandover = members.some((member) => membersOfResponsibility.has(member));
  const isOther = members.some((member) => !membersOfResponsibility.has(member));
  return [
    ...(isOther ? (['groups:change'] as const) : []),
    ...(isHandover ? (['responsibility:change'] as const) : []),
  ];
}

/** To cancel an operation, a key needs what it needs to request it. */
export function scopesOf(kind: OperationKind, change: object): readonly Scope[] {
  switch (kind) {
    case 'change':
    case 'handover':
      return scopesOfChange(change);
    case 'archive':
    case 'unarchive':
    case 'repair':
    case 'accept_drift':
      return ['groups:change'];
    case 'roster':
      return ['groups:roster'];
    case 'delete':
    case 'restore':
      return ['groups:delete'];
    default:
      throw new TypeError(`Unknown kind: ${String(kind satisfies never)}`);
  }
}
