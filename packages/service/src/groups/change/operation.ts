// An operation: a durable change of one existing group, and the group that it changes. Operations of a group run one
// at a time, in the order of their acceptance, in the lane and by the ledger of creations.
import type { Actor } from '../../audit/activity.ts';
import type { OtherGroup } from '../../ground/group-limit.ts';
import type { PersonReference } from '../../directory/directory.ts';
import type { GroupSettings } from '../../directory/group-settings.ts';
import type { AcceptedSettings } from '../../settings/organisations/settings-policy.ts';
import type { GivenProperties } from '../../settings/naming/resolve-names.ts';
import type { ApprovalPolicy } from '../../settings/organisations/approval-policy.ts';
import type { TemplatePolicy } from '../../settings/organisations/template.ts';
import {
  type DriftProperty,
  isSettingProperty,
  type PropertyDrift,
} from '../../engine/observed-state.ts';
import type { GroupState } from '../../engine/group-state.ts';
import type { ApprovalState } from '../../messages/tasks/task.ts';
import type { GroupRosters, HoldingEntry, RosterChange } from '../rosters/roster.ts';
import type {
  CreationFailure,
  CreationStatus,
  LedgerEntry,
  RequestedPeople,
  ResolvedPeople,
  RosterSummary,
  StepRecord,
  Warning,
} from '../../engine/creation.ts';

export const operationKinds = [
  'change',
  'handover',
  'archive',
  'unarchive',
  'delete',
  'restore',
  'repair',
  'accept_drift',
  'roster',
] as const;
export type OperationKind = (typeof operationKinds)[number];
/** The kinds of requests for one operation, which can be planned as such; a roster has its own plan. */
export const requestedKinds = operationKinds.filter((kind) => kind !== 'roster');
/** One request may ask for these for many groups: a change names members of one group. */
export const bulkKinds = requestedKinds.filter((kind) => kind !== 'change');
export type BulkKind = (typeof bulkKinds)[number];

/**
 * accepted → running → succeeded | failed; accepted → cancelled. The last three are final. An operation that needs an
 * approval leaves running for awaiting_approval, where it is in no queue and may be cancelled, and returns to accepted.
 */
export type OperationStatus = CreationStatus;

export interface PeopleChange {
  readonly add: readonly PersonReference[];
  readonly remove: readonly PersonReference[];
}

/** The role of a former responsible or deputy who is no owner for another reason. */
export const formerRoles = ['owner', 'member', 'none'] as const;
export type FormerRole = (typeof formerRoles)[number];

/** The members of a group that an operation changes; absent ones stay as they are. */
export interface GroupChange {
  readonly displayName?: string;
  readonly description?: string | null;
  readonly visibility?: TemplatePolicy['visibility'];
  readonly responsible?: PersonReference;
  readonly deputy?: PersonReference | null;
  /** `remove` takes the ownership; the person stays a member. */
  readonly owners?: PeopleChange;
  /** `remove` takes the person out of the group. */
  readonly members?: PeopleChange;
  /** `member` unless given. */
  readonly former?: FormerRole;
  /** It belongs to a departure: a person whom it removes and whom a roster names stays by that roster alone. */
  readonly leavesRosterPlaces?: true;
  /** It belongs to a repair, which has no other members. */
  readonly repair?: Repair;
  /** It belongs to an acceptance of differences, with the values that the record gets. */
  readonly accepted?: readonly NamedProperty[];
  readonly archived?: boolean;
  /** Only these properties change. Null clears one. */
  readonly properties?: Readonly<Record<string, string | null>>;
  /** The properties to change, as they were sent. The check of the operation makes `properties` of them. */
  readonly setProperties?: GivenProperties;
  /** ISO 8601; null: the expiry by the template. */
  readonly expiresAt?: string | null;
  /** It belongs to an acceptance of differences, and to an undo of a repair or of an acceptance. */
  readonly settings?: GroupSettings;
  /** It belongs to the operation of a roster, which has no other members. */
  readonly roster?: RosterChange;
}

/** `settings`: every one that the template decides. `rosters`: the people whom the rosters name. */
export type NamedProperty = DriftProperty | 'settings' | 'rosters';

export interface Repair {
  /** An operation that is accepted names each setting. */
  readonly properties: readonly NamedProperty[];
  /** The values that the last comparison saw, as far as it is about the record of the acceptance. */
  readonly observed?: Readonly<Partial<Record<DriftProperty, PropertyDrift['observed']>>>;
}

/** The record of a group: as it was requested, and changed by its operations since. */
export interface GroupRecord {
  readonly tenantId: string;
  readonly teamId: string;
  readonly organisationId: string;
  readonly templateId: string;
  readonly displayName: string;
  readonly description: string | null;
  readonly mailNickname: string;
  readonly people: RequestedPeople;
  readonly properties: Readonly<Record<string, string>>;
  /**
   * The template's policy when the group was accepted, with the group's present visibility, and with the settings, the
   * protection and the guests that the template has now.
   */
  readonly policy: TemplatePolicy;
  /** The settings that the group has to have: those of its template now, but for the accepted ones. */
  readonly settings?: GroupSettings;
  readonly acceptedSettings?: AcceptedSettings;
  readonly state: GroupState;
  /** It says whether a deleted group was archived before. A restored one is archived again. */
  readonly isArchived: boolean;
  /** The expiry that the caller gave the group. */
  readonly requestedExpiry: Date | null;
  /** The person for whom the group was asked for, as the caller named that person. */
  readonly requestedBy: string | null;
  /** An adopted group was created by others, in the directory. */
  readonly createdAt: Date;
  readonly deletedAt: Date | undefined;
  /** Grows with every operation that is accepted and with every one that ends. */
  readonly version: number;
  /** The directory's id; undefined until the group exists there. */
  readonly groupId: string | undefined;
  /** The marker on the group in the directory. */
  readonly marker: string;
  /** The group could not be marked: its record knows it by its id alone. */
  readonly isUnmarked?: boolean;
  /** Ids of the people in the directory, the responsible first; undefined until they were resolved. */
  readonly resolvedPeople: ResolvedPeople | undefined;
  /** The addresses of the people who answer for it, as the directory last had them. */
  readonly answeringEmails?: {
    readonly responsible: string | null;
    readonly deputy: string | null;
  };
  /** Whether sources name people of the group. */
  readonly hasRosters?: boolean;
  /** The entries of its rosters; absent where nobody reads them. */
  readonly rosterEntries?: readonly HoldingEntry[] | null;
}

/** An operation that is accepted and not finished. */
export interface PendingOperation {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly status: OperationStatus;
  readonly change: GroupChange;
  /** Its template may ask for an approval of it. */
  readonly mayNeedApproval: boolean;
}

export interface RecordWithPending extends GroupRecord {
  /** They are in the order in which they run. */
  readonly pending: readonly PendingOperation[];
  /** The group that holds the alias, which this one gave back when it was deleted. */
  readonly aliasHolder: OtherGroup | null;
  /** Its creation awaits an approval, so its request can still be changed. */
  readonly awaitsApproval?: boolean;
  /** Operations that await an approval: they are in no queue, and may never run. */
  readonly awaitingApproval: readonly PendingOperation[];
  /** Why the group may be neither archived nor deleted; null: it may. */
  readonly holdReason?: string | null;
  /** The differences that the last comparison saw; null if it is not about the present record. */
  readonly drift?: readonly PropertyDrift[] | null;
}

export interface Operation extends LedgerEntry {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly change: GroupChange;
  /** The record as it was when this run began. */
  readonly group: GroupRecord;
  /** It belongs to the operation of a roster. */
  readonly rosters?: GroupRosters;
  /** It is as it was when this run began. */
  readonly holdReason?: string | null;
  readonly actor: Actor;
  readonly reason: string | null;
  /** The template's at acceptance; absent: the operation needs no approval. */
  readonly approvalPolicy?: ApprovalPolicy | undefined;
}

/** The operation of a group has to wait for one of them before it begins, or before it takes effect. */
export const waitReasons = ['creation', 'operations', 'approval'] as const;
export type WaitsFor = (typeof waitReasons)[number];
/** A departure also waits for the sources whose rosters keep the person in the group. */
export const departureWaitReasons = [...waitReasons, 'roster'] as const;
export type DepartureWaitsFor = (typeof departureWaitReasons)[number];

/** How far an operation is, for who follows it. */
export interface OperationState {
  readonly operationId: string;
  readonly teamId: string;
  readonly kind: OperationKind;
  readonly status: OperationStatus;
  /** Null: nothing keeps it from its turn. */
  readonly waitsFor: WaitsFor | null;
  readonly requestedBy: { readonly kind: Actor['kind']; readonly id: string };
  readonly reason: string | null;
  /** Null: it was requested alone. */
  readonly batchId: string | null;
  /** Lists of people have the first 1,000. */
  readonly change: GroupChange;
  /** The members of the record that it changed, before and after; null until it ends. */
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly completedAt: Date | null;
  readonly steps: readonly StepRecord[];
  readonly error: CreationFailure | undefined;
  readonly warnings: readonly Warning[];
  /** Null: none was needed so far. */
  readonly approval: ApprovalState | null;
  /** It belongs to the operation of a roster, once its people were looked up. */
  readonly roster: RosterSummary | null;
  /** Increases with every record: the id of the event stream. */
  readonly version: number;
}

/** A change of who answers for the group, and of nothing else, is a handover. */
export function kindOf(change: GroupChange): 'change' | 'handover' {
  const { responsible, deputy, former: _, ...others } = change;
  const isHandover = responsible !== undefined || deputy !== undefined;
  return isHandover && Object.keys(others).length === 0 ? 'handover' : 'change';
}

/** The properties of a group after a change. */
export function propertiesAfter(
  { properties: present }: Pick<GroupRecord, 'properties'>,
  { properties: changed }: GroupChange,
): GroupRecord['properties'] {
  if (changed === undefined) return present;
  const all = Object.entries({ ...present, ...changed });
  return Object.fromEntries(
    all.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
}

/** Whether someone may lose a place: then the entries of rosters decide who stays. */
export function mayRemovePeople({
  change: { responsible, deputy, owners, members },
  desired = {},
}: {
  readonly change: GroupChange;
  readonly desired?:
    | Partial<Record<'responsible' | 'deputy' | 'owners' | 'members', unknown>>
    | undefined;
}): boolean {
  const named = [desired.responsible, desired.deputy, desired.owners, desired.members];
  return (
    [responsible, deputy, ...named].some((one) => one !== undefined) ||
    [owners, members].some((list) => (list?.remove.length ?? 0) > 0)
  );
}

/** How many people a change names. */
export function peopleIn({ owners, members }: GroupChange): number {
  return [owners?.add, owners?.remove, members?.add, members?.remove].reduce(
    (sum, list) => sum + (list?.length ?? 0),
    0,
  );
}

/** Whether a request names a setting by itself or with all others. */
export function isNamed(named: readonly NamedProperty[], property: DriftProperty): boolean {
  return named.includes(property) || (isSettingProperty(property) && named.includes('settings'));
}
