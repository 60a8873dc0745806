import { DomainError } from '../../ground/errors.ts';

export function notExpiring(): DomainError {
  return new DomainError('not_expiring', 'The group does not expire, so it cannot be renewed.');
}

export function beingDeleted(): DomainError {
  const detail =
    'The group is being deleted by the policy of its template. Restore it once it is deleted, then renew it.';
  return new DomainError('not_expiring', detail);
}

export function renewalLimit(atMost: number): DomainError {
  return new DomainError(
    'renewal_limit',
    `The group was renewed ${atMost} times, as often as its template allows. An administrator can renew it.`,
  );
}
