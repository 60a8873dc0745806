// The port to a productivity suite. `sandbox/` and `microsoft-graph/` implement it, and one suite of
// tests (`directory.suite.ts`) checks both for the same guarantees.
//
// Every write is idempotent under repetition with the same arguments: after a lost answer, the caller
// repeats the call and gets the same group, people and team. The marker, which contains our teamId,
// identifies the group as ours. A group without our marker is never changed or removed.
import type { CallContext } from './call-context.ts';
import type { DirectoryConnection } from './connection.ts';
import type {
  ConnectionReport,
  ProbeOptions,
  ProbeReport,
  SignInReason,
} from './connection-report.ts';
import type { GroupFacts } from './group-facts.ts';
import type { GroupLife, GroupState, PeopleThrough } from './group-life.ts';
import type { PeopleLife, Person } from './people-life.ts';
import type { Workspace } from './workspace.ts';

/** A person as a caller names them: the directory's id (GUID form) or an e-mail address. Compared case-insensitively. */
export type PersonReference = string;

export type PersonLookup =
  | { readonly reference: PersonReference; readonly person: Person }
  | { readonly reference: PersonReference; readonly person: undefined };

export interface NewGroup {
  /** Our teamId: the marker by which the group is recognised as ours. */
  readonly marker: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly mailNickname: string;
  readonly visibility: 'private' | 'public';
  readonly classification?: string | undefined;
  /** A language tag such as `en-US`. */
  readonly preferredLanguage?: string | undefined;
  /** Whether the suite sends its own welcome mail to each member, now and later. */
  readonly welcomeMail: boolean;
  /** Ids of people, `limits.peopleAtCreation` at most in both lists, all different. Without an owner, no team can be created. */
  readonly ownerIds: readonly string[];
  readonly memberIds: readonly string[];
}

export interface GroupNames {
  /** Absent: only the alias is asked about. */
  readonly displayName?: string;
  readonly mailNickname: string;
}

export interface RefusedName {
  readonly property: keyof GroupNames;
  /** A sentence for the caller. */
  readonly detail: string;
}

export interface NamesValidation {
  /** Whether something else than the group of `call.teamId` has the alias, as far as the directory says. */
  readonly isAliasTaken: boolean;
  /** Names that the naming policy refuses. Not complete: the directory may stop at the first fault. */
  readonly refused: readonly RefusedName[];
}

export interface CreatedGroup {
  readonly groupId: string;
  /**
   * True when the answer says that the given owners and members are in the group. False when the group
   * was there already from an earlier call, whose people are then not known and have to be added again.
   */
  readonly peopleIncluded: boolean;
  /** The group's e-mail address, where the answer has it. */
  readonly mail?: string | undefined;
}

/** The state of the team that is made of a group. */
export type TeamState =
  /** It has the address that opens the team, where the answer has it. */
  | { readonly state: 'ready'; readonly webUrl?: string | undefined }
  /** It is in progress. Pass `operation` to `readTeamCreation` after `pollAfterMs`. */
  | { readonly state: 'pending'; readonly operation: string; readonly pollAfterMs: number };

/** Owners to add, with members who go in the same call. */
export interface NewOwners {
  readonly ownerIds: readonly string[];
  /** `createGroup` is known to have made these of `ownerIds` owners: only their membership is missing. */
  readonly alreadyOwnerIds: readonly string[];
  /** People who only become members; the two lists are disjoint. */
  readonly memberIds: readonly string[];
}

/** Members to add. */
export interface NewMembers {
  readonly memberIds: readonly string[];
  /** Some of them may be owners of the group in the directory, who stay owners. To find them can cost a call. */
  readonly mayBeOwners: boolean;
}

/** The result of adding people: lists the refused ones; the others were added. */
export interface AddedPeople {
  readonly refused: readonly {
    readonly personId: string;
    /** A sentence for the caller. */
    readonly detail: string;
    /** False when the person may be let in later: only those are worth another call. */
    readonly permanent: boolean;
  }[];
}

export interface DirectoryGroup {
  readonly groupId: string;
  /** The marker, which this service alone can write; undefined for any other group. */
  readonly marker: string | undefined;
  readonly displayName: string;
  readonly description: string | null;
  readonly mailNickname: string;
  /** The group's e-mail address, where the directory gives one. */
  readonly mail: string | undefined;
  readonly visibility: 'private' | 'public';
  readonly classification?: string | undefined;
  readonly preferredLanguage?: string | undefined;
  readonly hasTeam: boolean;
  /** The address that opens the group or team, if the directory provides one. */
  readonly webUrl: string | undefined;
  /** Absent where the read does not show the team. */
  readonly isArchived?: boolean | undefined;
  readonly facts: GroupFacts;
}

/**
 * A group with a marker that anybody can have written. It is ours only where our record of the
 * marker has the group's id.
 */
export interface UnprovenGroup extends DirectoryGroup {
  /** Undefined where the marker is malformed. */
  readonly unprovenMarker: string | undefined;
}

export interface ListedGroups {
  /** All groups of the page, ours or not. */
  readonly groups: readonly (DirectoryGroup | UnprovenGroup)[];
  /** When the page was read. */
  readonly seenAt: Date;
  readonly next: string | undefined;
}

export function isUnproven(group: DirectoryGroup): group is UnprovenGroup {
  return 'unprovenMarker' in group;
}

export interface Channel {
  readonly displayName: string;
  readonly description: string | null;
}

/** A mail as it goes out. */
export interface OutgoingMail {
  /** Address or user id of the mailbox that sends. */
  readonly mailbox: string;
  /** The whole message, as RFC 5322 has it. */
  readonly mime: Buffer;
}

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

export interface Directory extends GroupLife, PeopleLife, Workspace {
  readonly kind: DirectoryConnection['kind'];
  readonly limits: DirectoryLimits;

  /** Looks every reference up; the answer has one entry for each, in the same order. */
  resolvePeople(
    references: readonly PersonReference[],
    call: CallContext,
  ): Promise<readonly PersonLookup[]>;

  /**
   * People with a word of their name, or an address, that begins with the text, without regard to case. Not complete: it
   * serves suggestions, and each directory has its own idea of words. At least two characters.
   */
  searchPeople(text: string, limit: number, call: CallContext): Promise<readonly Person[]>;

  /**
   * Creates the group that carries the marker, or finds it when it is there already.
   * @throws DirectoryError `alias_taken` when another group holds the alias; `AliasHeldByOwnGroup` when that one is ours
   */
  createGroup(group: NewGroup, call: CallContext): Promise<CreatedGroup>;

  /**
   * Makes each of `ownerIds` an owner and a member, and each of `memberIds` a member; a person who is that already
   * is no fault. Unless `limits.ownersAtCreationAreMembers`, this is called for the owners given to `createGroup` too.
   */
  addOwners(
    groupId: string,
    people: NewOwners,
    through: PeopleThrough,
    call: CallContext,
  ): Promise<AddedPeople>;
  /** Adds members; existing members cause no error. */
  addMembers(
    groupId: string,
    people: NewMembers,
    through: PeopleThrough,
    call: CallContext,
  ): Promise<AddedPeople>;

  /** Starts to create a team from the group, or finds the one that exists or is in creation. */
  createTeam(groupId: string, call: CallContext): Promise<TeamState>;
  /** @throws DirectoryError `team_failed` (permanent: false) when the attempt failed and `createTeam` may be called again */
  readTeamCreation(groupId: string, operation: string, call: CallContext): Promise<TeamState>;

  /** Creates the channel in the group's team; one of the same name that is there already is no fault. */
  createChannel(groupId: string, channel: Channel, call: CallContext): Promise<void>;

  /**
   * The group that carries the marker. An absent answer may be replication lag: never a reason to create twice.
   */
  findGroupByMarker(marker: string, call: CallContext): Promise<DirectoryGroup | undefined>;
  /**
   * One page of all Microsoft 365 groups, for the reconciliation, which looks for lost ones of ours and for those of others.
   * @param cursor an earlier page's `next`
   */
  listGroups(cursor: string | undefined, call: CallContext): Promise<ListedGroups>;
  /**
   * Any group, ours or not.
   * @param withAddress of its team, and whether that is archived, which may take a call for each team
   */
  readGroup(
    groupId: string,
    call: CallContext,
    withAddress?: boolean,
  ): Promise<DirectoryGroup | undefined>;
  /** The address that opens the group's team. Undefined while the directory does not show the team. */
  readTeamAddress(groupId: string, call: CallContext): Promise<string | undefined>;
  /** Whether the group exists, for the reconciliation, which looks for removed ones. */
  groupState(groupId: string, call: CallContext): Promise<GroupState>;
  /** Ids of the people, in no particular order; an owner who is a member too is in both lists. */
  readPeople(
    groupId: string,
    call: CallContext,
  ): Promise<{ ownerIds: readonly string[]; memberIds: readonly string[] }>;
  /**
   * Ids of the people in any group, ours or not, in the order of their ids. Undefined if there is no such group.
   * @param group the directory's id of the group, or its e-mail address
   */
  findMembers(group: string, call: CallContext): Promise<readonly string[] | undefined>;

  /** Ids of the members who are guests, in no particular order. */
  readGuestIds(groupId: string, call: CallContext): Promise<readonly string[]>;

  /**
   * Checks the names of a new group before anything is created. A directory without such a check objects to
   * nothing.
   */
  validateNames(names: GroupNames, call: CallContext): Promise<NamesValidation>;
  /** Names that the naming policy refuses, where the creation of the group decides about the alias. */
  refusedNames(names: GroupNames, call: CallContext): Promise<readonly RefusedName[]>;

  testConnection(call: CallContext): Promise<ConnectionReport>;

  /**
   * Creates a group under a reserved alias, compares how the suite treats it with what the connection assumes, and removes
   * it, as well as those of earlier probes. It changes nothing else. Call it for one probe of a tenant at a time. Absent
   * where nothing is assumed.
   * @throws DirectoryError `alias_taken` if another group has the alias
   */
  probe?(this: void, options: ProbeOptions, call: CallContext): Promise<ProbeReport>;

  /** Hands the mail over to the suite, which delivers it. Absent where the suite has no mail. */
  sendMail?(mail: OutgoingMail, call: CallContext): Promise<void>;

  /** Ends what the connection holds (sockets, timers). */
  close(): Promise<void>;
}

export type DirectoryErrorCode =
  /** Too many calls; obey `retryAfterMs`. */
  | 'throttled'
  /** No answer, a 5xx, a reset connection: the call may be repeated. */
  | 'unavailable'
  /** The write may have succeeded; repeating it is safe. */
  | 'outcome_unknown'
  /** A written object is not visible yet. */
  | 'not_visible_yet'
  /** The team's creation failed on the directory's side and may be started again. */
  | 'team_failed'
  /** The archiving of a team, or its reversal, failed on the directory's side and may be started again. */
  | 'archiving_failed'
  /** Another group holds the alias. */
  | 'alias_taken'
  /** The group was removed in the directory, so it cannot be changed. */
  | 'group_gone'
  /** Only teams can be archived, and the group has none. */
  | 'archive_needs_team'
  /** A team without an owner cannot be archived. */
  | 'archive_needs_owner'
  /** The directory no longer has the deleted group. */
  | 'restore_window_over'
  /** The connection lacks a permission, or its credentials are wrong or expired. */
  | 'permission_missing'
  /** The directory refuses permanently. */
  | 'refused';

const permanentCodes: ReadonlySet<DirectoryErrorCode> = new Set([
  'alias_taken',
  'group_gone',
  'archive_needs_team',
  'archive_needs_owner',
  'restore_window_over',
  'permission_missing',
  'refused',
]);

/** Anything a directory answers that is not what was asked for. */
export class DirectoryError extends Error {
  readonly code: DirectoryErrorCode;
  /** True when repeating the call cannot help. */
  readonly permanent: boolean;
  /** The wait that the directory asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The directory's own id of the request, kept beside ours. */
  readonly directoryRequestId: string | undefined;
  /** True when the call certainly created nothing; an earlier call with the same arguments may have. */
  readonly nothingMade: boolean;
  /** It comes with `alias_taken`: when the group of others that has the alias was created, where the directory says so. */
  readonly holderCreatedAt: Date | undefined;
  /** It comes with `alias_taken`: the alias, and the group of ours that has it. */
  readonly alias: { readonly name: string; readonly teamId?: string } | undefined;
  /** It belongs to a sign-in without a token. */
  readonly signInReason: SignInReason | undefined;

  /** @param detail a sentence that may be shown to the caller; never a secret or a token */
  constructor(
    code: DirectoryErrorCode,
    detail: string,
    options: {
      retryAfterMs?: number | undefined;
      directoryRequestId?: string | undefined;
      /** The code decides by default: a refusal and throttling create nothing. */
      nothingMade?: boolean;
      holderCreatedAt?: Date | undefined;
      alias?: DirectoryError['alias'];
      signInReason?: SignInReason | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: options.cause });
    this.name = 'DirectoryError';
    this.code = code;
    this.permanent = permanentCodes.has(code);
    this.retryAfterMs = options.retryAfterMs;
    this.directoryRequestId = options.directoryRequestId;
    this.signInReason = options.signInReason;
    this.holderCreatedAt = options.holderCreatedAt;
    this.alias = options.alias;
    this.nothingMade = options.nothingMade ?? (this.permanent || code === 'throttled');
  }
}
