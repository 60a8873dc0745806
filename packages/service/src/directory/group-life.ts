// The methods of the port for existing groups, and their data: changes, and the state that a read shows.
import type { CallContext } from './call-context.ts';
import type { DirectoryChanges } from './people-life.ts';
import type { GroupFacts } from './group-facts.ts';
import type {
  GroupSettings,
  RefusedSettings,
  SensitivityLabel,
  SettingsRead,
} from './group-settings.ts';
import type { TakeUses, UsageReport, UsageSource } from './usage-reports.ts';

/** `team` only once the group's team is ready; `group` always works. */
export type PeopleThrough = 'group' | 'team';

/**
 * `removed` if the directory knows that the group was removed; `unknown` if it does not know the group: it was removed
 * long ago, is not visible yet, or belongs to another suite.
 */
export type GroupState = 'exists' | 'removed' | 'unknown';

/** A group of ours, by our record. Each write first reads the group, and is refused if it has another marker or none. */
export interface OwnGroup {
  readonly groupId: string;
  /** Our teamId. */
  readonly marker: string;
  /** The group could not be marked, so our record knows it by its id alone. It is ours unless it carries a marker. */
  readonly isUnmarked?: boolean;
}

/** Absent values do not change. */
export interface GroupChange {
  readonly displayName?: string;
  /** Null or blank clears it. */
  readonly description?: string | null;
  readonly visibility?: 'private' | 'public';
}

/** A person whom the directory did not remove. This is a result of the call, not an error. */
export interface RefusedRemoval {
  readonly personId: string;
  /**
   * `last_owner`: the directory shows no other owner. `owner_stays`: it requires an owner and refuses, although it shows
   * other owners; Microsoft 365 does this. `other`: see `detail`.
   */
  readonly reason: 'last_owner' | 'owner_stays' | 'other';
  /** A sentence for the caller. */
  readonly detail: string;
  /** False if another call may remove the person. */
  readonly permanent: boolean;
}

/** The result of removing people: lists the refused ones. The others are not, or no longer, in the group or role. */
export interface RemovedPeople {
  readonly refused: readonly RefusedRemoval[];
}

export type ArchivingState =
  | { readonly state: 'done' }
  /** It is in progress. Pass `operation` to `readArchiving` after `pollAfterMs`. */
  | { readonly state: 'pending'; readonly operation: string; readonly pollAfterMs: number };

/** The suite names the author of a change of these. */
export type AuthoredProperty = 'displayName' | 'description' | 'visibility' | 'owners' | 'deletion';

export interface GroupAuthor {
  /** It is in lower case. */
  readonly groupId: string;
  /** The sign-in name of a person, or the name of an application. */
  readonly by: string;
  readonly properties: readonly AuthoredProperty[];
}

/** Parts of an observation that cost additional calls for each group. */
export type ObservedPart =
  /** The ids of the owners. One call, 20 of them to a request. */
  | 'owners'
  /** The numbers of members and guests. Two calls, 20 of them to a request. */
  | 'counts'
  /** Whether the team is archived. One call and one request. */
  | 'archived';

export const observedParts: readonly ObservedPart[] = ['owners', 'counts', 'archived'];

/** A group as a read showed it. Reads lag behind writes, so neither a value nor an absence proves the result of a write. */
export type ObservedGroup =
  | {
      readonly state: 'exists';
      readonly groupId: string;
      /** When the read was made. */
      readonly seenAt: Date;
      /** The marker, proven or not: compare it with the record that names the group by its id. */
      readonly marker: string | undefined;
      readonly displayName: string;
      /** It lacks our marker. */
      readonly description: string | null;
      readonly mailNickname: string;
      readonly mail: string | undefined;
      readonly visibility: 'private' | 'public';
      readonly hasTeam: boolean;
      /** Only with the part `archived` do they say whether it is a class team. */
      readonly facts: GroupFacts;
      /** Undefined without the part `owners`. */
      readonly ownerIds: readonly string[] | undefined;
      /** Members, guests and owners who are members. Undefined without the part `counts`, and if the directory does not count. */
      readonly memberCount: number | undefined;
      readonly guestCount: number | undefined;
      /** False for a group without a team. Undefined without the part `archived`, and for a team that is not shown yet. */
      readonly isArchived: boolean | undefined;
    }
  | {
      readonly state: 'removed';
      readonly groupId: string;
      readonly seenAt: Date;
      readonly deletedAt: Date | undefined;
    }
  /** The directory knows nothing of the group: see `GroupState`. */
  | { readonly state: 'unknown'; readonly groupId: string; readonly seenAt: Date };

/** The part of the port that changes and observes existing groups. */
export interface GroupLife {
  /**
   * Checks that the group exists and is ours. Call it before `addOwners` and `addMembers` on an existing group. The
   * methods that take an `OwnGroup` make this check by themselves.
   * @throws DirectoryError `group_gone`, `not_visible_yet`, `refused`, as those methods do
   */
  verifyGroup(group: OwnGroup, call: CallContext): Promise<void>;

  /**
   * Writes the marker on an existing group that carries none, and nothing else. A group that carries it already causes no
   * error. Repeat the call until it succeeds.
   * @returns false if the group cannot carry it, for example because another tool has named the group for itself
   * @throws DirectoryError `refused` for a group that carries another marker; `group_gone`, `not_visible_yet`
   */
  markGroup(group: OwnGroup, call: CallContext): Promise<boolean>;

  /**
   * Writes the given values in one call. Repeat the call until it succeeds. It writes values that a read already shows,
   * because the read may lag behind an earlier change.
   */
  updateGroup(group: OwnGroup, change: GroupChange, call: CallContext): Promise<void>;

  /**
   * Writes the given settings, also those that a read shows already. Repeat the call until it succeeds. A label that was
   * taken proves nothing until a read shows it.
   * @returns those that the suite does not take; the others are written
   * @throws DirectoryError `not_visible_yet` while the suite has no place for a label
   */
  applySettings(
    group: OwnGroup,
    settings: GroupSettings,
    call: CallContext,
  ): Promise<readonly RefusedSettings[]>;
  /**
   * The settings of any groups, one entry for each in the same order. Those that the directory does not show are absent.
   * @param reads `limits.groupsPerObservation` at most
   */
  readSettings(
    reads: readonly SettingsRead[],
    call: CallContext,
  ): Promise<readonly GroupSettings[]>;

  /** The sensitivity labels of the suite. Undefined: the connection may not read them. */
  listLabels(call: CallContext): Promise<readonly SensitivityLabel[] | undefined>;

  /**
   * Removes the ownership of people, who stay members. A person who is not an owner causes no error. Add new owners
   * first: the directory keeps the last owner.
   * @param personIds `limits.peoplePerRemoval` at most, all different
   * @param through `team` if the group has one: a removal through the group may not reach the team
   */
  removeOwners(
    group: OwnGroup,
    personIds: readonly string[],
    through: PeopleThrough,
    call: CallContext,
  ): Promise<RemovedPeople>;
  /** Removes people from the group, including owners. A person who is not in the group causes no error. */
  removeMembers(
    group: OwnGroup,
    personIds: readonly string[],
    through: PeopleThrough,
    call: CallContext,
  ): Promise<RemovedPeople>;

  /**
   * Starts to archive the team: it becomes read-only, but its members can still change. An archived team causes no error.
   * @throws DirectoryError `archive_needs_team`, `archive_needs_owner`
   */
  archiveTeam(group: OwnGroup, call: CallContext): Promise<ArchivingState>;
  /** Starts to unarchive the team. A team that is not archived causes no error. Throws as `archiveTeam` does. */
  unarchiveTeam(group: OwnGroup, call: CallContext): Promise<ArchivingState>;
  /**
   * Polls an operation that `archiveTeam` or `unarchiveTeam` started.
   * @param operation from the last state
   * @throws DirectoryError `archiving_failed` (permanent: false) if the attempt failed: start it again
   */
  readArchiving(group: OwnGroup, operation: string, call: CallContext): Promise<ArchivingState>;

  /**
   * Deletes the group if it carries the marker, proven or not. It can be restored for `limits.restorableMs`, and its alias
   * is free at once. A group that is gone already causes no error.
   */
  deleteGroup(group: OwnGroup, call: CallContext): Promise<void>;
  /**
   * Restores a deleted group with its people and content, and returns once the directory shows the group. Team and
   * content may follow up to 24 hours later. Repeat the call until it succeeds. A group that is not deleted causes no
   * error.
   * @param deletedAt the time of the deletion in our record, if known
   * @param wasSeenRemoved whether `groupState` said `removed` before the first call: then a group that is shown is the
   *   restored one, and no longer the one from before its deletion
   * @throws DirectoryError `alias_taken`, `restore_window_over`
   */
  restoreGroup(
    group: OwnGroup,
    deletedAt: Date | undefined,
    call: CallContext,
    wasSeenRemoved?: boolean,
  ): Promise<void>;

  /** When the suite itself lets the group expire, by a policy of the suite; null: no such policy covers the group. */
  readExpiration(group: OwnGroup, call: CallContext): Promise<Date | null>;
  /** Renews the group where a policy of the suite covers it. Answers as `readExpiration` does afterwards. */
  renewGroup(group: OwnGroup, call: CallContext): Promise<Date | null>;

  /**
   * One page of the groups that changed, ours or not. It is a hint: some changes, as those of owners, may be missing.
   * @param token of the last answer; undefined begins, and answers a token only
   */
  readGroupChanges(token: string | undefined, call: CallContext): Promise<DirectoryChanges>;
  /** They changed groups since then, beside the service, latest first. Undefined: the service may not know. */
  readGroupAuthors(since: Date, call: CallContext): Promise<readonly GroupAuthor[] | undefined>;

  /**
   * Reads one report about the use of groups, ours or not, a part at a time. Parts that were taken before a failure are true.
   */
  readUsage(source: UsageSource, take: TakeUses, call: CallContext): Promise<UsageReport>;

  /**
   * Reads groups as the directory shows them. The answer has one entry for each id, in the same order.
   * `listGroups` is a cheaper source of the names, visibility and description of all groups.
   * @param groupIds `limits.groupsPerObservation` at most
   * @param parts each costs further calls
   */
  observeGroups(
    groupIds: readonly string[],
    parts: readonly ObservedPart[],
    call: CallContext,
  ): Promise<readonly ObservedGroup[]>;
}
