// Which requests can be repeated, and which can be withdrawn.
import type { GroupItem } from '../api/types.ts';

export const isRetryable = ({ status, supersededBy }: GroupItem) =>
  status === 'failed' && supersededBy === null;
export const isCancellable = ({ status }: Pick<GroupItem, 'status'>) =>
  status === 'accepted' || status === 'awaiting_approval';

/** A filter for failed creations that were not retried: `status` in the address of the groups; not a status of the API. */
export const openFailures = 'failed-open';

/** Creations that people did not approve are no failures to a reader: another `status` of the address. */
export const declined = 'declined';

/** Codes of problems with which a creation can fail. */
export const failureReasons = [
  'people_not_found',
  'people_not_eligible',
  'directory_alias_taken',
  'directory_name_refused',
  'directory_refused',
  'directory_permission_missing',
  'directory_unavailable',
  'approval_rejected',
  'approval_expired',
  'no_approver',
  'internal_error',
] as const;
