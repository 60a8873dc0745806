// The sensitivity label of a template on the simulator: who is in a group before it has its label, what a label that
// SharePoint takes without an effect leads to, and what a label decides.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, hostile, type Profile } from '@groupwright/graph-simulator/profile.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import type { GraphSimulator, SimulatorOptions } from '@groupwright/graph-simulator/simulator.ts';
import type { Tenant, TenantOptions } from '@groupwright/graph-simulator/tenant.ts';
import { createMemoryLane } from '../../testing/in-memory-lane-store.ts';
import { chooseCreations, finish, startLane } from '../../testing/provisioning-run.ts';
import { testSeed } from '../../testing/seed.ts';
import { openSimulatedGraph } from '../../testing/simulated-graph.ts';
import type { TemplatePolicy } from '../settings/organisations/template.ts';

const general = { id: '1f0e7d2c-3b4a-4c5d-8e6f-000000000001', name: 'General' };
const confidential = {
  id: '1f0e7d2c-3b4a-4c5d-8e6f-000000000002',
  name: 'Confidential',
  visibility: 'Private',
  guests: false,
} as const;

async function create(
  profile: Profile,
  policy: Partial<TemplatePolicy>,
  {
    count = 1,
    sharePoint = {},
    limits = {},
    prepare = () => undefined,
  }: {
    readonly count?: number;
    readonly limits?: NonNullable<SimulatorOptions['limits']>;
    readonly sharePoint?: Partial<TenantOptions['sharePoint']>;
    readonly prepare?: (simulator: GraphSimulator, tenant: Tenant) => void;
  } = {},
) {
  const seed = `labels ${testSeed}`;
  const second = {
    clientId: 'b7c1d3f5-0b6e-4a84-9d27-5e8f1a2b3c4d',
    permissions: ['Sites.FullControl.All'],
    graphPermissions: ['Sites.Read.All'],
    ...sharePoint,
  };
  const tenants = [{ people: 60, labels: [general, confidential], sharePoint: second }];
  const graph = await openSimulatedGraph({ seed, profile, tenants, limits, inProcess: true });
  const { simulator, clock } = graph;
  const [tenant] = simulator.tenants as [Tenant];
  prepare(simulator, tenant);
  const memory = createMemoryLane({ tenantId: tenant.tenantId, clock });
  const creations = chooseCreations(createSeededRandom(seed), tenant, count, (index) => ({
    policy,
    inMs: index * 500,
  }));
  for (const creation of creations) memory.add(creation);
  const startedAt = clock.now();
  const { lane } = startLane({ graph, memory, directory: graph.connect(), seed });
  await finish(graph, [{ lane, memory }]);
  await graph.close();
  const { journal } = simulator;
  assert.deepEqual(journal.violations, []);
  return {
    tenant,
    tookMs: clock.now() - startedAt,
    throttled: journal.throttled.get('sharePoint.query') ?? 0,
    creations: [...memory.creations.values()],
    changesOf: (groupId: string | undefined) =>
      journal.changes.filter((change) => change.groupId === groupId),
  };
}

const required = (labelId: string) => ({
  settings: { sensitivityLabel: labelId, guests: 'deny' } as const,
  protection: { required: true },
});

test('no member is ever in a team without its required label, on a hostile day', async () => {
  const { tenant, creations, changesOf } = await create(hostile, required(general.id), {
    count: 40,
  });
  for (const { status, facts, warnings } of creations) {
    assert.equal(status, 'succeeded', JSON.stringify(facts.failure));
    assert.deepEqual(warnings, []);
    const group = tenant.groups.get(facts.groupId ?? '');
    assert.equal(group?.label?.id, general.id);
    const changes = changesOf(facts.groupId);
    const labelled = changes.findIndex(({ kind }) => kind === 'labelled');
    const settled = changes.findIndex(({ kind }) => kind === 'settings_changed');
    const people = changes.filter(({ kind }) => /^(?:owners|members)_added$/.test(kind));
    assert.ok(labelled > 0 && settled > labelled && people.length > 0);
    const { shownAt } = group.label;
    for (const { at } of people) assert.ok(at >= shownAt, 'the group shows its label before');
    assert.ok(group.members.size > 1);
  }
});

test('SharePoint gets no call before the time that it asks for, and every label in the end', async () => {
  const limits = { sharePointUnits: { calls: 10, perMs: 60_000 } };
  const { tenant, creations, throttled } = await create(calm, required(general.id), {
    count: 12,
    limits,
  });
  assert.ok(throttled > 0);
  for (const { status, facts } of creations) {
    assert.equal(status, 'succeeded', JSON.stringify(facts.failure));
    assert.equal(tenant.groups.get(facts.groupId ?? '')?.label?.id, general.id);
  }
});

test('a label that SharePoint takes without an effect is a warning within five minutes', async () => {
  const { tenant, creations, tookMs } = await create(
    calm,
    { settings: { sensitivityLabel: general.id.toUpperCase() } },
    { prepare: (simulator, { tenantId }) => simulator.ignoreLabels(tenantId, 1) },
  );
  const [creation] = creations;
  assert.equal(creation?.status, 'succeeded');
  assert.deepEqual(
    creation.warnings.map(({ code }) => code),
    ['label_not_applied'],
  );
  assert.match(creation.warnings[0]?.detail ?? '', /accepted .*sensitivityLabel.* not show/);
  assert.ok(tookMs < 6 * 60_000, `${tookMs} ms`);
  const group = tenant.groups.get(creation.facts.groupId ?? '');
  assert.ok(group && group.label === undefined && group.members.size > 1);
});

for (const [why, sharePoint, words] of [
  [
    'lacks Sites.FullControl.All',
    { permissions: ['Sites.Selected'] },
    /Sites\.FullControl\.All of SharePoint/,
  ],
  ['lacks Sites.Read.All', { graphPermissions: [] }, /Sites\.Read\.All of Microsoft Graph/],
] as const) {
  test(`a second application that ${why} is a warning, and a failure where the label is required`, async () => {
    const policy = { settings: { sensitivityLabel: general.id } };
    const [warned] = (await create(calm, policy, { sharePoint })).creations;
    assert.equal(warned?.status, 'succeeded');
    assert.equal(warned.warnings[0]?.code, 'label_not_applied');
    assert.match(warned.warnings[0].detail, words);

    const { tenant, creations, changesOf } = await create(calm, required(general.id), {
      sharePoint,
    });
    const [failed] = creations;
    assert.equal(failed?.status, 'failed');
    assert.equal(failed.facts.failure?.code, 'label_not_applied');
    assert.match(failed.facts.failure.detail, words);
    const kinds = new Set(changesOf(failed.facts.groupId).map(({ kind }) => kind));
    assert.ok(!kinds.has('members_added') && !kinds.has('owners_added'));
    const group = tenant.groups.get(failed.facts.groupId ?? '');
    assert.deepEqual([group?.owners.size, group?.members.size], [1, 0]);
  });
}

test('a label that the tenant does not have is refused in the words of SharePoint', async () => {
  const policy = { settings: { sensitivityLabel: '00000000-0000-4000-8000-000000000009' } };
  const [creation] = (await create(calm, policy)).creations;
  assert.equal(creation?.warnings[0]?.code, 'label_not_applied');
  assert.match(creation.warnings[0].detail, /“The label is not valid for this tenant\.”/);
});

test('a label that decides visibility and guests gives the record its visibility, and another wish for guests is a warning', async () => {
  const settings = { sensitivityLabel: confidential.id, guests: 'allow' } as const;
  const { tenant, creations } = await create(calm, { visibility: 'public', settings });
  const [creation] = creations;
  assert.equal(creation?.status, 'succeeded');
  assert.equal(creation.facts.label?.visibility, 'private');
  assert.deepEqual(
    creation.warnings.map(({ code, detail }) => [code, /label decides about guests/.test(detail)]),
    [['setting_not_applied', true]],
  );
  const group = tenant.groups.get(creation.facts.groupId ?? '');
  assert.deepEqual([group?.visibility, group?.label?.name], ['Private', 'Confidential']);
});

test('a template without a label makes no call to SharePoint', async () => {
  const { creations, changesOf } = await create(calm, { settings: { guests: 'deny' } });
  const [creation] = creations;
  const names = creation?.steps.map(({ name }) => name) ?? [];
  assert.ok(names.includes('apply_settings') && !names.includes('apply_label'));
  const kinds = changesOf(creation?.facts.groupId).map(({ kind }) => kind);
  assert.ok(!kinds.includes('labelled'));
});
