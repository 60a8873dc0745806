// Looks up the record of a group by the marker of the group.
import type { CreationStatus } from './creation.ts';

export interface MarkedRecord {
  /** Another one than the marker where this creation took over a group whose record was lost. */
  readonly teamId: string;
  readonly status: CreationStatus;
  /** Whether it ever began to make its group. */
  readonly beganGroup: boolean;
  /** Someone removed its group in the directory. */
  readonly isMissing: boolean;
  /** The time at which an operation deleted its group; null unless it is deleted. */
  readonly deletedAt: Date | null;
  /** It adopts a group that others made. */
  readonly isAdoption: boolean;
  /** Its adoption ended: it has no claim to the group. */
  readonly isEnded: boolean;
  /** An operation on the group is not finished. */
  readonly isChanging: boolean;
  /** The directory's id of its group; null: unknown. */
  readonly groupId: string | null;
}

/** Answers by marker; a marker without a record is absent. */
export type ReadMarkedRecords = (
  tenantId: string,
  markers: readonly string[],
) => Promise<ReadonlyMap<string, MarkedRecord>>;

/** Whether the next reconciliation removes the leftover group of the creation. */
export function isToBeRemoved({ status, beganGroup }: MarkedRecord): boolean {
  return (status === 'failed' || status === 'cancelled') && beganGroup;
}
