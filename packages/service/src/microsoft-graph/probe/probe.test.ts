// A probe of the connection on the simulated Microsoft 365: it names what is altered, and leaves nothing behind.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AlteredRule, alteredRules } from '@groupwright/graph-simulator/altered-rules.ts';
import { calm, hostile, type Profile } from '@groupwright/graph-simulator/profile.ts';
import { openSimulatedGraph, type WireHooks } from '../../../testing/simulated-graph.ts';
import { testSeed } from '../../../testing/seed.ts';
import type { ProbeReport } from '../../directory/connection-report.ts';
import { DirectoryError } from '../../directory/directory.ts';
import { assumptions } from './assumptions.ts';
import { probeAlias } from './probe-groups.ts';

const hourMs = 60 * 60_000;
const label = { id: '5a4db0c5-0000-4000-8000-000000000001', name: 'Confidential' };

interface People {
  readonly owner?: string;
  readonly guest?: string;
}

async function openTenant({
  profile = calm,
  altered = [],
}: { profile?: Profile; altered?: readonly AlteredRule[] } = {}) {
  const graph = await openSimulatedGraph({
    seed: `probe ${testSeed}`,
    profile,
    inProcess: true,
    tenants: [{ people: 100, altered, labels: [label] }],
  });
  const { simulator, clock } = graph;
  const [tenant] = simulator.tenants;
  assert.ok(tenant);
  const [owner] = tenant.users;
  const guest = tenant.users.find(({ userType }) => userType === 'Guest');
  assert.ok(owner && guest);
  const both: People = { owner: owner.id, guest: guest.id };
  const { signal } = new AbortController();
  const call = { signal, teamId: 'probe' };
  function probe({
    hooks,
    people = both,
    within = signal,
  }: { hooks?: WireHooks; people?: People; within?: AbortSignal } = {}) {
    const directory = graph.connect(0, hooks);
    assert.ok(directory.probe);
    return directory.probe({ ...people, withinMs: 12 * hourMs }, { ...call, signal: within });
  }
  return {
    graph,
    simulator,
    clock,
    tenant,
    call,
    owner,
    guest,
    probe,
    run: (options?: Parameters<typeof probe>[0]) => clock.run(probe(options)),
    /** Groups with the alias of probes, also deleted ones. */
    left: () =>
      [...tenant.groups.values()].filter(({ mailNickname }) => mailNickname.startsWith(probeAlias)),
  };
}

const namesOf = ({ assumptions: seen }: ProbeReport, state: string) =>
  seen.filter((one) => one.state === state).map(({ name }) => name);

test('the simulator plays every assumption, and nothing is left behind', async () => {
  const { run, left, simulator, tenant, graph } = await openTenant();
  const report = await run();
  assert.deepEqual(
    report.assumptions.filter(({ state }) => state !== 'as_assumed'),
    [],
  );
  assert.deepEqual(
    report.assumptions.map(({ name }) => name),
    assumptions.map(({ name }) => name),
  );
  assert.deepEqual([report.leftoversRemoved, report.leftBehind], [0, 0]);
  assert.deepEqual(left(), []);
  assert.equal(tenant.byUniqueName.size, 0);
  // Microsoft refuses labels of applications, which the probe looks at.
  const violations = simulator.journal.violations.map(({ violation }) => violation);
  assert.deepEqual([...new Set(violations)], ['label_by_application']);
  await graph.close();
});

test('faults, lost answers and lags of Microsoft 365 are no changes', async () => {
  const { run, left, simulator, graph } = await openTenant({ profile: hostile });
  const report = await run();
  const violations = simulator.journal.violations.map(({ violation }) => violation);
  assert.deepEqual([...new Set(violations)], ['label_by_application']);
  assert.deepEqual(namesOf(report, 'changed'), []);
  assert.equal(report.leftBehind, 0);
  assert.deepEqual(left(), []);
  await graph.close();
});

test('every assumption can be altered in the simulator', () => {
  assert.deepEqual([...alteredRules].toSorted(), assumptions.map(({ name }) => name).toSorted());
});

for (const rule of alteredRules) {
  test(`the altered rule ${rule} is named, and no other`, async () => {
    const { run, left, graph } = await openTenant({ altered: [rule] });
    const report = await run();
    assert.deepEqual(namesOf(report, 'changed'), [rule], JSON.stringify(report.assumptions));
    // Where Microsoft keeps deleted groups, they are all that is left.
    const kept = rule === 'deletion_completed' ? 2 : 0;
    assert.equal(report.leftBehind, kept);
    assert.equal(left().length, kept);
    assert.ok(left().every(({ deletedAt }) => deletedAt !== undefined));
    await graph.close();
  });
}

test('a probe without an owner adds nobody, and sees the rest', async () => {
  const { run, simulator, graph } = await openTenant();
  const report = await run({ people: {} });
  assert.deepEqual(namesOf(report, 'changed'), []);
  assert.deepEqual(namesOf(report, 'not_seen'), [
    'owner_at_creation',
    'team_of_group',
    'owner_in_team',
    'guest_by_application',
    'team_settings',
  ]);
  assert.deepEqual(
    simulator.journal.changes.filter(({ personIds }) => personIds.length > 0),
    [],
  );
  await graph.close();
});

const never = new Promise<never>(() => undefined);

/** @returns undefined if the probe ended before */
async function killAt(boundary: number, profile: Profile) {
  const { probe, run, left, clock, graph } = await openTenant({ profile });
  let passed = 0;
  const killing = Promise.withResolvers<boolean>();
  const dies = () => {
    passed += 1;
    if (passed >= boundary) killing.resolve(false);
    return passed >= boundary ? never : undefined;
  };
  const work = probe({ hooks: { before: dies, after: dies } });
  const isDone = await clock.run(Promise.race([killing.promise, work.then(() => true)]));
  const killed = left().length;
  const report = await run({ people: {} });
  const said = `killed at boundary ${boundary}: ${JSON.stringify(report)}`;
  assert.deepEqual(namesOf(report, 'changed'), [], said);
  assert.equal(report.leftBehind, 0, said);
  assert.deepEqual(left(), [], said);
  await graph.close();
  return isDone ? undefined : killed;
}

test('after a kill at any request, the next probe leaves nothing behind', async () => {
  let leftovers = 0;
  for (let boundary = 1; ; boundary += 1) {
    const killed = await killAt(boundary, calm);
    if (killed === undefined) break;
    leftovers += killed;
  }
  assert.ok(leftovers > 50, `${leftovers} kills left a group`);
});

test('so it is while Microsoft 365 does not show the group yet', async () => {
  let leftovers = 0;
  for (let boundary = 10; boundary < 200; boundary += 23) {
    leftovers += (await killAt(boundary, hostile)) ?? 0;
  }
  assert.ok(leftovers > 3, `${leftovers} kills left a group`);
});

test('an interrupted probe removes its group before it ends', async () => {
  const { probe, left, clock, simulator, graph } = await openTenant();
  const interruption = new AbortController();
  const hooks = {
    before: () => undefined,
    after: () => {
      if (left().length > 0) interruption.abort(new DOMException('Interrupted.', 'AbortError'));
      return undefined;
    },
  };
  await assert.rejects(clock.run(probe({ hooks, within: interruption.signal })), /Interrupted/);
  assert.deepEqual(left(), []);
  assert.deepEqual(
    simulator.journal.changes.map(({ kind }) => kind),
    ['created', 'deleted'],
  );
  await graph.close();
});

test('a probe touches no other group, also with a similar alias or a copied description', async () => {
  const { run, simulator, tenant, owner, graph } = await openTenant();
  const others = ['groupwright-probe-2', 'groupwright-prob', 'project'].map((mailNickname) =>
    simulator.addWildGroup(tenant.tenantId, { mailNickname, ownerIds: [owner.id] }),
  );
  const before = structuredClone(others);
  await run();
  assert.deepEqual(others, before);
  const ids = new Set(others.map(({ id }) => id));
  assert.deepEqual(
    simulator.journal.changes.filter(({ groupId }) => ids.has(groupId)),
    [],
  );
  await graph.close();
});

test('a group of others that has the alias stays, and the probe says so', async () => {
  const { run, simulator, tenant, graph } = await openTenant();
  const other = simulator.addWildGroup(tenant.tenantId, { mailNickname: probeAlias });
  const before = structuredClone(other);
  await assert.rejects(
    run(),
    (error: unknown) => error instanceof DirectoryError && error.code === 'alias_taken',
  );
  assert.deepEqual(other, before);
  assert.equal(tenant.groups.size, 1);
  await graph.close();
});

test('while a probe runs, reconciliation sees nothing of its group', async () => {
  const { probe, left, clock, graph, call } = await openTenant();
  const directory = graph.connect();
  let looks = 0;
  const state = { isDone: false };
  const work = probe().finally(() => (state.isDone = true));
  const look = async () => {
    while (!state.isDone) {
      const ids = left().map(({ id }) => id);
      const { groups } = await directory.listGroups(undefined, call);
      assert.deepEqual(groups, []);
      const seen = ids.length === 0 ? [] : await directory.observeGroups(ids, [], call);
      assert.ok(seen.every(({ state }) => state !== 'exists'));
      if (ids.length > 0) looks += 1;
      await clock.wait(1_000);
    }
  };
  await clock.run(Promise.all([work, look()]));
  assert.ok(looks > 5, `${looks} looks`);
  await graph.close();
});

test('the report has no name, no address and no id of the tenant', async () => {
  for (const profile of [calm, hostile]) {
    const { run, tenant, graph } = await openTenant({ profile });
    const text = JSON.stringify(await run()).toLowerCase();
    const secrets = [
      tenant.tenantId,
      tenant.clientId,
      tenant.domain,
      label.name,
      ...tenant.users.flatMap(({ id, displayName, mail }) => [id, displayName, mail ?? id]),
    ];
    for (const secret of secrets) assert.ok(!text.includes(secret.toLowerCase()), secret);
    assert.doesNotMatch(text, /[0-9a-f]{8}-[0-9a-f]{4}|@/);
    await graph.close();
  }
});
