// The scenarios in which operations on existing groups have to prove themselves against the Graph simulator, beside those
// of creations (graph-scenarios.ts).
import assert from 'node:assert/strict';
import { calm, type Profile } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import type { SimulatedGroup, Tenant } from '@groupwright/graph-simulator/tenant.ts';
import { type GroupSettings, namesIn } from '../src/directory/group-settings.ts';
import type { GroupChange, OperationKind } from '../src/groups/change/operation.ts';
import { isAble } from './able-users.ts';
import { ceilingSeconds, labelApplication, testLabel } from './adoption-run.ts';
import { createMemoryLane } from './in-memory-lane-store.ts';
import {
  createMemoryOperations,
  type MemoryOperations,
  type NewOperation,
} from './in-memory-operations.ts';
import { createKilledLane } from './killed-lane.ts';
import { chooseCreations, finish, startLane } from './provisioning-run.ts';
import { openSimulatedGraph, type SimulatedGraph } from './simulated-graph.ts';

function firstTenant(graph: SimulatedGraph): Tenant {
  const [tenant] = graph.simulator.tenants;
  assert.ok(tenant);
  return tenant;
}

/** Operations of every kind, one after the other; the group exists in the end. */
function everyKind(
  emails: readonly string[],
  index: number,
): readonly { kind: OperationKind; change?: GroupChange }[] {
  const email = (offset: number): string => emails[(index + offset) % emails.length] ?? '';
  return [
    {
      kind: 'change',
      change: {
        displayName: `Renamed ${index}`,
        description: `Described ${index}`,
        visibility: index % 2 === 0 ? 'public' : 'private',
        owners: { add: [email(10)], remove: [] },
        members: { add: [email(11), email(12)], remove: [] },
      },
    },
    { kind: 'handover', change: { responsible: email(13), deputy: email(14) } },
    // An owner, who stays one.
    { kind: 'change', change: { members: { add: [email(10)], remove: [] } } },
    { kind: 'archive' },
    { kind: 'unarchive' },
    { kind: 'delete' },
    { kind: 'restore' },
    { kind: 'change', change: { members: { add: [], remove: [email(12)] } } },
    { kind: 'handover', change: { responsible: email(15), deputy: null, former: 'none' } },
  ];
}

const isWithoutTeam = (kind: OperationKind): boolean => kind === 'archive' || kind === 'unarchive';

/** The group in the directory is what the record says, and there is one. */
function assertAsRecorded(tenant: Tenant, operations: MemoryOperations, teamId: string): void {
  const record = operations.group(teamId);
  assert.ok(record?.groupId !== undefined);
  const group: SimulatedGroup | undefined = tenant.groups.get(record.groupId);
  assert.ok(group, `${teamId} has no group`);
  const seen = {
    displayName: group.displayName,
    description: group.description,
    visibility: group.visibility.toLowerCase(),
    isDeleted: group.deletedAt !== undefined,
    owners: [...group.owners].toSorted(),
    members: [...group.members].toSorted(),
  };
  const { ownerIds = [], memberIds = [] } = record.resolvedPeople ?? {};
  const refused = new Set(
    [...operations.operations.values()]
      .filter((operation) => operation.teamId === teamId)
      .flatMap(({ warnings }) => warnings)
      .filter(({ code }) => code === 'member_refused')
      .map(({ detail }) => /[0-9a-f-]{36}/.exec(detail)?.[0] ?? ''),
  );
  assert.deepEqual(
    seen,
    {
      displayName: record.displayName,
      description: record.description,
      visibility: record.policy.visibility,
      isDeleted: record.state === 'deleted',
      owners: [...ownerIds].toSorted(),
      members: [...ownerIds, ...memberIds].filter((id) => !refused.has(id)).toSorted(),
    },
    teamId,
  );
}

/** At no moment of the journal was a group without an owner: new ones came before the former ones went. */
function assertNeverWithoutOwner({ simulator }: SimulatedGraph, operations: MemoryOperations) {
  const added = new Map<string, Set<string>>();
  let removals = 0;
  for (const { groupId, kind, personIds } of simulator.journal.changes) {
    const seen = added.get(groupId) ?? new Set<string>();
    added.set(groupId, seen);
    if (kind === 'owners_added') for (const id of personIds) seen.add(id);
    if (kind !== 'owners_removed') continue;
    removals += 1;
    // Each handover of these runs names a person who was no owner before.
    const successors = [...operations.operations.values()].filter(
      ({ group, facts }) =>
        group.groupId === groupId &&
        personIds.some((id) => facts.changedPeople?.removeOwnerIds.includes(id)),
    );
    assert.ok(
      successors.some(({ facts }) => seen.has(facts.changedPeople?.responsibleId ?? '')),
      `${groupId}: the owners ${personIds.join(', ')} went before their successor came`,
    );
  }
  return removals;
}

export interface OperationMetrics {
  readonly creations: number;
  readonly operations: number;
  readonly succeeded: number;
  readonly rightlyFailed: number;
  readonly ownersRemoved: number;
  readonly requests: number;
  readonly faults: number;
  readonly virtualMinutes: number;
}

/** Operations of every kind on the groups of hostile creations, sent while these are in progress. */
export async function runOperations(
  seed: string,
  count: number,
  profile: Profile,
): Promise<OperationMetrics> {
  const graph = await openSimulatedGraph({
    seed,
    profile,
    tenants: [{ people: 400 }],
    inProcess: true,
  });
  const tenant = firstTenant(graph);
  const { clock, simulator } = graph;
  const { tenantId } = tenant;
  const memory = createMemoryLane({ tenantId, clock });
  const operations = createMemoryOperations({ tenantId, clock, creations: memory.creations });
  const emails = tenant.users
    .slice(40, 120)
    .filter(isAble)
    .map(({ mail }) => mail ?? '');
  const creations = chooseCreations(createSeededRandom(seed), tenant, count, (index) => ({
    inMs: index * 500,
    policy: { kind: index % 4 === 0 ? 'group' : 'team' },
  }));
  for (const [index, creation] of creations.entries()) {
    memory.add(creation);
    const hasTeam = creation.policy?.kind === 'team';
    for (const [number, { kind, change }] of everyKind(emails, index).entries()) {
      if (!hasTeam && isWithoutTeam(kind)) continue;
      operations.add({
        operationId: `${creation.teamId} ${number}`,
        teamId: creation.teamId,
        kind,
        ...(change && { change }),
        inMs: index * 500 + number * 20_000,
      });
    }
  }
  const startedAt = clock.now();
  const { lane } = startLane({ graph, memory, operations, directory: graph.connect(), seed });
  const open = () => memory.open() + operations.open();
  await finish(graph, [{ lane, memory: { open } }]);
  const virtualMinutes = Math.round((clock.now() - startedAt) / 60_000);
  await graph.close();

  let succeeded = 0;
  for (const operation of operations.operations.values()) {
    const { status, teamId, facts } = operation;
    if (memory.creations.get(teamId)?.status === 'succeeded') {
      assert.equal(status, 'succeeded', `${operation.operationId}: ${JSON.stringify(facts)}`);
      succeeded += 1;
    } else assert.deepEqual([status, facts.failure?.code], ['failed', 'group_not_active']);
  }
  for (const { teamId, status } of memory.creations.values()) {
    if (status === 'succeeded') assertAsRecorded(tenant, operations, teamId);
  }
  assert.deepEqual(simulator.journal.violations, []);
  const ownersRemoved = assertNeverWithoutOwner(graph, operations);
  const all = operations.operations.size;
  return {
    creations: count,
    operations: all,
    succeeded,
    rightlyFailed: all - succeeded,
    ownersRemoved,
    requests: simulator.journal.httpRequests.count,
    faults: [...simulator.journal.faults.values()].reduce((sum, n) => sum + n, 0),
    virtualMinutes,
  };
}

export interface ChangeBacklogMetrics {
  readonly changes: number;
  readonly virtualSeconds: number;
  /** The most that the published limit allows: 3,000 writes of the directory in 150 seconds. */
  readonly atBestSeconds: number;
  readonly shareOfCeiling: number;
  readonly shareThrottled: number;
  /** How long another tenant's creation took meanwhile. */
  readonly otherTenantSeconds: number;
  /** How long a creation of the same tenant took meanwhile. */
  readonly ownCreationSeconds: number;
}

const groupsOfBacklog = 1_000;

/** A backlog of changes under the published limits, with a creation of the same tenant and one of another beside it. */
export async function runChangeBacklog(seed: string, count: number): Promise<ChangeBacklogMetrics> {
  const graph = await openSimulatedGraph({
    seed,
    profile: calm,
    tenants: [{ people: 60 }, { people: 60 }],
    inProcess: true,
  });
  const { clock, simulator } = graph;
  const random = createSeededRandom(seed);
  const groups = Math.min(count, groupsOfBacklog);
  const lanes = simulator.tenants.map((tenant, number) => {
    const { tenantId } = tenant;
    const memory = createMemoryLane({ tenantId, clock });
    const operations = createMemoryOperations({ tenantId, clock, creations: memory.creations });
    const creations = chooseCreations(random, tenant, number === 0 ? groups + 1 : 1, () => ({
      policy: { kind: 'group' },
    }));
    const last = creations.pop();
    assert.ok(last);
    for (const creation of creations) memory.add(creation);
    return { memory, operations, directory: graph.connect(number), creations, last };
  });
  const [mine, other] = lanes;
  assert.ok(mine && other);
  const maker = startLane({ graph, seed, ...mine });
  await finish(graph, [{ lane: maker.lane, memory: mine.memory }]);
  // The window of the limit is empty again.
  await clock.run(clock.wait(150_000));
  const throttledBefore = sum(simulator.journal.throttled);
  const callsBefore = sum(simulator.journal.calls);
  for (let number = 0; number < count; number += 1) {
    const teamId = mine.creations[number % groups]?.teamId ?? '';
    const change = { description: `Change ${number}` };
    mine.operations.add({ operationId: `change ${number}`, teamId, kind: 'change', change });
  }
  // They come when the backlog is in full course.
  for (const { memory, last } of lanes) memory.add({ ...last, inMs: 20_000 });
  const startedAt = clock.now();
  await finish(
    graph,
    lanes.map(({ memory, operations, directory }) => ({
      lane: startLane({ graph, memory, operations, directory, seed }).lane,
      memory: { open: () => memory.open() + operations.open() },
    })),
  );
  const virtualSeconds = (clock.now() - startedAt) / 1000;
  await graph.close();
  for (const { status } of mine.operations.operations.values()) assert.equal(status, 'succeeded');
  assert.deepEqual(simulator.journal.violations, []);
  const secondsOf = ({ memory, last }: typeof mine): number => {
    const creation = memory.creations.get(last.teamId);
    const ended = creation?.steps.at(-1)?.completedAt;
    assert.ok(creation?.status === 'succeeded' && ended);
    return (Date.parse(ended) - creation.createdAt.getTime()) / 1000;
  };
  const atBestSeconds = count / 20;
  return {
    changes: count,
    virtualSeconds,
    atBestSeconds,
    shareOfCeiling: atBestSeconds / virtualSeconds,
    shareThrottled:
      (sum(simulator.journal.throttled) - throttledBefore) /
      (sum(simulator.journal.calls) - callsBefore),
    otherTenantSeconds: secondsOf(other),
    ownCreationSeconds: secondsOf(mine),
  };
}

function sum(map: ReadonlyMap<string, number>): number {
  return [...map.values()].reduce((total, n) => total + n, 0);
}

/**
 * Operations of every kind on one group, killed at one boundary after the other: before and after each request to Graph
 * and each record of the ledger. The worker that takes over ends them in the same state.
 * @returns how many boundaries there were
 */
export async function runKilledOperations(
  seed: string,
  profile: Profile,
  everyNth = 1,
): Promise<number> {
  let boundaries = 0;
  for (let boundary = 1; ; boundary += everyNth) {
    const graph = await openSimulatedGraph({
      seed,
      profile,
      tenants: [{ people: 60, labels: [testLabel], sharePoint: labelApplication }],
      inProcess: true,
    });
    const tenant = firstTenant(graph);
    const { tenantId } = tenant;
    const killed = createKilledLane(graph, tenantId);
    const { memory, operations } = killed;
    const [creation] = chooseCreations(createSeededRandom(seed), tenant, 1);
    assert.ok(creation);
    memory.add(creation);
    await finish(graph, [{ lane: killed.start(seed).lane, memory }]);

    // The people of creations are among the first 40.
    const emails = tenant.users
      .slice(40)
      .filter(isAble)
      .map(({ mail }) => mail ?? '');
    const { teamId } = creation;
    operations.add(repairOf(teamId, true));
    for (const [number, { kind, change }] of everyKind(emails, 20).entries()) {
      const operationId = `${number} ${kind}`;
      operations.add({ operationId, teamId, kind, ...(change && { change }) });
    }
    const dead = await killed.kill(boundary, seed);
    await finish(graph, [{ lane: killed.start(seed).lane, memory: operations }]);
    void dead.lane.stop();
    await graph.close();

    for (const { operationId, status, facts } of operations.operations.values()) {
      const at = `${operationId}, killed at boundary ${boundary}: ${JSON.stringify(facts)}`;
      assert.equal(status, 'succeeded', at);
    }
    assertAsRecorded(tenant, operations, teamId);
    assertSettled(tenant, operations, teamId, true);
    assert.ok(assertNeverWithoutOwner(graph, operations) > 0);
    const early = graph.simulator.journal.violations.filter(
      ({ violation }) => violation === 'polled_too_early',
    );
    assert.deepEqual(early, [], `killed at boundary ${boundary}`);
    if (!dead.isKilled) return boundaries;
    boundaries += 1;
  }
}

const changedSettings = {
  guests: 'deny',
  'members.createChannels': false,
  'members.addApps': false,
  'messages.delete': false,
  'fun.giphy': 'strict',
  hideFromOutlook: true,
} as const satisfies GroupSettings;
const settingsOf = (isLabelled: boolean): GroupSettings => ({
  ...changedSettings,
  ...(isLabelled && { sensitivityLabel: testLabel.id }),
});

/** The repair of a group whose template has got settings. */
function repairOf(teamId: string, isLabelled: boolean): NewOperation {
  const settings = settingsOf(isLabelled);
  const properties = namesIn(settings).map((name) => `settings.${name}` as const);
  const change = { repair: { properties } };
  return { operationId: `repair ${teamId}`, teamId, kind: 'repair', change, settings };
}

function assertSettled(
  tenant: Tenant,
  operations: MemoryOperations,
  teamId: string,
  isLabelled: boolean,
): SimulatedGroup {
  const group = tenant.groups.get(operations.group(teamId)?.groupId ?? '');
  assert.ok(group);
  const { memberSettings, messagingSettings, funSettings } = group.teamSettings ?? {};
  assert.deepEqual(
    [
      memberSettings?.['allowCreateUpdateChannels'],
      memberSettings?.['allowAddRemoveApps'],
      messagingSettings?.['allowUserDeleteMessages'],
      funSettings?.['giphyContentRating'],
      group.guestSetting?.values[0]?.value,
      group.hidden?.hideFromOutlookClients,
      group.label?.id,
    ],
    [false, false, false, 'strict', 'false', true, settingsOf(isLabelled).sensitivityLabel],
  );
  return group;
}

/** They bind a repair of settings; limits on one team never do, because each team is repaired once. */
const limitsOfRepairs = [
  'directoryWrites',
  'resourceUnits',
  'otherTeamsWrites',
  'teamRead',
  'sharePointUnits',
] as const;

export interface RepairMetrics {
  readonly teams: number;
  readonly virtualSeconds: number;
  /** The time that the published limits ask for, of the time that it took. */
  readonly shareOfCeiling: number;
  readonly shareThrottled: number;
  /** The share of each limit that was used, on average. */
  readonly shares: Readonly<Record<string, number>>;
}

/** Teams that are brought in line with a changed template by repair, by several workers where each one is killed. */
export async function runRepairs(
  seed: string,
  {
    profile,
    count,
    isLabelled,
    kills = 0,
  }: {
    readonly profile: Profile;
    readonly count: number;
    readonly isLabelled: boolean;
    readonly kills?: number;
  },
): Promise<RepairMetrics> {
  const graph = await openSimulatedGraph({
    seed,
    profile,
    tenants: [{ people: 60, labels: [testLabel], sharePoint: labelApplication }],
    inProcess: true,
  });
  const tenant = firstTenant(graph);
  const { clock, simulator } = graph;
  const { journal } = simulator;
  const { tenantId } = tenant;
  const random = createSeededRandom(seed);
  const memory = createMemoryLane({ tenantId, clock });
  const operations = createMemoryOperations({ tenantId, clock, creations: memory.creations });
  const creations = chooseCreations(random, tenant, count);
  for (const creation of creations) memory.add(creation);
  const maker = startLane({ graph, memory, directory: graph.connect(), seed });
  await finish(graph, [{ lane: maker.lane, memory }]);
  // The windows of the limits are empty again.
  await clock.run(clock.wait(150_000));
  const [callsBefore, throttledBefore] = [new Map(journal.calls), sum(journal.throttled)];
  const changesBefore = journal.changes.length;

  const made = creations.filter(
    ({ teamId }) => memory.creations.get(teamId)?.status === 'succeeded',
  );
  for (const { teamId } of made) operations.add(repairOf(teamId, isLabelled));
  const startedAt = clock.now();
  const directory = graph.connect();
  let { lane } = startLane({ graph, memory, operations, directory, seed });
  for (let kill = 1; kill <= kills; kill += 1) {
    await clock.run(clock.wait(200 + 20_000 * random.fraction(`kill ${kill}`)));
    // The lane of the killed worker is lost: it writes no record any longer.
    ({ lane } = startLane({ graph, memory, operations, directory, seed: `${seed} ${kill}` }));
  }
  await finish(graph, [{ lane, memory: operations }]);
  const virtualSeconds = (clock.now() - startedAt) / 1000;
  await graph.close();

  assert.deepEqual(journal.violations, []);
  const changes = journal.changes.slice(changesBefore);
  for (const { teamId } of made) {
    const operation = operations.operations.get(`repair ${teamId}`);
    assert.equal(operation?.status, 'succeeded', JSON.stringify(operation?.facts));
    // Reads may lag for longer than a repair waits for them.
    const isLate = /^The directory accepted the settings .* does not show them\.$/;
    const others = operation.warnings.filter(
      ({ detail }) => profile.lagMaxMs === 0 || !isLate.test(detail),
    );
    assert.deepEqual(others, []);
    const group = assertSettled(tenant, operations, teamId, isLabelled);
    const kinds = changes.filter(({ groupId }) => groupId === group.id).map(({ kind }) => kind);
    const last = kinds.lastIndexOf('labelled');
    assert.ok(kinds.indexOf('settings_changed') > last, kinds.join(', '));
    assert.ok(!kinds.some((kind) => /_(?:added|removed)$/.test(kind)), kinds.join(', '));
    // A repetition is one of a killed worker, and writes the same.
    assert.ok(kinds.filter((kind) => kind === 'labelled').length <= 1 + kills);
    assertAsRecorded(tenant, operations, teamId);
  }
  const calls = new Map(
    [...journal.calls].map(([name, number]) => [name, number - (callsBefore.get(name) ?? 0)]),
  );
  const shares = limitsOfRepairs.map((name): [string, number] => [
    name,
    ceilingSeconds(calls, [name]) / virtualSeconds,
  ]);
  return {
    teams: made.length,
    virtualSeconds,
    shareOfCeiling: ceilingSeconds(calls, limitsOfRepairs) / virtualSeconds,
    shareThrottled: (sum(journal.throttled) - throttledBefore) / sum(calls),
    shares: Object.fromEntries(shares),
  };
}
