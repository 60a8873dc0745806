// Every kind of call that the connection makes to Microsoft Graph: the limits it counts against, whether it
// writes, and the application permission it needs.

import { invitePermission } from './permissions.ts';

/** A published limit that calls count against. Per application and tenant, but for those of one team. */
export const limitNames = [
  'teamCreate',
  'teamPut',
  'teamRead',
  'channelCreate',
  'teamMembersRead',
  'otherTeamsReads',
  'otherTeamsWrites',
  'onOneTeam',
  'channelCreateOnOneTeam',
  'otherReadsOnOneTeam',
  'otherWritesOnOneTeam',
  'directoryWrites',
  'resourceUnits',
  'mailSend',
  'auditLogReads',
  'sharePointUnits',
] as const;

export type LimitName = (typeof limitNames)[number];

/** Limits that each team has for itself. */
const teamLimitNames: ReadonlySet<LimitName> = new Set([
  'onOneTeam',
  'channelCreateOnOneTeam',
  'otherReadsOnOneTeam',
  'otherWritesOnOneTeam',
]);

export function isTeamLimit(name: LimitName): boolean {
  return teamLimitNames.has(name);
}

export interface Limit {
  readonly calls: number;
  readonly perMs: number;
}

/**
 * As published (Microsoft Graph service-specific throttling limits, November 2026). They change over
 * time: a connection's `limits` override the number of calls. Resource units are those of a tenant with
 * fewer than 50 people, which no tenant falls below. One call a second on one team is kept as 60 a minute, so that
 * an override can ask for less than one a second.
 */
export const publishedLimits: Readonly<Record<LimitName, Limit>> = {
  teamCreate: { calls: 10, perMs: 1000 },
  teamPut: { calls: 6, perMs: 1000 },
  teamRead: { calls: 30, perMs: 1000 },
  channelCreate: { calls: 30, perMs: 1000 },
  teamMembersRead: { calls: 60, perMs: 1000 },
  otherTeamsReads: { calls: 30, perMs: 1000 },
  otherTeamsWrites: { calls: 30, perMs: 1000 },
  onOneTeam: { calls: 4, perMs: 1000 },
  channelCreateOnOneTeam: { calls: 60, perMs: 60_000 },
  otherReadsOnOneTeam: { calls: 60, perMs: 60_000 },
  otherWritesOnOneTeam: { calls: 60, perMs: 60_000 },
  directoryWrites: { calls: 3000, perMs: 150_000 },
  resourceUnits: { calls: 3500, perMs: 10_000 },
  // It belongs to Exchange Online, for each mailbox.
  mailSend: { calls: 30, perMs: 60_000 },
  auditLogReads: { calls: 5, perMs: 10_000 },
  // SharePoint has these for an application in a tenant with up to 1,000 licences.
  sharePointUnits: { calls: 1200, perMs: 60_000 },
};

/**
 * As published for an application across all its tenants. A kind of call counts against at most one of these, so that
 * no two connections wait for each other. The 150,000 resource units in 20 seconds are beyond what one process asks for.
 */
export const applicationLimits: Readonly<Partial<Record<LimitName, Limit>>> = {
  teamCreate: { calls: 100, perMs: 1000 },
  teamPut: { calls: 150, perMs: 1000 },
  teamRead: { calls: 300, perMs: 1000 },
  channelCreate: { calls: 300, perMs: 1000 },
  teamMembersRead: { calls: 1200, perMs: 1000 },
  otherTeamsReads: { calls: 1500, perMs: 1000 },
  otherTeamsWrites: { calls: 300, perMs: 1000 },
  directoryWrites: { calls: 35_000, perMs: 300_000 },
};

export interface OperationKind {
  readonly costs: Partial<Record<LimitName, number>>;
  readonly writes: boolean;
  readonly permission: string;
}

const groupWrite: OperationKind = {
  costs: { directoryWrites: 1, resourceUnits: 1 },
  writes: true,
  permission: 'Group.ReadWrite.All',
};
const groupRead: OperationKind = {
  costs: { resourceUnits: 1 },
  writes: false,
  permission: 'Group.ReadWrite.All',
};
const userRead: OperationKind = { ...groupRead, permission: 'User.Read.All' };
/** “Other API calls” in the published table. */
const memberWrite: OperationKind = {
  costs: { otherTeamsWrites: 1, onOneTeam: 1, otherWritesOnOneTeam: 1 },
  writes: true,
  permission: 'TeamMember.ReadWrite.All',
};

export const callKinds = {
  'users.read': userRead,
  'users.list': { ...userRead, costs: { resourceUnits: 2 } },
  'users.delta': { ...userRead, costs: { resourceUnits: 2 } },
  'directoryObjects.getByIds': { ...userRead, costs: { resourceUnits: 3 } },
  'groups.upsert': groupWrite,
  'groups.create': groupWrite,
  'groups.change': groupWrite,
  'groups.addReference': groupWrite,
  'groups.removeReference': groupWrite,
  'groups.delete': groupWrite,
  'groups.delta': { ...groupRead, costs: { resourceUnits: 2 } },
  'groups.read': groupRead,
  'groups.readByUniqueName': groupRead,
  'groups.list': groupRead,
  'groups.people': { ...groupRead, costs: { resourceUnits: 3 } },
  'groups.site': {
    ...groupRead,
    costs: { resourceUnits: 1, sharePointUnits: 1 },
    permission: 'Sites.Read.All',
  },
  // The client object model has no published cost; two units are that of a write.
  'sharePoint.query': {
    costs: { sharePointUnits: 2 },
    writes: true,
    permission: 'Sites.FullControl.All',
  },
  'groups.count': { ...groupRead, costs: { resourceUnits: 2 } },
  'groups.readDeleted': groupRead,
  'groups.listDeleted': { ...groupRead, costs: { resourceUnits: 2 } },
  'groups.purge': groupWrite,
  'groups.restore': groupWrite,
  'groups.renew': groupWrite,
  'groups.settings.read': { ...groupRead, permission: 'GroupSettings.ReadWrite.All' },
  'groups.settings.write': { ...groupWrite, permission: 'GroupSettings.ReadWrite.All' },
  // Its limit is not published.
  'invitations.create': { ...groupWrite, permission: invitePermission },
  'labels.list': { ...groupRead, permission: 'InformationProtectionPolicy.Read.All' },
  'users.sendMail': { costs: { mailSend: 1 }, writes: true, permission: 'Mail.Send' },
  'auditLogs.directoryAudits': {
    costs: { auditLogReads: 1 },
    writes: false,
    permission: 'AuditLog.Read.All',
  },
  // Reports have a separate limit, 14 in ten minutes, which two a day never reach.
  'reports.usage': { ...groupRead, permission: 'Reports.Read.All' },
  'reports.settings': { ...groupRead, permission: 'ReportSettings.Read.All' },
  'directoryObjects.validateProperties': groupRead,
  'teams.create': {
    costs: { teamCreate: 1 },
    writes: true,
    permission: 'Team.Create',
  },
  'teams.put': {
    costs: { teamPut: 1, onOneTeam: 1 },
    writes: true,
    permission: 'Team.Create',
  },
  'teams.read': {
    costs: { teamRead: 1, onOneTeam: 1 },
    writes: false,
    permission: 'Team.Create',
  },
  'teams.operation': {
    costs: { otherTeamsReads: 1, onOneTeam: 1, otherReadsOnOneTeam: 1 },
    writes: false,
    permission: 'Team.Create',
  },
  'teams.members': {
    costs: { teamMembersRead: 1, onOneTeam: 1 },
    writes: false,
    permission: 'TeamMember.ReadWrite.All',
  },
  // Not `POST /teams/{id}/members`, which has a separate row: 4 a minute on one team.
  'teams.addMembers': memberWrite,
  'teams.removeMembers': memberWrite,
  'teams.changeMember': memberWrite,
  'teams.removeMember': memberWrite,
  'teams.change': { ...memberWrite, permission: 'TeamSettings.ReadWrite.All' },
  'teams.archive': { ...memberWrite, permission: 'TeamSettings.ReadWrite.All' },
  'teams.channels.list': {
    costs: { otherTeamsReads: 1, onOneTeam: 1, otherReadsOnOneTeam: 1 },
    writes: false,
    permission: 'Group.ReadWrite.All',
  },
  'teams.channels.create': {
    costs: { channelCreate: 1, onOneTeam: 1, channelCreateOnOneTeam: 1 },
    writes: true,
    permission: 'Channel.Create',
  },
} as const satisfies Readonly<Record<string, OperationKind>>;

export type CallName = keyof typeof callKinds;

/** Called for every call, for the log. */
export type OnCall = (call: {
  readonly name: CallName | '$batch' | 'sign_in' | 'reports.download';
  readonly status: number | undefined;
  readonly durationMs: number;
  readonly clientRequestId?: string;
  readonly directoryRequestId?: string | undefined;
  readonly teamId?: string;
}) => void;

export function kindOf(name: CallName): OperationKind {
  return callKinds[name];
}

const callCosts = new Map(
  Object.entries(callKinds).map(([name, { costs }]) => [
    name as CallName,
    Object.entries(costs) as [LimitName, number][],
  ]),
);

/** The limits that one call counts against, with its cost. Asked for by each waiting call in each round. */
export function costsOf(name: CallName): readonly [LimitName, number][] {
  return callCosts.get(name) ?? [];
}
