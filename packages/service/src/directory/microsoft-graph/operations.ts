// Every kind of call that the connection makes to Microsoft Graph: what it counts against, whether it
// writes, and which application permission lets it through.

/** A published limit that calls count against. Per application and tenant, but for `onOneTeam`. */
export const budgetNames = [
  'teamCreate',
  'teamPut',
  'channelCreate',
  'teamMembersRead',
  'onOneTeam',
  'directoryWrites',
  'resourceUnits',
] as const;

export type BudgetName = (typeof budgetNames)[number];

export interface Limit {
  readonly calls: number;
  readonly perMs: number;
}

/**
 * As published (Microsoft Graph service-specific throttling limits, November 2026). They change over
 * time: a connection's `limits` override the number of calls. Resource units are those of a tenant with
 * fewer than 50 people, which no tenant falls below.
 */
export const publishedLimits: Readonly<Record<BudgetName, Limit>> = {
  teamCreate: { calls: 10, perMs: 1000 },
  teamPut: { calls: 6, perMs: 1000 },
  channelCreate: { calls: 30, perMs: 1000 },
  teamMembersRead: { calls: 60, perMs: 1000 },
  onOneTeam: { calls: 4, perMs: 1000 },
  directoryWrites: { calls: 3000, perMs: 150_000 },
  resourceUnits: { calls: 3500, perMs: 10_000 },
};

export interface OperationKind {
  readonly costs: Partial<Record<Exclude<BudgetName, 'onOneTeam'>, number>>;
  readonly writes: boolean;
  /** Whether the call is made on one team, with that team's own limit. */
  readonly onTeam: boolean;
  readonly permission: string;
}

const groupWrite: OperationKind = {
  costs: { directoryWrites: 1, resourceUnits: 1 },
  writes: true,
  onTeam: false,
  permission: 'Group.ReadWrite.All',
};
const groupRead: OperationKind = {
  costs: { resourceUnits: 1 },
  writes: false,
  onTeam: false,
  permission: 'Group.ReadWrite.All',
};
const userRead: OperationKind = { ...groupRead, permission: 'User.Read.All' };
const teamRead: OperationKind = {
  costs: {},
  writes: false,
  onTeam: true,
  permission: 'Team.Create',
};

export const callKinds = {
  'users.read': userRead,
  'users.list': { ...userRead, costs: { resourceUnits: 2 } },
  'groups.upsert': groupWrite,
  'groups.create': groupWrite,
  'groups.change': groupWrite,
  'groups.addReference': groupWrite,
  'groups.delete': groupWrite,
  'groups.read': groupRead,
  'groups.readByUniqueName': groupRead,
  'groups.list': groupRead,
  'groups.people': { ...groupRead, costs: { resourceUnits: 3 } },
  'groups.readDeleted': groupRead,
  'directoryObjects.validateProperties': groupRead,
  'teams.create': {
    costs: { teamCreate: 1 },
    writes: true,
    onTeam: false,
    permission: 'Team.Create',
  },
  'teams.put': { costs: { teamPut: 1 }, writes: true, onTeam: true, permission: 'Team.Create' },
  'teams.read': teamRead,
  'teams.operation': teamRead,
  'teams.addMembers': {
    costs: {},
    writes: true,
    onTeam: true,
    permission: 'TeamMember.ReadWrite.All',
  },
  'teams.channels.create': {
    costs: { channelCreate: 1 },
    writes: true,
    onTeam: true,
    permission: 'Channel.Create',
  },
} as const satisfies Readonly<Record<string, OperationKind>>;

export type CallName = keyof typeof callKinds;

export function kindOf(name: CallName): OperationKind {
  return callKinds[name];
}
