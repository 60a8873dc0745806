// The facts about any group of a directory, ours or not, that decide whether it can be governed, and the obstacles that
// follow from them.

export interface GroupFacts {
  readonly createdAt: Date | undefined;
  /** False for distribution lists and security groups. */
  readonly isMicrosoft365Group: boolean;
  /** A directory on the premises is the master of the group. */
  readonly isSynchronised: boolean;
  /** A rule decides who is a member. */
  readonly hasDynamicMembership: boolean;
  readonly isRoleAssignable: boolean;
  readonly hasHiddenMembership: boolean;
  /** A list does not show it; the read of one group does. */
  readonly isClassTeam: boolean;
  /** The group carries the marker of another installation, or one that this service cannot confirm. */
  readonly hasForeignMarker: boolean;
  /** The name of its sensitivity label. */
  readonly label: string | undefined;
  /** When the suite itself lets the group expire. */
  readonly suiteExpiresAt: Date | undefined;
}

/** The facts of a group that nothing hinders. */
export const ordinaryGroup: GroupFacts = {
  createdAt: undefined,
  isMicrosoft365Group: true,
  isSynchronised: false,
  hasDynamicMembership: false,
  isRoleAssignable: false,
  hasHiddenMembership: false,
  isClassTeam: false,
  hasForeignMarker: false,
  label: undefined,
  suiteExpiresAt: undefined,
};

/** Each hinders the service from governing a group, whatever was asked for. */
export const groupObstacles = [
  'not_a_microsoft_365_group',
  'synced_from_on_premises',
  'dynamic_membership',
  'role_assignable',
  'hidden_membership',
  'class_team',
  'foreign_marker',
] as const;
export type GroupObstacle = (typeof groupObstacles)[number];

const isHinderedBy: Readonly<Record<GroupObstacle, (facts: GroupFacts) => boolean>> = {
  not_a_microsoft_365_group: (facts) => !facts.isMicrosoft365Group,
  synced_from_on_premises: (facts) => facts.isSynchronised,
  dynamic_membership: (facts) => facts.hasDynamicMembership,
  role_assignable: (facts) => facts.isRoleAssignable,
  hidden_membership: (facts) => facts.hasHiddenMembership,
  class_team: (facts) => facts.isClassTeam,
  foreign_marker: (facts) => facts.hasForeignMarker,
};

export function obstaclesOf(facts: GroupFacts): readonly GroupObstacle[] {
  return groupObstacles.filter((obstacle) => isHinderedBy[obstacle](facts));
}

/** Only the team of a group says that it is a class team. Class teams have a hidden membership, so that few teams are read. */
export function mayBeClassTeam(hasTeam: boolean, obstacles: readonly GroupObstacle[]): boolean {
  return hasTeam && obstacles.includes('hidden_membership');
}

/**
 * The owners of a group that others made; null: unknown. The suite shows no owners of groups that are synchronised or were
 * made in Exchange. It does not say where a group was made, but every team has owners whom it shows.
 * @param ownerIds as the directory lists them
 */
export function shownOwners(
  { facts, hasTeam }: { readonly facts: GroupFacts; readonly hasTeam: boolean },
  ownerIds: readonly string[],
): readonly string[] | null {
  const isShown = ownerIds.length > 0 || (hasTeam && !facts.isSynchronised);
  return isShown ? ownerIds : null;
}
