// Which requests can be repeated, and which can be withdrawn.
import type { GroupItem } from '../api/types.ts';

export const isRetryable = ({ status, supersededBy }: GroupItem) =>
  status === 'failed' && supersededBy === null;
export const isCancellable = ({ status }: GroupItem) =>
  status === 'accepted' || status === 'awaiting_approval';
