/** The limits and properties of a suite that its callers have to know. */
export interface DirectoryLimits {
  /** Owners and members together that `createGroup` takes. */
  readonly peopleAtCreation: number;
  /** People that one `addOwners` or `addMembers` call takes. */
  readonly peoplePerCall: number;
  /** People that one `removeOwners` or `removeMembers` call takes. */
  readonly peoplePerRemoval: number;
  /** Groups that one `observeGroups` call takes. */
  readonly groupsPerObservation: number;
  /** The time for which a deleted group can be restored. */
  readonly restorableMs: number;
  /** People that a team takes, its owners among them. */
  readonly maxTeamMembers: number;
  /**
   * True where `addOwners` and `addMembers` are best called once the team is ready, with `through: 'team'`:
   * ten times fewer calls, and the people are in the team at once instead of hours later.
   */
  readonly peopleAfterTeam: boolean;
  /**
   * The minimum time between two polls of a team in creation or of an archiving, if the answer to the first is unknown. It counts
   * from the decision to poll.
   */
  readonly minPollIntervalMs: number;
  /** The maximum time for which a new group is invisible to reads. Only then does its absence prove anything. */
  readonly replicationMs: number;
  /** The time after a write for which a read may still show a group as it was before. */
  readonly staleReadsMs: number;
  /** True where the owners given to `createGroup` are members too, so that `addOwners` need not repeat them. */
  readonly ownersAtCreationAreMembers: boolean;
}
