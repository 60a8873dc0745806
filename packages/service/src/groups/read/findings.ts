// The numbers of groups that differ from their record or whose people cannot act, by the last comparison with the directory.

/** Groups of each kind; one group may be of several. */
export interface FindingCounts {
  /** Groups of any kind. */
  readonly all: number;
  readonly differs: number;
  readonly ownerless: number;
  readonly tooFewOwners: number;
  readonly responsibleUnavailable: number;
  readonly deputyUnavailable: number;
  readonly responsibleUnreachable: number;
  readonly deputyUnreachable: number;
  readonly contested: number;
  readonly idle: number;
}
