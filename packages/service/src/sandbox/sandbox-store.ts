// The store of the sandbox: its people and groups.
import type { Channel, NewGroup } from '../directory/directory.ts';
import type { GroupFacts } from '../directory/group-facts.ts';
import type { GroupChange, OwnGroup } from '../directory/group-life.ts';
import type { GroupSettings } from '../directory/group-settings.ts';
import type { NewGuest, Person, PersonState } from '../directory/people-life.ts';
import type { FaultyOperation } from './simulated-faults.ts';

/** Facts of a group that differ from those of an ordinary one, as JSON. */
export type WildFacts = Partial<Omit<GroupFacts, 'createdAt' | 'suiteExpiresAt'>> & {
  /** Microsoft 365 hides the owners of groups that were made in Exchange. */
  readonly hidesOwners?: boolean;
  /** The day of the last use, which the sandbox does not see itself: a person sets it. */
  readonly lastUsedOn?: string;
};

export interface SandboxGroup {
  readonly groupId: string;
  readonly marker: string | null;
  readonly displayName: string;
  readonly description: string | null;
  readonly mailNickname: string;
  readonly visibility: 'private' | 'public';
  readonly classification: string | null;
  readonly preferredLanguage: string | null;
  readonly teamReadyAt: Date | null;
  readonly visibleAt: Date;
  /** When the team is archived; null while it is not. */
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
  readonly facts: WildFacts;
  /** Only settings that someone changed are in it. */
  readonly settings: GroupSettings;
}

export interface ObservedSandboxGroup extends SandboxGroup {
  readonly ownerIds: readonly string[];
  readonly memberCount: number;
  readonly guestCount: number;
}

export interface DeletedSandboxGroup {
  readonly groupId: string;
  readonly marker: string | null;
  readonly mailNickname: string;
  readonly deletedAt: Date;
}

export interface SandboxGroupLife {
  update(tenantId: string, groupId: string, change: GroupChange): Promise<void>;
  changeSettings(tenantId: string, groupId: string, settings: GroupSettings): Promise<void>;
  /** False where the group is not there, or carries another marker. */
  mark(tenantId: string, group: { groupId: string; marker: string }): Promise<boolean>;
  /** Answers those of `ownerIds` who stay, because the group would have no owner without them. */
  removePeople(
    tenantId: string,
    groupId: string,
    people: { ownerIds: readonly string[]; memberIds: readonly string[] },
  ): Promise<{ stayingIds: readonly string[] }>;
  /** Null ends the archiving. Answers when the team is archived: as decided by the first call. */
  setArchived(tenantId: string, groupId: string, archivedAt: Date | null): Promise<Date | null>;
  /** Keeps the group, restorable, and discards deleted groups of before `keptSince`. */
  deleteGroup(tenantId: string, group: OwnGroup, deletedAt: Date, keptSince: Date): Promise<void>;
  findDeleted(
    tenantId: string,
    groupIds: readonly string[],
    keptSince: Date,
  ): Promise<readonly DeletedSandboxGroup[]>;
  /** False where another group has the alias or the marker. */
  restoreGroup(tenantId: string, groupId: string, visibleAt: Date): Promise<boolean>;
  /** It answers as `peopleChanges` does. */
  groupChanges(tenantId: string, position: string): Promise<Changes | undefined>;
  observe(tenantId: string, groupIds: readonly string[]): Promise<readonly ObservedSandboxGroup[]>;
}

export interface Changes {
  readonly changedIds: readonly string[];
  /** The position to continue from. */
  readonly next: string;
}

export interface SandboxPeopleLife {
  /**
   * The people who changed since the position. Undefined if the database does not know the position.
   * @param position empty: only the position to begin at
   */
  peopleChanges(tenantId: string, position: string): Promise<Changes | undefined>;
  /** The keys are ids in lower case. People who do not exist are absent. */
  peopleStates(
    tenantId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Extract<PersonState, { state: 'present' }>>>;
}

export interface UsedGroup {
  readonly groupId: string;
  readonly hasTeam: boolean;
  readonly lastOn: string | null;
  /** Today, by the governance clock. */
  readonly today: string;
}

export interface SandboxStore extends SandboxGroupLife, SandboxPeopleLife {
  findPeople(tenantId: string, references: readonly string[]): Promise<ReadonlyMap<string, Person>>;
  /** Answers the id of the guest, who may have been invited before. */
  inviteGuest(
    tenantId: string,
    personId: string,
    guest: Pick<NewGuest, 'email' | 'displayName'>,
  ): Promise<string>;
  /** It finds people by a part of the name or of the e-mail address. */
  searchPeople(tenantId: string, text: string, limit: number): Promise<readonly Person[]>;
  /**
   * The group that holds the marker or, failing that, the alias, after the new one was added where neither
   * was there. `isNew` tells which.
   */
  addGroup(
    tenantId: string,
    group: NewGroup & { groupId: string; createdAt: Date; visibleAt: Date },
  ): Promise<{ groupId: string; marker: string | null; isNew: boolean }>;
  /** The group is named by its id or its marker, whether visible yet or not. */
  findGroup(
    tenantId: string,
    key: { groupId: string } | { marker: string },
  ): Promise<SandboxGroup | undefined>;
  /** All groups after the one of that id, in the order of their ids; at most 500. */
  listGroups(tenantId: string, afterGroupId: string | undefined): Promise<readonly SandboxGroup[]>;
  /** The use of all groups after the one of that id, in the order of their ids; at most 500. */
  usage(tenantId: string, afterGroupId: string | undefined): Promise<readonly UsedGroup[]>;
  findGroupByAlias(tenantId: string, mailNickname: string): Promise<SandboxGroup | undefined>;
  /** Adds to the group's owners and members; those there already stay. */
  addPeople(
    tenantId: string,
    groupId: string,
    people: { ownerIds: readonly string[]; memberIds: readonly string[] },
  ): Promise<void>;
  readPeople(
    tenantId: string,
    groupId: string,
  ): Promise<{ ownerIds: string[]; memberIds: string[] }>;
  readGuestIds(tenantId: string, groupId: string): Promise<readonly string[]>;
  /** When the group was created or last renewed there. @param renewedAt renews it; undefined only reads */
  renewedAt(tenantId: string, groupId: string, renewedAt: Date | undefined): Promise<Date | null>;
  /** When the team is ready: as decided by the first call. */
  startTeam(tenantId: string, groupId: string, requestedAt: Date, readyAt: Date): Promise<Date>;
  addChannel(tenantId: string, groupId: string, channel: Channel): Promise<void>;
  /** It omits the general one. */
  listChannels(tenantId: string, groupId: string): Promise<readonly Channel[]>;
  /** Counts a simulated fault; returns how often it occurred before. */
  countFault(tenantId: string, marker: string, operation: FaultyOperation): Promise<number>;
}
