import { calm, hostile } from '@groupwright/graph-simulator/profile.ts';
import { allPermissions, type Tenant } from '@groupwright/graph-simulator/tenant.ts';
import { openSimulatedGraph } from '../../testing/simulated-graph.ts';
import { testSeed } from '../../testing/seed.ts';
import { describeDirectory } from '../directory/directory.suite.ts';
import type { DirectoryFixture } from '../directory/fixtures.suite.ts';
import { leaveDatePermission } from './permissions.ts';

const labels = [
  { id: '5a4db0c5-0000-4000-8000-000000000001', name: 'General' },
  {
    id: '5a4db0c5-0000-4000-8000-000000000002',
    name: 'Confidential',
    visibility: 'Private',
    guests: false,
  },
  { id: '5a4db0c5-0000-4000-8000-000000000003', name: 'Mail only', isForGroups: false },
] as const;

async function openFixture(
  profile: typeof hostile,
  options: Partial<Pick<Tenant, 'knowsUniqueNames' | 'removesMembersInBulk' | 'permissions'>> = {},
): Promise<DirectoryFixture> {
  const deps = await openSimulatedGraph({
    seed: `suite ${testSeed}`,
    profile,
    tenants: [{ people: 41, namingPolicy: { blockedWords: ['payroll'] }, labels, ...options }],
  });
  const { simulator, clock } = deps;
  const [tenant] = simulator.tenants;
  if (tenant === undefined) throw new Error('The simulator has no tenant.');
  const members = tenant.users.filter(({ userType }) => userType === 'Member');
  return {
    directory: deps.connect(),
    people: members.map(({ id, mail }) => ({ id, email: mail ?? '' })),
    guestId: tenant.users.find(({ userType }) => userType === 'Guest')?.id ?? '',
    now: () => clock.now(),
    async removeAllOwners(groupId) {
      tenant.groups.get(groupId)?.owners.clear();
    },
    knowsLeaveDates: tenant.permissions.includes(leaveDatePermission),
    async changePerson(id, { enabled, language, managerId, leavesOn }) {
      simulator.changeUser(tenant.tenantId, id, {
        ...(enabled !== undefined && { accountEnabled: enabled }),
        ...(language !== undefined && { preferredLanguage: language }),
        ...(managerId !== undefined && { managerId: managerId ?? '' }),
        ...(leavesOn !== undefined && { employeeLeaveDateTime: leavesOn.toISOString() }),
      });
    },
    deletePerson: async (id) => simulator.deleteUser(tenant.tenantId, id),
    restorePerson: async (id) => simulator.restoreUser(tenant.tenantId, id),
    blockedWord: 'payroll',
    async makeStrangersGroup(mailNickname, as) {
      return simulator.addWildGroup(tenant.tenantId, { mailNickname, ...as }).id;
    },
    wait: (durationMs) => clock.wait(durationMs),
    run: (work) => clock.run(work),
    async close() {
      await deps.close();
      const { violations } = simulator.journal;
      if (violations.length > 0) {
        throw new Error(`Strict Graph was given cause: ${JSON.stringify(violations.slice(0, 5))}`);
      }
    },
  };
}

describeDirectory('Microsoft 365, on a calm day', () =>
  openFixture(calm, { permissions: [...allPermissions, leaveDatePermission] }),
);
describeDirectory('Microsoft 365, on a hostile day', () => openFixture(hostile));
describeDirectory('Microsoft 365, where groups have no unique name', () =>
  openFixture(hostile, { knowsUniqueNames: false }),
);
describeDirectory('Microsoft 365, where members are removed one by one', () =>
  openFixture(hostile, { removesMembersInBulk: false }),
);
