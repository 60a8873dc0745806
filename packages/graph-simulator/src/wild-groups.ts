// Groups that others made before or beside the service, of each kind that a tenant has after some years.
import type { SeededRandom } from './seeded-random.ts';
import type { SimulatedGroup, Tenant } from './tenant.ts';

export const wildKinds = [
  'ordinary',
  'on_premises',
  'dynamic',
  'role_assignable',
  /** Its owners are in Exchange, and no list shows them. */
  'exchange',
  'foreign_marker',
  'hidden_membership',
  'class_team',
] as const;
export type WildKind = (typeof wildKinds)[number];

export interface WildGroup {
  readonly mailNickname: string;
  readonly kind?: WildKind;
  readonly displayName?: string;
  readonly visibility?: string;
  readonly ownerIds?: readonly string[];
  readonly memberIds?: readonly string[];
  /** A class team has one in any case. */
  readonly hasTeam?: boolean;
  readonly createdAt?: number;
  readonly label?: string;
}

type KindFacts = Pick<SimulatedGroup, 'wild'> &
  Partial<Pick<SimulatedGroup, 'uniqueName' | 'visibility' | 'groupTypes'>>;

const factsOfKinds: Readonly<Record<WildKind, KindFacts>> = {
  ordinary: { wild: {} },
  on_premises: { wild: { onPremisesSyncEnabled: true, hidesOwners: true } },
  dynamic: {
    groupTypes: ['Unified', 'DynamicMembership'],
    wild: { membershipRule: 'user.department -eq "Sales"' },
  },
  role_assignable: { wild: { isAssignableToRole: true } },
  exchange: { wild: { hidesOwners: true } },
  foreign_marker: {
    uniqueName: `groupwright-m-0f0f0f0f0f0f-${'a'.repeat(8)}-bbbb-4ccc-8ddd-eeeeeeeeeeee-${'0'.repeat(32)}`,
    wild: {},
  },
  hidden_membership: { visibility: 'HiddenMembership', wild: {} },
  class_team: { visibility: 'HiddenMembership', wild: { specialization: 'educationClass' } },
};

/** Answers the group, which every read shows at once. */
export function addWildGroup(
  tenant: Tenant,
  given: WildGroup,
  { random, now }: { readonly random: SeededRandom; readonly now: number },
): SimulatedGroup {
  const { mailNickname, kind = 'ordinary' } = given;
  const createdAt = given.createdAt ?? now;
  const { uniqueName = null, wild, ...facts } = factsOfKinds[kind];
  const id = random.guid(`wild group ${tenant.tenantId} ${mailNickname}`);
  const hasTeam = given.hasTeam === true || kind === 'class_team';
  const group: SimulatedGroup = {
    id,
    uniqueName,
    displayName: given.displayName ?? mailNickname,
    description: null,
    mailNickname,
    mail: `${mailNickname}@${tenant.domain}`,
    visibility: given.visibility ?? 'Private',
    groupTypes: ['Unified'],
    securityEnabled: false,
    ...facts,
    wild: { ...wild, ...(given.label !== undefined && { label: given.label }) },
    owners: new Set(given.ownerIds ?? []),
    members: new Set(given.memberIds ?? given.ownerIds ?? []),
    createdAt,
    visibleAt: now,
    visibleToTeamsAt: now,
    team: hasTeam
      ? {
          operationId: id,
          askedAt: createdAt,
          readyAt: createdAt,
          visibleAt: createdAt,
          fails: false,
          lastPolledAt: undefined,
          polls: 0,
          channels: [],
        }
      : undefined,
    teamAttempts: 0,
    deletedAt: undefined,
  };
  tenant.groups.set(id, group);
  tenant.byNickname.set(mailNickname.toLowerCase(), group);
  if (uniqueName !== null) tenant.byUniqueName.set(uniqueName, group);
  tenant.groupChanges.push({ at: now, groupId: id, kind: 'created' });
  return group;
}

export type OutsideChange = Partial<
  Pick<SimulatedGroup, 'displayName' | 'description' | 'visibility' | 'deletedAt'>
>;

export function changeGroup(
  { groups, groupChanges, users }: Tenant,
  groupId: string,
  change: OutsideChange,
  at: number,
  by: string = users[0]?.userPrincipalName ?? '',
): void {
  const group = groups.get(groupId);
  if (group === undefined) throw new Error(`The simulator has no group ${groupId}.`);
  Object.assign(group, change);
  const kind = change.deletedAt === undefined ? 'updated' : 'deleted';
  groupChanges.push({ at, groupId, kind, by, properties: Object.keys(change) });
}
