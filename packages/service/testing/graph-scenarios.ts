// The scenarios in which provisioning has to prove itself against the Graph simulator, each in a size that
// the caller names: short for every test run, long for the figures.
import assert from 'node:assert/strict';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { calm, hostileTenant, type Profile } from '@groupwright/graph-simulator/profile.ts';
import type { SimulatedGroup, Tenant } from '@groupwright/graph-simulator/tenant.ts';
import type { Creation } from '../src/engine/creation.ts';
import { isAble } from './able-users.ts';
import { createMemoryLane, type NewCreation } from './in-memory-lane-store.ts';
import {
  assertExactlyOneGroupEach,
  chooseCreations,
  finish,
  startLane,
  uniqueNameOf,
} from './provisioning-run.ts';
import { assertDriftIsOnlyForgeries } from './reconciliation-audit.ts';
import { openSimulatedGraph, type SimulatedGraph } from './simulated-graph.ts';

/** How a drawn creation has to end; a failure by its code. */
type Expected =
  | 'succeeded'
  | 'people_not_found'
  | 'people_not_eligible'
  | 'directory_alias_taken'
  | 'directory_refused';

export interface HostileMetrics {
  readonly creations: number;
  readonly succeeded: number;
  readonly rightlyFailed: number;
  readonly requests: number;
  readonly faults: number;
  /** Groups of users who imitated one of ours. */
  readonly forgeries: number;
  /** Groups that were refused after they were made, before they could be seen. */
  readonly refusedLate: number;
  readonly incidents: number;
  readonly virtualMinutes: number;
}

function onlyTenant(graph: SimulatedGraph): Tenant {
  const [tenant] = graph.simulator.tenants;
  assert.ok(tenant);
  return tenant;
}

/** A group that is not ours, as every tenant has some. */
export function addStrangersGroup(
  tenant: Tenant,
  mailNickname: string,
  now: number,
  change: Partial<SimulatedGroup> = {},
): string {
  const id = `99999999-0000-4000-8000-${String(tenant.groups.size).padStart(12, '0')}`;
  const group: SimulatedGroup = {
    id,
    uniqueName: null,
    displayName: 'A stranger’s',
    description: null,
    mailNickname,
    mail: `${mailNickname}@${tenant.domain}`,
    visibility: 'Private',
    groupTypes: ['Unified'],
    securityEnabled: false,
    owners: new Set<string>(),
    members: new Set<string>(),
    createdAt: now,
    visibleAt: now,
    visibleToTeamsAt: now,
    team: undefined,
    teamAttempts: 0,
    deletedAt: undefined,
    ...change,
  };
  tenant.groups.set(id, group);
  tenant.byNickname.set(mailNickname.toLowerCase(), group);
  return id;
}

/**
 * Creations of every sort, some of which have to fail, against a hostile Graph. Each ends as it must, with
 * exactly one group or none, strict Graph was given no cause, and a reconciliation finds only forgeries.
 */
export async function runHostile(seed: string, count: number): Promise<HostileMetrics> {
  const graph = await openSimulatedGraph({
    seed,
    profile: hostileTenant,
    tenants: [{ people: 400 }],
    inProcess: true,
  });
  const tenant = onlyTenant(graph);
  const { clock, simulator } = graph;
  const random = createSeededRandom(seed);
  const blocked = tenant.users.find(({ accountEnabled }) => !accountEnabled);
  const unlicensed = tenant.users.find(
    ({ licensed, userType }) => !licensed && userType === 'Member',
  );
  assert.ok(blocked?.mail && unlicensed?.mail);
  const expected = new Map<string, Expected>();

  function variant(index: number): Partial<NewCreation> & { expected: Expected } {
    const kind = random.fraction(`kind of ${index}`);
    const inMs = index * 500;
    const responsible = tenant.users[index % 40]?.mail ?? '';
    const people = (change: Partial<NewCreation['people']>): NewCreation['people'] => ({
      responsible,
      deputy: null,
      owners: [],
      members: [],
      ...change,
    });
    if (kind < 0.03) {
      const members = ['nobody@contoso.example'];
      return { inMs, people: people({ members }), expected: 'people_not_found' };
    }
    if (kind < 0.05) {
      const owners = [blocked?.mail ?? ''];
      return { inMs, people: people({ owners }), expected: 'people_not_eligible' };
    }
    if (kind < 0.07) {
      addStrangersGroup(tenant, `taken-${index}`, clock.now());
      return { inMs, mailNickname: `Taken-${index}`, expected: 'directory_alias_taken' };
    }
    if (kind < 0.085) {
      const [mailNickname] = tenant.users[index % tenant.users.length]?.mail?.split('@') ?? [];
      assert.ok(mailNickname);
      return { inMs, mailNickname, expected: 'directory_alias_taken' };
    }
    if (kind < 0.095) return { inMs, description: '', expected: 'succeeded' };
    if (kind < 0.15) return { inMs, policy: { kind: 'group' }, expected: 'succeeded' };
    if (kind < 0.25) {
      const channels = ['Planning', 'Results'].map((displayName) => ({
        displayName,
        description: null,
      }));
      return { inMs, policy: { channels }, expected: 'succeeded' };
    }
    if (kind < 0.3) {
      // More than fit into the first call, one of them without a licence for Teams.
      const many = tenant.users
        .slice(40, 90)
        .filter(({ accountEnabled, licensed }) => accountEnabled && licensed);
      const members = [...many.map(({ mail }) => mail ?? ''), unlicensed?.mail ?? ''];
      return { inMs, people: people({ members }), expected: 'succeeded' };
    }
    return { inMs, expected: 'succeeded' };
  }

  const memory = createMemoryLane({ tenantId: tenant.tenantId, clock });
  const chosen = chooseCreations(random, tenant, count, (index) => {
    const { expected: end, ...change } = variant(index);
    expected.set(random.guid(`creation ${tenant.tenantId} ${index}`), end);
    return change;
  });
  for (const creation of chosen) memory.add(creation);
  const startedAt = clock.now();
  const directory = graph.connect();
  const { lane } = startLane({ graph, memory, directory, seed });
  await finish(graph, [{ lane, memory }]);
  const virtualMinutes = Math.round((clock.now() - startedAt) / 60_000);
  const requests = simulator.journal.httpRequests.count;
  await assertDriftIsOnlyForgeries(graph, directory, tenant, memory.creations);
  await graph.close();

  for (const { teamId } of chosen) {
    if (tenant.refusedNames.has(uniqueNameOf(teamId))) expected.set(teamId, 'directory_refused');
  }
  for (const creation of memory.creations.values()) {
    assert.equal(endOf(creation), expected.get(creation.teamId), JSON.stringify(creation.facts));
  }
  assertExactlyOneGroupEach(tenant, memory.creations);
  const strangers = [...tenant.groups.values()].filter(
    ({ displayName }) => displayName === 'A stranger’s',
  );
  assert.ok(
    strangers.every(({ owners, members, team }) => owners.size + members.size === 0 && !team),
  );
  assert.deepEqual(simulator.journal.violations, []);
  const succeeded = [...expected.values()].filter((end) => end === 'succeeded').length;
  return {
    creations: count,
    succeeded,
    rightlyFailed: count - succeeded,
    requests,
    faults: [...simulator.journal.faults.values()].reduce((sum, n) => sum + n, 0),
    forgeries: tenant.forgedGroupIds.size,
    refusedLate: tenant.refusedNames.size,
    incidents: memory.incidents.length,
    virtualMinutes,
  };
}

function endOf(creation: Creation): string {
  return creation.facts.failure?.code ?? creation.status;
}

export interface BacklogMetrics {
  readonly creations: number;
  readonly virtualSeconds: number;
  /**
   * The most that the published limits allow: two ways to create a team, 10 and 6 per second; and 20 directory writes per
   * second, two of which make a group.
   */
  readonly atBestSeconds: number;
  readonly shareOfCeiling: number;
  readonly shareThrottled: number;
  /** How long another tenant's single creation took meanwhile. */
  readonly otherTenantSeconds: number;
}

const createdPerSecond = { team: 16, group: 10 } as const;

/** A backlog on one tenant under the published limits, and one creation of another tenant beside it. */
export async function runBacklog(
  seed: string,
  count: number,
  kind: 'team' | 'group' = 'team',
): Promise<BacklogMetrics> {
  const profile: Profile = { ...calm, teamMakingMs: [1000, 8000] };
  const graph = await openSimulatedGraph({
    seed,
    profile,
    tenants: [{ people: 60 }, { people: 60 }],
    inProcess: true,
  });
  const { clock, simulator } = graph;
  const random = createSeededRandom(seed);
  const startedAt = clock.now();
  const lanes = simulator.tenants.map((tenant, number) => {
    const memory = createMemoryLane({ tenantId: tenant.tenantId, clock });
    const size = number === 0 ? count : 1;
    // The other tenant's one comes when the backlog is in full course.
    const policy = { kind };
    const change = number === 0 ? () => ({ policy }) : () => ({ policy, inMs: 20_000 });
    for (const creation of chooseCreations(random, tenant, size, change)) memory.add(creation);
    const directory = graph.connect(number);
    return { tenant, memory, lane: startLane({ graph, memory, directory, seed }).lane };
  });
  await finish(graph, lanes);
  const virtualSeconds = (clock.now() - startedAt) / 1000;
  await graph.close();

  for (const { tenant, memory } of lanes) {
    for (const creation of memory.creations.values()) assert.equal(creation.status, 'succeeded');
    assertExactlyOneGroupEach(tenant, memory.creations);
  }
  assert.deepEqual(simulator.journal.violations, []);
  const sum = (map: ReadonlyMap<string, number>): number =>
    [...map.values()].reduce((total, n) => total + n, 0);
  const [other] = lanes[1]?.memory.creations.values() ?? [];
  const ended = other?.steps.at(-1)?.completedAt;
  assert.ok(other && ended);
  const atBestSeconds = count / createdPerSecond[kind];
  return {
    creations: count,
    virtualSeconds,
    atBestSeconds,
    shareOfCeiling: atBestSeconds / virtualSeconds,
    shareThrottled: sum(simulator.journal.throttled) / sum(simulator.journal.calls),
    otherTenantSeconds: (Date.parse(ended) - other.createdAt.getTime()) / 1000,
  };
}

const peopleOfOne = 5;

export interface CountedCalls {
  /** The keys are names of calls, of all creations together. */
  readonly calls: ReadonlyMap<string, number>;
  readonly callsOfEach: number;
  readonly requestsOfEach: number;
}

/** The calls that creations take, two of which are accepted in a second. @param strangers whether none shares its people */
export async function countCalls(
  seed: string,
  {
    kind,
    profile = calm,
    creations = 1,
    strangers = false,
  }: { kind: 'team' | 'group'; profile?: Profile; creations?: number; strangers?: boolean },
): Promise<CountedCalls> {
  const graph = await openSimulatedGraph({
    seed,
    profile,
    tenants: [{ people: strangers ? 60 + peopleOfOne * 2 * creations : 60 }],
    inProcess: true,
  });
  const tenant = onlyTenant(graph);
  const memory = createMemoryLane({ tenantId: tenant.tenantId, clock: graph.clock });
  const policy = { kind };
  const able = tenant.users.filter(isAble);
  const ownPeople = (index: number): Pick<NewCreation, 'people'> => {
    const own = able.slice(index * peopleOfOne, (index + 1) * peopleOfOne);
    const [responsible = '', owner = '', ...members] = own.map(({ mail }) => mail ?? '');
    return { people: { responsible, deputy: null, owners: [owner], members } };
  };
  const chosen = chooseCreations(createSeededRandom(seed), tenant, creations, (index) => ({
    policy,
    inMs: index * 500,
    ...(strangers && ownPeople(index)),
  }));
  for (const creation of chosen) memory.add(creation);
  const { lane } = startLane({ graph, memory, directory: graph.connect(), seed });
  await finish(graph, [{ lane, memory }]);
  await graph.close();
  for (const { status } of memory.creations.values()) assert.equal(status, 'succeeded');
  assertExactlyOneGroupEach(tenant, memory.creations);
  const { calls, httpRequests, violations } = graph.simulator.journal;
  assert.deepEqual(violations, []);
  const sum = [...calls.values()].reduce((total, n) => total + n, 0);
  return {
    calls,
    callsOfEach: sum / creations,
    requestsOfEach: httpRequests.count / creations,
  };
}

export interface LargeMetrics {
  readonly requests: number;
  readonly atLeast: number;
}

/** One creation with very many people: the group has exactly those, with hardly more requests than necessary. */
export async function runLarge(
  seed: string,
  owners: number,
  members: number,
): Promise<LargeMetrics> {
  const graph = await openSimulatedGraph({
    seed,
    profile: calm,
    tenants: [
      {
        users: Array.from({ length: owners + members }, (_, index) => ({
          id: createSeededRandom(seed).guid(`person ${index}`),
          userPrincipalName: `p${index}@contoso.example`,
          mail: `p${index}@contoso.example`,
          proxyAddresses: [`SMTP:p${index}@contoso.example`],
          displayName: `Person ${index}`,
          accountEnabled: true,
          userType: 'Member' as const,
          licensed: true,
        })),
      },
    ],
    inProcess: true,
  });
  const tenant = onlyTenant(graph);
  const memory = createMemoryLane({ tenantId: tenant.tenantId, clock: graph.clock });
  const names = tenant.users.map(({ userPrincipalName }) => userPrincipalName);
  const [responsible = '', ...otherOwners] = names.slice(0, owners);
  memory.add({
    teamId: createSeededRandom(seed).guid('large'),
    mailNickname: 'large',
    people: { responsible, deputy: null, owners: otherOwners, members: names.slice(owners) },
  });
  const { lane } = startLane({ graph, memory, directory: graph.connect(), seed });
  await finish(graph, [{ lane, memory }]);
  await graph.close();

  assertExactlyOneGroupEach(tenant, memory.creations);
  const [group] = tenant.groups.values();
  assert.equal(group?.owners.size, owners);
  assert.equal(group?.members.size, owners + members);
  assert.deepEqual(graph.simulator.journal.violations, []);
  // People by 300, the naming policy, the group, the team and one look at it, people by 200, and the team's address.
  const perCall = (people: number): number => Math.ceil(people / 200);
  const membersLeft = members - Math.max(0, 20 - owners);
  const lookUps = Math.ceil((owners + members) / 300);
  const atLeast = lookUps + 1 + 1 + 2 + perCall(owners + membersLeft) + 1;
  return { requests: graph.simulator.journal.httpRequests.count, atLeast };
}

/**
 * One creation, killed at one boundary after the other: before and after each request to Graph and each
 * record of the ledger. The worker that takes over completes it with one group.
 * @returns how many boundaries there were
 */
export async function runKilled(seed: string, profile: Profile): Promise<number> {
  for (let boundary = 1; ; boundary += 1) {
    const graph = await openSimulatedGraph({
      seed,
      profile,
      tenants: [{ people: 60 }],
      inProcess: true,
    });
    const tenant = onlyTenant(graph);
    const { clock } = graph;
    const first = { passed: 0, killed: false, isReplaced: false };
    /** True when the first process dies here, or is dead. */
    const dies = (): boolean => {
      if (first.isReplaced) return false;
      first.passed += 1;
      first.killed ||= first.passed === boundary;
      return first.killed;
    };
    const memory = createMemoryLane({
      tenantId: tenant.tenantId,
      clock,
      onWrite: () => !dies(),
      afterWrite: () => !dies(),
    });
    const [creation] = chooseCreations(createSeededRandom(seed), tenant, 1, () => ({
      policy: { channels: [{ displayName: 'Planning', description: null }] },
    }));
    assert.ok(creation);
    memory.add(creation);
    const never = new Promise<never>(() => undefined);
    const crashing = graph.connect(0, {
      before: () => (dies() ? never : undefined),
      after: () => (dies() ? never : undefined),
    });
    const dead = startLane({ graph, memory, directory: crashing, seed });
    const untilKilled = async (): Promise<void> => {
      while (!first.killed && memory.open() > 0) await clock.wait(500);
    };
    await clock.run(untilKilled());
    first.isReplaced = true;
    const survivor = startLane({ graph, memory, directory: graph.connect(), seed });
    await finish(graph, [{ lane: survivor.lane, memory }]);
    void dead.lane.stop();
    await graph.close();

    for (const { status, facts } of memory.creations.values()) {
      assert.equal(status, 'succeeded', `killed at boundary ${boundary}: ${JSON.stringify(facts)}`);
    }
    assertExactlyOneGroupEach(tenant, memory.creations);
    const early = graph.simulator.journal.violations.filter(
      ({ violation }) => violation === 'polled_too_early',
    );
    assert.deepEqual(early, [], `killed at boundary ${boundary}`);
    if (!first.killed) return boundary - 1;
  }
}
