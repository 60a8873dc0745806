// The state of one tenant of the simulated suite: people, groups, teams, and when each becomes visible.
import { type AlteredRule, isAltered } from './altered-rules.ts';
import type { GroupChange } from './change-record.ts';
import type { NamingPolicy } from './naming-policy.ts';
import type { SeededRandom } from './seeded-random.ts';
import { createUsageReports, type UsageReports } from './report-state.ts';
import {
  createWindow,
  tenantLimitNames,
  type Limits,
  type TenantLimitName,
  type Window,
} from './limits.ts';

export interface SimulatedUser {
  readonly id: string;
  readonly userPrincipalName: string;
  readonly mail: string | null;
  readonly proxyAddresses: readonly string[];
  readonly displayName: string;
  readonly accountEnabled: boolean;
  readonly userType: 'Member' | 'Guest';
  /** Whether the person has a plan for Teams. */
  readonly licensed: boolean;
  readonly managerId?: string;
  readonly preferredLanguage?: string;
  /** Absent: the person was not invited. */
  readonly externalUserState?: 'PendingAcceptance' | 'Accepted';
  readonly sponsorIds?: readonly string[];
  /** Searches by address find the person from this moment on; absent: always. */
  readonly foundFrom?: number;
  /** Shown only to tokens that may read it; the others get null, without an error. */
  readonly employeeLeaveDateTime?: string;
}

/** A change of a person, for `/users/delta`. */
export interface UserChange {
  readonly at: number;
  readonly userId: string;
}

/** A change of a group, for `/groups/delta`. */
export type ChangedGroup = Pick<GroupChange, 'at' | 'groupId' | 'kind'> & {
  /** The sign-in name of a person, and what that person changed; absent: the caller did. */
  readonly by?: string;
  readonly properties?: readonly string[];
};

/** An operation that takes long in Teams and is polled. */
export interface SimulatedOperation {
  readonly operationId: string;
  readonly askedAt: number;
  readonly readyAt: number;
  readonly fails: boolean;
  lastPolledAt: number | undefined;
  polls: number;
}

/** It includes the operation that creates it; a team put on a group does not say which that is. */
export interface SimulatedTeam extends SimulatedOperation {
  /** Reads and members see the team from this moment on. */
  visibleAt: number;
  readonly channels: SimulatedChannel[];
}

export interface SimulatedChannel {
  readonly id: string;
  readonly displayName: string;
  readonly description: string | null;
  /** Absent: `standard`. */
  readonly membershipType?: 'standard' | 'private' | 'shared';
}

export type TeamPart = 'memberSettings' | 'guestSettings' | 'messagingSettings' | 'funSettings';
export type TeamSettings = Readonly<Record<TeamPart, Readonly<Record<string, unknown>>>>;

/** A setting from a template of the directory. */
export interface SimulatedGroupSetting {
  readonly id: string;
  readonly templateId: string;
  readonly displayName: string;
  readonly values: readonly { readonly name: string; readonly value: string }[];
}

type ShownValues = Pick<SimulatedGroup, 'displayName' | 'description' | 'visibility'>;

/** Others act on a group beside the caller. */
export interface Scenario {
  /** Another tool looks at the group this often, and writes these values where it has others. */
  readonly tool?: { readonly everyMs: number; readonly values: Partial<ShownValues> };
  /** Reads show each change of the caller so much later; as the profile draws it unless said otherwise. */
  readonly lagMs?: number;
}

export interface SimulatedGroup {
  readonly id: string;
  /** It is written once, at the creation or later. */
  uniqueName: string | null;
  displayName: string;
  description: string | null;
  mailNickname: string;
  mail: string;
  visibility: string;
  readonly classification?: string | null;
  readonly preferredLanguage?: string | null;
  readonly groupTypes: readonly string[];
  readonly securityEnabled: boolean;
  /** The request of the creation gave them. */
  readonly resourceBehaviorOptions?: readonly string[];
  readonly owners: Set<string>;
  readonly members: Set<string>;
  readonly createdAt: number;
  /** The directory's reads see the group from this moment on; writes by its unique name always do. */
  visibleAt: number;
  /** Teams sees the group from this moment on. */
  readonly visibleToTeamsAt: number;
  team: SimulatedTeam | undefined;
  teamAttempts: number;
  /** The values of before the last change, which reads still show until then. */
  stale?: ShownValues & { readonly until: number };
  /** They are in the order in which they began. */
  archiving?: (SimulatedOperation & { readonly archives: boolean })[];
  /** Settings of the team that were changed, by part. */
  teamSettings?: Partial<Record<TeamPart, Readonly<Record<string, unknown>>>>;
  /** The settings before the last change, which reads still show until then. */
  staleSettings?: { readonly shown: TeamSettings; readonly until: number };
  guestSetting?: SimulatedGroupSetting;
  hidden?: { readonly hideFromOutlookClients?: boolean; readonly hideFromAddressLists?: boolean };
  deletedAt: number | undefined;
  /** Reads of the directory show it from `shownAt` on, and the visibility of before until then. */
  label?: SimulatedLabel & { readonly before: string; readonly shownAt: number };
  renewedAt?: number;
  /** Absent: the group is an ordinary one. */
  readonly wild?: {
    readonly onPremisesSyncEnabled?: boolean;
    readonly isAssignableToRole?: boolean;
    readonly membershipRule?: string;
    readonly specialization?: string;
    readonly label?: string;
    /** The list of owners shows none. */
    readonly hidesOwners?: boolean;
  };
}

/** The external collaboration settings of the tenant about invitations. */
export interface GuestSettings {
  /** Nobody may invite anybody. */
  readonly invites?: 'nobody';
  readonly allowedDomains?: readonly string[];
  readonly blockedDomains?: readonly string[];
}

/** A sensitivity label, with what it decides about a group. */
export interface SimulatedLabel {
  readonly id: string;
  readonly name: string;
  readonly visibility?: 'Private' | 'Public';
  readonly guests?: boolean;
  /** False: it is for files and mails only. */
  readonly isForGroups?: boolean;
}

/** The second application, for SharePoint. */
export interface SharePointApplication {
  readonly clientId: string;
  /** SharePoint knows these. */
  readonly permissions: readonly string[];
  readonly graphPermissions: readonly string[];
}

export interface TenantOptions {
  readonly tenantId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly domain: string;
  /** Application permissions that were granted. */
  readonly permissions: readonly string[];
  readonly users: readonly SimulatedUser[];
  /** False where groups refuse the alternate key `uniqueName`. */
  readonly knowsUniqueNames: boolean;
  /** False where a team's members are neither removed several at a time nor found by a filter. */
  readonly removesMembersInBulk: boolean;
  readonly namingPolicy: NamingPolicy;
  /** The group setting ClassificationList; undefined: every value is taken. */
  readonly classifications?: readonly string[] | undefined;
  /** The tenant's own switch for guests in groups; undefined: it was never changed. */
  readonly letsGuestsBeAdded?: boolean | undefined;
  readonly labels: readonly SimulatedLabel[];
  readonly sharePoint: SharePointApplication;
  /** The tenant's own policy of expiration; undefined: there is none. */
  readonly groupLifetimeDays?: number | undefined;
  readonly guests: GuestSettings;
  /** Rules that this tenant plays otherwise than the connection assumes. */
  readonly altered: readonly AlteredRule[];
}

export interface Tenant extends TenantOptions {
  /** This number of labels is taken from now on, and not set. */
  readonly ignoredLabels: { left: number };
  /** The keys are ids and userPrincipalNames, in lower case. */
  readonly usersByName: Map<string, SimulatedUser>;
  /** The keys are mail and proxy addresses, in lower case. */
  readonly usersByAddress: Map<string, SimulatedUser[]>;
  /** Oldest first. */
  readonly userChanges: UserChange[];
  readonly groupChanges: ChangedGroup[];
  /** Deleted people whom the suite could restore. */
  readonly deletedUsers: Map<string, SimulatedUser>;
  readonly groups: Map<string, SimulatedGroup>;
  readonly reports: UsageReports;
  /** The keys are ids of groups. */
  readonly scenarios: Map<string, Scenario & { nextAt: number }>;
  readonly byUniqueName: Map<string, SimulatedGroup>;
  readonly byNickname: Map<string, SimulatedGroup>;
  /** The alias of a deleted group is not free until this time. */
  readonly heldAliases: Map<string, number>;
  /** Groups of users who imitate one of the service. */
  readonly forgedGroupIds: Set<string>;
  /** Unique names of groups that are refused from now on. */
  readonly refusedNames: Set<string>;
  readonly windows: ReadonlyMap<TenantLimitName, Window>;
  /** A key is the name of the limit and the id of the team. */
  readonly teamWindows: Map<string, Window>;
  /** The end of the wait that a kind of call got, and its beginning. */
  readonly waits: Map<string, { reportedAt: number; until: number }>;
  /** Attempts and faults so far, per call. */
  readonly attempts: Map<string, { attempts: number; faults: number }>;
}

export const allPermissions: readonly string[] = [
  'Group.ReadWrite.All',
  'Team.Create',
  'TeamMember.ReadWrite.All',
  'Channel.Create',
  'TeamSettings.ReadWrite.All',
  'GroupSettings.ReadWrite.All',
  'InformationProtectionPolicy.Read.All',
  'User.Read.All',
  'User.Invite.All',
  'Mail.Send',
];

const givenNames = ['Ada', 'Bo', 'Cleo', 'Dov', 'Eli', 'Fay', 'Gus', 'Hana', 'Ivo', 'Jun'] as const;
const surnames = ['Abel', 'Berg', 'Costa', 'Dahl', 'Egger', 'Frei', 'Grau', 'Hofer'] as const;

/** Made-up people: one in 97 is blocked, one in 41 a guest, one in 53 has no plan for Teams; the first 40 are plain. */
export function makeUsers(count: number, domain: string, random: SeededRandom): SimulatedUser[] {
  return Array.from({ length: count }, (_, index) => {
    const number = index + 1;
    const given = givenNames[index % givenNames.length] ?? 'Ada';
    const surname = surnames[Math.floor(index / givenNames.length) % surnames.length] ?? 'Abel';
    const name = `${given}.${surname}${number}`.toLowerCase();
    const plain = number <= 40;
    // Every third person's mail is not the sign-in name; a further address is known by proxy only.
    const mail = number % 3 === 0 ? `mail.${name}@${domain}` : `${name}@${domain}`;
    return {
      id: random.guid(`user ${domain} ${number}`),
      userPrincipalName: `${name}@${domain}`,
      mail,
      proxyAddresses: [`SMTP:${mail}`, `smtp:also.${name}@${domain}`],
      displayName: `${given} ${surname} ${number}`,
      accountEnabled: plain || number % 97 !== 0,
      userType: !plain && number % 41 === 0 ? 'Guest' : 'Member',
      licensed: plain || number % 53 !== 0,
    };
  });
}

export function createTenant(options: TenantOptions, limits: Limits): Tenant {
  const tenant: Tenant = {
    ...options,
    ignoredLabels: { left: isAltered(options, 'label_by_sharepoint') ? Infinity : 0 },
    usersByName: new Map(),
    usersByAddress: new Map(),
    userChanges: [],
    groupChanges: [],
    deletedUsers: new Map(),
    groups: new Map(),
    reports: createUsageReports(),
    scenarios: new Map(),
    byUniqueName: new Map(),
    byNickname: new Map(),
    heldAliases: new Map(),
    forgedGroupIds: new Set(),
    refusedNames: new Set(),
    windows: new Map(tenantLimitNames.map((name) => [name, createWindow(limits[name])])),
    teamWindows: new Map(),
    waits: new Map(),
    attempts: new Map(),
  };
  for (const user of options.users) indexUser(tenant, user);
  return tenant;
}

/** The directory finds the person by id, sign-in name and addresses. */
export function indexUser(
  { usersByName, usersByAddress }: Pick<Tenant, 'usersByName' | 'usersByAddress'>,
  user: SimulatedUser,
): void {
  usersByName.set(user.id.toLowerCase(), user);
  usersByName.set(user.userPrincipalName.toLowerCase(), user);
  for (const key of addressKeys(user)) {
    usersByAddress.set(key, [...(usersByAddress.get(key) ?? []), user]);
  }
}

export function addressKeys({ mail, proxyAddresses }: SimulatedUser): ReadonlySet<string> {
  const addresses = [mail, ...proxyAddresses].filter((address) => address !== null);
  return new Set(addresses.map((address) => address.toLowerCase()));
}
