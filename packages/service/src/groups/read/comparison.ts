// When the groups were compared with the directory, and how many were not. A list without differences says so only of the
// groups that were compared.
import type { GroupLimit } from '../../ground/group-limit.ts';

export interface Comparison {
  /** When the last comparison of all groups ended; null before the first. */
  readonly finishedAt: Date | null;
  /** When the group that waits longest was compared; null if no group was. */
  readonly oldestAt: Date | null;
  /** Groups that exist. */
  readonly groups: number;
  /** Groups that exist and were not compared since they were created or changed. */
  readonly notCompared: number;
}

export type ReadComparison = (tenantId: string, within: GroupLimit) => Promise<Comparison>;
