// Which requests can be repeated, and which can be withdrawn.
import type { GroupItem } from '../api/types.ts';

export const isRetryable = ({ status, supersededBy }: GroupItem) =>
  status === 'failed' && supersededBy === null;
export const isCancellable = ({ status }: GroupItem) =>
  status === 'accepted' || status === 'awaiting_approval';

/** A filter for failed creations that were not retried: `status` in the address of the groups; not a status of the API. */
export const openFailures = 'failed-open';
