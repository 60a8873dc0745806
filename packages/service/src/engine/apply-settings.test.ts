// Settings of a template on the simulator: before whom they are written, and what follows from a refusal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calm, hostile, type Profile } from '@groupwright/graph-simulator/profile.ts';
import {
  allPermissions,
  type Tenant,
  type TenantOptions,
} from '@groupwright/graph-simulator/tenant.ts';
import { createMemoryLane } from '../../testing/in-memory-lane-store.ts';
import { chooseCreations, finish, startLane } from '../../testing/provisioning-run.ts';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { testSeed } from '../../testing/seed.ts';
import { openSimulatedGraph } from '../../testing/simulated-graph.ts';
import type { TemplatePolicy } from '../settings/organisations/template.ts';

const settings = {
  guests: 'deny',
  members: { createChannels: false, deleteChannels: false },
  fun: { giphy: 'strict' },
  hideFromOutlook: true,
} as const;

async function create(
  profile: Profile,
  options: Partial<Pick<TenantOptions, 'permissions' | 'letsGuestsBeAdded'>>,
  policy: Partial<TemplatePolicy>,
  count = 1,
) {
  const seed = `settings ${testSeed}`;
  const tenants = [{ people: 60, ...options }];
  const graph = await openSimulatedGraph({ seed, profile, tenants, inProcess: true });
  const [tenant] = graph.simulator.tenants as [Tenant];
  const memory = createMemoryLane({ tenantId: tenant.tenantId, clock: graph.clock });
  const creations = chooseCreations(createSeededRandom(seed), tenant, count, (index) => ({
    policy,
    inMs: index * 500,
  }));
  for (const creation of creations) memory.add(creation);
  const { lane } = startLane({ graph, memory, directory: graph.connect(), seed });
  await finish(graph, [{ lane, memory }]);
  await graph.close();
  const { journal } = graph.simulator;
  assert.deepEqual(journal.violations, []);
  return {
    tenant,
    journal,
    creations: [...memory.creations.values()],
    changesOf: (groupId: string | undefined) =>
      journal.changes.filter((change) => change.groupId === groupId),
  };
}

test('required settings are in place before anybody but one owner is in the team, on a hostile day', async () => {
  const policy = { settings, protection: { required: true } };
  const { tenant, creations, changesOf } = await create(hostile, {}, policy, 40);
  for (const { status, facts } of creations) {
    assert.equal(status, 'succeeded', JSON.stringify(facts.failure));
    const kinds = changesOf(facts.groupId).map(({ kind }) => kind);
    const lastSetting = Math.max(
      kinds.lastIndexOf('settings_changed'),
      kinds.lastIndexOf('updated'),
    );
    const firstPerson = kinds.findIndex((kind) => /^(?:owners|members)_added$/.test(kind));
    assert.ok(lastSetting > 0 && firstPerson > lastSetting, kinds.join(', '));
    const group = tenant.groups.get(facts.groupId ?? '');
    assert.equal(group?.teamSettings?.memberSettings?.['allowCreateUpdateChannels'], false);
    assert.equal(group.teamSettings.memberSettings['allowAddRemoveApps'], undefined);
    assert.equal(group.teamSettings.funSettings?.['giphyContentRating'], 'strict');
    assert.equal(group.guestSetting?.values[0]?.value, 'false');
    assert.equal(group.hidden?.hideFromOutlookClients, true);
    assert.ok(group.members.size > 1);
  }
});

const withoutTeamSettings = allPermissions.filter((one) => one !== 'TeamSettings.ReadWrite.All');

test('a required setting that is refused fails the creation before any member is in, and its group is removed', async () => {
  const { tenant, creations, changesOf } = await create(
    calm,
    { permissions: withoutTeamSettings },
    { settings, protection: { required: true } },
  );
  const [creation] = creations;
  assert.equal(creation?.status, 'failed');
  assert.equal(creation.facts.failure?.code, 'setting_not_applied');
  assert.match(creation.facts.failure.detail, /TeamSettings\.ReadWrite\.All/);
  const kinds = changesOf(creation.facts.groupId).map(({ kind }) => kind);
  assert.deepEqual([kinds[0], kinds.at(-1)], ['created', 'deleted']);
  assert.ok(!kinds.includes('members_added') && !kinds.includes('owners_added'));
  const group = tenant.groups.get(creation.facts.groupId ?? '');
  assert.deepEqual([group?.owners.size, group?.members.size], [1, 0]);
});

for (const [missing, right] of [
  ['members.createChannels, members.deleteChannels, fun.giphy', 'TeamSettings.ReadWrite.All'],
  ['guests', 'GroupSettings.ReadWrite.All'],
] as const) {
  test(`without ${right}, the group gets its people, and a warning names the right`, async () => {
    const permissions = allPermissions.filter((one) => one !== right);
    const { tenant, creations } = await create(calm, { permissions }, { settings });
    const [creation] = creations;
    assert.equal(creation?.status, 'succeeded');
    const [warning, ...others] = creation.warnings;
    assert.deepEqual(others, []);
    assert.equal(warning?.code, 'setting_not_applied');
    assert.ok(warning.detail.includes(missing) && warning.detail.includes(right), warning.detail);
    const group = tenant.groups.get(creation.facts.groupId ?? '');
    assert.ok(group && group.members.size > 1 && group.hidden?.hideFromOutlookClients);
  });
}

test('a tenant that lets nobody add guests wins, and a template that allows them gets a warning', async () => {
  const allow = { settings: { guests: 'allow' } } as const;
  const tenantWith = (letsGuestsBeAdded: boolean) => create(calm, { letsGuestsBeAdded }, allow);
  const [refused] = (await tenantWith(false)).creations;
  assert.equal(refused?.status, 'succeeded');
  assert.deepEqual(
    refused.warnings.map(({ code, detail }) => [code, /AllowToAddGuests/.test(detail)]),
    [['setting_not_applied', true]],
  );
  assert.deepEqual((await tenantWith(true)).creations[0]?.warnings, []);
});

test('a template without settings makes no call for them', async () => {
  const { journal } = await create(calm, {}, {});
  const names = [...journal.calls.keys()];
  assert.deepEqual(
    names.filter((name) => name === 'teams.change' || name.startsWith('groups.settings')),
    [],
  );
});
