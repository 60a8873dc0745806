// A creation: its request, and the ledger of its progress.
import type { Actor, Cause } from '../audit/activity.ts';
import type { ExternalKey } from '../ground/schema/external-key.schema.ts';
import type { PersonReference } from '../directory/directory.ts';
import type { GroupSettings, SettingName } from '../directory/group-settings.ts';
import type { FieldError, ProblemCode } from '../ground/errors.ts';
import type { FoldedGroup } from '../ground/folded-text.ts';
import type { Approval, ApprovalPolicy } from '../settings/organisations/approval-policy.ts';
import type { StoredPolicy, TemplatePolicy } from '../settings/organisations/template.ts';

/**
 * accepted → running → succeeded | failed; accepted → cancelled. The last three are final. A creation that needs an
 * approval leaves running for awaiting_approval, where it may be cancelled, and returns.
 */
export const statuses = [
  'accepted',
  'awaiting_approval',
  'running',
  'succeeded',
  'failed',
  'cancelled',
] as const;
export type CreationStatus = (typeof statuses)[number];

export function isFinal(status: CreationStatus): boolean {
  return status === 'succeeded' || status === 'failed' || status === 'cancelled';
}

export type StepName =
  | 'inspect_group'
  | 'invite_guests'
  | 'resolve_people'
  | 'await_approval'
  | 'create_group'
  | 'create_team'
  | 'mark_group'
  | 'apply_label'
  | 'apply_settings'
  | 'add_owners'
  | 'add_members'
  | 'create_channels'
  | 'conform'
  | 'confirm'
  // It belongs to operations on an existing group.
  | 'update_group'
  | 'remove_owners'
  | 'remove_members'
  | 'archive_group'
  | 'unarchive_group'
  | 'restore_archived'
  | 'accept_difference'
  | 'delete_group'
  | 'restore_group';

/** `waiting`: an attempt did not work, or the directory is still at it; tried again at `retryAt`. */
export type StepStatus = 'pending' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'skipped';

export interface StepRecord {
  readonly name: StepName;
  readonly status: StepStatus;
  readonly attempts: number;
  /** ISO 8601, UTC. */
  readonly startedAt: string | null;
  readonly completedAt: string | null;
  readonly retryAt: string | null;
  /** A sentence for the caller. */
  readonly detail: string | null;
}

/** Why a creation failed; `http/problem.ts` makes the problem object of it. */
export interface CreationFailure {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly faults: readonly FieldError[];
}

/** Results of steps that later steps need. */
export interface Facts {
  /** Number of guests among the people, where an approval depends on it. */
  readonly guests?: number;
  readonly groupId?: string;
  /** Present where the creation adopts a group that others made: nothing of that group is ever removed. */
  readonly adoption?: AdoptedGroup;
  /** The adopted group is a team that was archived. */
  readonly isArchived?: boolean;
  /** The values of the adopted group that are others than at its acceptance. */
  readonly found?: FoundValues;
  /** The person or application that removed the group in the directory, where that is known. */
  readonly goneBy?: string;
  /** The adopted group cannot carry a marker, so the record knows it by its id alone. */
  readonly isUnmarked?: boolean;
  /** The owners of an adopted group whom it lacks. */
  readonly missingOwners?: readonly string[];
  /** The marker on the group where this creation took it over: the teamId of an earlier request whose record was lost. */
  readonly adoptedMarker?: string;
  /**
   * When the last attempt to create the group began whose outcome is unknown; milliseconds since the Unix epoch.
   * Null when every attempt is known to have created nothing.
   */
  readonly groupUncertainSince?: number | null;
  /** Number of owners whom the creation of the group is known to have made owners. */
  readonly ownersAtCreation?: number;
  /** Number of owners and members, in the order of `ResolvedPeople`, who are in the group. */
  readonly ownersAdded?: number;
  readonly membersAdded?: number;
  /** People of the present batch whom the directory has refused so far. */
  readonly peopleToRepeat?: readonly string[];
  /** The people are repeated since then, in milliseconds since the Unix epoch. */
  readonly repeatingSince?: number;
  /** The directory's handle on a team in creation. */
  readonly teamOperation?: string;
  /** When a poll of the team began whose answer is not in the ledger; milliseconds since the Unix epoch. */
  readonly lastPolledAt?: number;
  /** Number of times the directory failed to create the team; requests that it did not accept yet do not count. */
  readonly teamFailures?: number;
  /** When settings and label of the template were written, in milliseconds since the Unix epoch, and those that were not taken. */
  readonly settings?: WrittenSettings;
  readonly label?: WrittenSettings;
  readonly channelsCreated?: number;
  readonly mail?: string;
  readonly webUrl?: string;
  /** It is the time for which the present step was waited for between its attempts. */
  readonly waitedMs?: number;
  readonly approval?: Approval;
  /** The people of a change, by their ids in the directory. */
  readonly changedPeople?: ChangedPeople;
  readonly roster?: RosterSummary;
  /** How far the invitations of a roster are. */
  readonly invitations?: InvitationProgress;
  /** The invitation whose outcome is not in the ledger. */
  readonly inviting?: UncertainInvitation | undefined;
  /** People whom the directory refused to add. */
  readonly refusedPeople?: readonly string[];
  /** Number of people of the lists of `changedPeople` with whom the directory is done. */
  readonly ownersRemoved?: number;
  readonly membersRemoved?: number;
  /** Owners whom the directory refused to demote, and people whom it refused to remove: they stay, with a warning. */
  readonly stayed?: readonly string[];
  readonly membersStayed?: readonly string[];
  /** How often the directory has refused people of the present batch. */
  readonly repetitions?: number;
  /** The directory has shown that the group is deleted, before the first attempt to restore it. */
  readonly seenRemoved?: boolean;
  /** The directory noted these in the present step, for its later calls: `CallContext.notes`. */
  readonly directoryNotes?: Readonly<Record<string, number>>;
  /** The directory's handle on an archiving in progress. */
  readonly archiving?: string;
  /** Number of failed attempts to remove the group. */
  readonly removalAttempts?: number;
  /** When a reconciliation removed what could not be removed at first; ISO 8601. */
  readonly leftoverRemovedAt?: string;
  /** Set when the creation is to fail and what was made is being removed first. */
  readonly failure?: CreationFailure;
}

export interface WrittenSettings {
  /** When the first attempt began. */
  readonly begunAt: number;
  /** Absent: the suite has no place for them yet. */
  readonly writtenAt?: number;
  readonly refused?: readonly SettingName[];
  /** The directory shows these settings. */
  readonly taken?: GroupSettings;
  /** The sensitivity label decides the visibility, and it is another one than before. */
  readonly visibility?: 'private' | 'public';
}

export interface FoundValues {
  readonly displayName?: string;
  readonly foldedName?: string | null;
  readonly description?: string | null;
  readonly foldedDetails?: string | null;
  readonly policy?: Partial<Pick<TemplatePolicy, 'visibility' | 'kind'>>;
}

export interface AdoptedGroup {
  readonly groupId: string;
  /** The display name that the group gets; absent: it keeps its own. */
  readonly displayName?: string;
  /** Absent: none. */
  readonly properties?: Readonly<Record<string, string>>;
  /** When the group was created in the directory, where it says so; ISO 8601. */
  readonly createdAt?: string;
  /** No date of the group falls before this moment of the governance clock; ISO 8601. */
  readonly graceUntil: string;
  /** The people who agree before the group is adopted; absent: nobody is asked. */
  readonly approval?: ApprovalPolicy;
  /** The rule that asks for it; absent: a caller does. */
  readonly cause?: Cause;
  /** The batch that asks for it. */
  readonly batchId?: string;
}

export interface ChangedPeople {
  /** Absent where the change does not name them; a null deputy is none. */
  readonly responsibleId?: string;
  readonly deputyId?: string | null;
  readonly addOwnerIds: readonly string[];
  readonly addMemberIds: readonly string[];
  /** They stay members, unless `removeMemberIds` names them too. */
  readonly removeOwnerIds: readonly string[];
  readonly removeMemberIds: readonly string[];
  /**
   * The ids of people who are in the group already, by the keys of other names for them: those in the change, and their
   * e-mail addresses. The record may name them by any of these.
   */
  readonly names?: Readonly<Record<string, string>>;
  /** The names that the record has for people whom the change names otherwise, by the keys of those other names. */
  readonly spellings?: Readonly<Record<string, string>>;
  /** They answer for the group from then on, as far as the change names them. */
  readonly answering?: Partial<NonNullable<ResolvedPeople['answering']>>;
  /** It belongs to the operation of a roster. */
  readonly roster?: RosterOutcome;
  /** People who give up what a hand gave them and whom rosters keep: from then on rosters alone give them these parts. */
  readonly leftToRosters?: readonly Brought[];
}

export interface InvitationProgress {
  /** Keys of people who are still to be invited, in their order. */
  readonly missing: readonly string[];
  /** The keys are those of people; absent: they were known, or are still to be invited. */
  readonly done: Readonly<Record<string, InvitationOutcome>>;
  /** The directory invites nobody at present. */
  readonly refusal?: InvitationRefusal;
}

export interface InvitationRefusal {
  readonly code: string;
  readonly detail: string;
}

export type InvitationOutcome =
  | { readonly personId: string; readonly at: number }
  | InvitationRefusal;

export interface UncertainInvitation {
  readonly key: string;
  /** When the attempt began, in milliseconds since the Unix epoch. */
  readonly since: number;
  /** An earlier attempt has no known outcome: the person is looked for before another. */
  readonly isRepeated?: true;
}

/**
 * `invited`: a guest whom the roster had invited, and who has not accepted the invitation. `removed`: the time of the entry is
 * over.
 */
export const rosterResults = ['added', 'invited', 'kept', 'removed', 'waiting', 'refused'] as const;
export type RosterResult = (typeof rosterResults)[number];

/** The part of a person's place that rosters gave, and no hand. */
export interface Brought {
  readonly personId: string;
  /** The place in the group. */
  readonly joined: boolean;
  /** The ownership. */
  readonly owning: boolean;
}

/** The changes that the operation of a roster makes to the rosters of its group. */
export interface RosterOutcome {
  /** Entries whose result differs from before. */
  readonly entries: readonly RosterEntryResult[];
  /** The parts that rosters give from then on, of people for whom they differ from before. */
  readonly brought: readonly Brought[];
  /** People who should leave, and stay because the group would have too few owners. */
  readonly staying: readonly string[];
  /** People whom rosters had brought and a hand took out: no source names them any more, so they leave the record. */
  readonly gone: readonly string[];
}

export interface RosterEntryResult {
  readonly source: string;
  readonly key: string;
  /** The directory's id in lower case; null: it does not know the person. */
  readonly personId: string | null;
  readonly result: RosterResult;
  /** Why the person is refused. */
  readonly code: string | null;
  /** A sentence about the result; null: there is nothing to say. */
  readonly detail: string | null;
}

/** How an operation of a roster went. */
export interface RosterSummary {
  /** A later request for the same roster took its place, so it changes nothing. */
  readonly isSuperseded?: true;
  readonly counts: Readonly<Record<RosterResult, number>>;
  /** The number of removals that wait until someone confirms them. */
  readonly held: number;
}

/** The facts that hold until the outcome of an attempt is known. */
export type Intent = Pick<Facts, 'lastPolledAt' | 'groupUncertainSince' | 'inviting'>;

/** Microsoft 365 takes no more owners of a group. */
export const maxOwners = 100;
/** A request may name no more members, those of the template among them. */
export const maxMembers = 25_000;

/** Ids of the people in the directory; the two lists are disjoint. Owners become members by themselves. */
export interface ResolvedPeople {
  readonly ownerIds: readonly string[];
  readonly memberIds: readonly string[];
  /** They answer for the group, as they were found, until they are followed. */
  readonly answering?: {
    readonly responsible: FoundPerson | null;
    readonly deputy: FoundPerson | null;
  };
  /** The people of the record from then on; absent where the request names them so, and once they are stored. */
  readonly recorded?: RequestedPeople;
}

interface FoundPerson {
  readonly email: string | null;
  readonly displayName: string | null;
}

export interface RequestedPeople {
  /** Null: a group that was adopted without one, until a person takes it over. Then it has no deputy. */
  readonly responsible: PersonReference | null;
  readonly deputy: PersonReference | null;
  readonly owners: readonly PersonReference[];
  readonly members: readonly PersonReference[];
}

export interface Warning {
  readonly code: string;
  readonly detail: string;
}

/** Work on one group that a lane executes step by step, and how far it is. */
export interface LedgerEntry {
  readonly tenantId: string;
  /** Final from the first answer, and the marker of the group in the directory. */
  readonly teamId: string;
  readonly createdAt: Date;
  readonly requestId: string;
  readonly status: CreationStatus;
  readonly steps: readonly StepRecord[];
  readonly facts: Facts;
  readonly warnings: readonly Warning[];
}

export interface Creation extends LedgerEntry {
  readonly organisationId: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly mailNickname: string;
  readonly people: RequestedPeople;
  readonly policy: TemplatePolicy;
  readonly resolvedPeople: ResolvedPeople | null;
}

/** A group in the form in which it is accepted: by a request, by a retry, or by adoption. */
export interface NewGroup
  extends
    Omit<Creation, 'status' | 'steps' | 'facts' | 'resolvedPeople' | 'warnings' | 'policy'>,
    FoldedGroup {
  readonly policy: StoredPolicy;
  readonly templateId: string;
  /** It belongs to the template, at acceptance; absent for a group that was adopted. */
  readonly templateVersion?: number;
  /** The alias that is reserved for the group. */
  readonly aliasKey: string;
  /** The values of the placeholders in the naming patterns. */
  readonly properties: Readonly<Record<string, string>>;
  /** The expiry that the request names; absent: none. */
  readonly requestedExpiry?: Date | undefined;
  /** The person for whom the author asks, as the request names it, and why. Absent or null: not given. */
  readonly requestedBy?: string | null;
  readonly reason?: string | null;
  /** The ids that the callers' own systems have for the group, one of each source; absent: none. */
  readonly externalIds?: readonly ExternalKey[] | undefined;
  /** Id of the API key, or the kind and the id of another author. */
  readonly createdBy: string;
  /** The failed creation that this one retries. */
  readonly retryOf?: string;
  readonly actorKind: Actor['kind'];
  readonly actorId: string;
  readonly address?: string | undefined;
  /** Present where a number takes the place of `counterMark` in the names (organisations/naming.ts). */
  readonly counter?: NumberSequence;
}

/** A sequence of numbers for names. */
export interface NumberSequence {
  /** The template or the organisation. */
  readonly scopeId: string;
  /** The calendar year of a sequence that begins again each year; otherwise 0. */
  readonly year: number;
  readonly start: number;
  /** Least number of digits. */
  readonly width: number;
}
