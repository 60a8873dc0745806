// A backlog whose worker is killed again and again: how many resource units its people cost.
import assert from 'node:assert/strict';
import { calm } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { kindOf, type CallName } from '../src/microsoft-graph/graph-calls.ts';
import { createMemoryLane } from './in-memory-lane-store.ts';
import { startLane } from './provisioning-run.ts';
import { openSimulatedGraph } from './simulated-graph.ts';

export interface KilledBacklog {
  readonly seed: string;
  readonly creations: number;
  readonly members: number;
  /** `address`: an address that is not the sign-in name, which takes a second read. */
  readonly namedBy: 'id' | 'signInName' | 'address';
  readonly kills: number;
  readonly msBetweenKills: number;
}

const readsOfPeople = ['users.read', 'users.list', 'directoryObjects.getByIds'] as const;

/** @returns the units that reads of people cost in all */
export async function runKilledBacklog(run: KilledBacklog): Promise<number> {
  const random = createSeededRandom(run.seed);
  const graph = await openSimulatedGraph({
    seed: run.seed,
    profile: calm,
    tenants: [
      {
        users: Array.from({ length: run.creations * (run.members + 1) }, (_, index) => ({
          id: random.guid(`person ${index}`),
          userPrincipalName: `p${index}@contoso.example`,
          mail: `person.${index}@contoso.example`,
          proxyAddresses: [`SMTP:person.${index}@contoso.example`],
          displayName: `Person ${index}`,
          accountEnabled: true,
          userType: 'Member' as const,
          licensed: true,
        })),
      },
    ],
    inProcess: true,
  });
  const { clock, simulator } = graph;
  const [tenant] = simulator.tenants;
  assert.ok(tenant);
  const names = tenant.users.map(({ id, userPrincipalName, mail }) => {
    return { id, signInName: userPrincipalName, address: mail ?? '' }[run.namedBy];
  });
  const memory = createMemoryLane({ tenantId: tenant.tenantId, clock });
  for (let index = 0; index < run.creations; index += 1) {
    const first = index * (run.members + 1);
    const [responsible = '', ...members] = names.slice(first, first + run.members + 1);
    memory.add({
      teamId: random.guid(`creation ${index}`),
      mailNickname: `g${index}`,
      people: { responsible, deputy: null, owners: [], members },
    });
  }

  const never = new Promise<never>(() => undefined);
  function startProcess() {
    const life = { isOver: false };
    const wait = (): Promise<never> | undefined => (life.isOver ? never : undefined);
    const directory = graph.connect(0, { before: wait, after: wait });
    const { lane } = startLane({ graph, memory, directory, seed: run.seed });
    return { life, lane, directory };
  }
  let process = startProcess();
  for (let kill = 1; kill <= run.kills; kill += 1) {
    await clock.run(clock.wait(run.msBetweenKills));
    const dead = process;
    dead.life.isOver = true;
    process = startProcess();
    void dead.lane.stop();
    void dead.directory.close();
  }
  const areResolved = (): boolean =>
    [...memory.creations.values()].every(({ resolvedPeople }) => resolvedPeople !== null);
  const untilResolved = async (): Promise<void> => {
    while (!areResolved()) await clock.wait(100);
    await process.lane.stop();
  };
  await clock.run(untilResolved());
  await graph.close();

  return readsOfPeople.reduce((units, name: CallName) => {
    const each = kindOf(name).costs.resourceUnits ?? 0;
    return units + each * (simulator.journal.calls.get(name) ?? 0);
  }, 0);
}
