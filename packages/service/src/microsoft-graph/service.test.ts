// The whole service against the simulator as it is used in tests: real HTTP, the sign-in,
// the encrypted secret from the database. Time runs sixty times as fast.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import type { SimulatedGroup } from '@groupwright/graph-simulator/tenant.ts';
import { hostile } from '@groupwright/graph-simulator/profile.ts';
import type { WildKind } from '@groupwright/graph-simulator/wild-groups.ts';
import {
  createGraphSimulator,
  type GraphSimulator,
} from '@groupwright/graph-simulator/simulator.ts';
import { createEncryption } from '../ground/encryption/encryption.ts';
import {
  startTestService,
  teamRequest,
  testOperator,
  type TestService,
  type TestTenant,
} from '../../testing/service.ts';
import { testSeed } from '../../testing/seed.ts';
import { connectionSecretPurpose } from '../settings/tenants/connection-secret.ts';

const speed = 60;
const startedAt = Date.now();
const now = (): number => startedAt + (Date.now() - startedAt) * speed;
const fastClock = {
  now,
  after(milliseconds: number, callback: () => void): () => void {
    const timer = setTimeout(callback, milliseconds / speed);
    return () => clearTimeout(timer);
  },
  wait: (milliseconds: number): Promise<void> =>
    new Promise((resolve) => setTimeout(resolve, milliseconds / speed)),
};

let simulator: GraphSimulator;
let service: TestService;
let tenant: TestTenant;

before(async () => {
  // Faults in plenty, but waits of minutes only: this runs in real time.
  simulator = createGraphSimulator({
    seed: `service ${testSeed}`,
    clock: fastClock,
    profile: { ...hostile, lagMaxMs: 60_000, teamMakingMs: [1000, 20_000] },
  });
  const { graphBaseUrl, loginBaseUrl, authority } = await simulator.listen();
  setDefaultCACertificates([...getCACertificates('default'), authority]);
  const encryption = createEncryption([randomBytes(32)], randomBytes);
  service = await startTestService(
    { RECONCILIATION_INTERVAL_MINUTES: '1' },
    { deps: { clock: fastClock, monotonicNow: now, encryption } },
  );
  tenant = await service.addTenant();
  const [suite] = simulator.tenants;
  assert.ok(suite);
  await service.change(async (changes) => {
    const settings = {
      name: 'Aare',
      directory: {
        kind: 'microsoft365' as const,
        entraTenantId: suite.tenantId,
        clientId: suite.clientId,
        credential: 'secret' as const,
        graphBaseUrl,
        loginBaseUrl,
      },
      directorySecretSealed: encryption.encrypt(
        suite.clientSecret,
        connectionSecretPurpose(tenant.tenantId),
      ),
    };
    await changes.tenants.change(testOperator, tenant.tenantId, undefined, settings);
  });
  await service.service.refresh();
});

after(async () => {
  await service.close();
  await simulator.close();
});

test('a tenant of Microsoft 365 gets its teams through the API, on a hostile day', async () => {
  const [suite] = simulator.tenants;
  assert.ok(suite);
  const [ada, bo, cleo] = suite.users.map(({ mail }) => mail ?? '');
  const aliases = ['m365-a', 'm365-b', 'm365-c'];
  const accepted = await Promise.all(
    aliases.map((alias) =>
      service.call(tenant, '/teams', {
        method: 'POST',
        body: teamRequest(alias, { responsible: ada, deputy: bo, members: [cleo] }),
      }),
    ),
  );
  for (const { status, body } of accepted) {
    assert.equal(status, 200);
    const { teamId } = body as { teamId: string };
    for (;;) {
      const answer = await service.call(tenant, `/teams/${teamId}/status`, {
        headers: { prefer: 'wait=10' },
      });
      const state = answer.body as { status: string };
      assert.notEqual(state.status, 'failed', JSON.stringify(state));
      if (state.status === 'succeeded') break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const group: SimulatedGroup | undefined = [...suite.groups.values()].find(({ uniqueName }) =>
      uniqueName?.includes(teamId),
    );
    assert.ok(group?.team);
    assert.equal(group.owners.size, 2);
    assert.equal(group.members.size, 3);
  }
  assert.equal(suite.groups.size, aliases.length);
});

test('the service reconciles automatically: a group whose record a restore took away is adopted', async () => {
  const [suite] = simulator.tenants;
  assert.ok(suite);
  const { database } = service.at;
  const [team] = await database.query<{ teamId: string; templateId: string }>(
    `select team_id, template_id from teams where tenant_id = $1 and alias_key = 'm365-a'`,
    [tenant.tenantId],
  );
  assert.ok(team);
  for (const table of ['teams', 'provisionings', 'organisation_groups']) {
    await database.query(`delete from ${table} where tenant_id = $1 and team_id = $2`, [
      tenant.tenantId,
      team.teamId,
    ]);
  }
  await database.query(
    'update lanes set groups_unlisted = groups_unlisted + 1 where tenant_id = $1',
    [tenant.tenantId],
  );
  for (let polls = 0; ; polls += 1) {
    assert.ok(polls < 300, 'it takes too long');
    const { body } = await service.call(tenant, `/teams/${team.teamId}`);
    const { status, directory } = body as { status: unknown; directory?: { goneSince: unknown } };
    if (status === 'succeeded') {
      assert.equal(directory?.goneSince, null);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.equal(suite.groups.size, 3);
  const metrics = await (await fetch(`${service.address}/metrics`)).text();
  assert.match(metrics, /^groupwright_reconciliations_total\{outcome="finished"\} [1-9]/m);
  assert.match(metrics, /^groupwright_drift_total\{kind="adopt",resolved="true"\} 1$/m);
  assert.match(metrics, /^groupwright_reconciliation_last_timestamp_seconds \d/m);
});

test('a group of Microsoft 365 is written to only after its adoption was accepted, and one with a foreign marker never', async () => {
  const [suite] = simulator.tenants;
  assert.ok(suite);
  const [ada, bo, cleo] = suite.users;
  assert.ok(ada && bo && cleo);
  const people = { ownerIds: [bo.id], memberIds: [bo.id, cleo.id] };
  const add = (mailNickname: string, kind: WildKind) =>
    simulator.addWildGroup(suite.tenantId, { mailNickname, kind, ...people }).id;
  const written = (groupId: string) =>
    simulator.journal.changes.filter((change) => change.groupId === groupId);
  const body = (groupId: string) => ({
    groupId,
    organisationIdOrIdentifier: 'aare',
    templateIdOrIdentifier: 'any',
    responsible: ada.mail,
    names: 'keep',
  });
  /** Sends the request again while the directory is away. */
  const post = async (path: string, groupId: string) => {
    for (;;) {
      const answer = await service.call(tenant, path, { method: 'POST', body: body(groupId) });
      if (answer.status !== 503) return answer;
    }
  };

  const foreign = add('wild-foreign', 'foreign_marker');
  const synced = add('wild-synced', 'on_premises');
  for (const groupId of [foreign, synced]) {
    const refused = await post('/teams/adoption', groupId);
    assert.equal(refused.status, 422, JSON.stringify(refused.body));
    assert.deepEqual(written(groupId), []);
  }

  const groupId = add('wild-plain', 'ordinary');
  const plan = await post('/teams/adoption/plan', groupId);
  assert.equal((plan.body as { outcome: string }).outcome, 'succeeded', JSON.stringify(plan.body));
  assert.deepEqual(written(groupId), []);
  const accepted = await post('/teams/adoption', groupId);
  const { teamId } = accepted.body as { teamId: string };
  for (;;) {
    const answer = await service.call(tenant, `/teams/${teamId}/status`);
    const state = answer.body as { status: string };
    assert.notEqual(state.status, 'failed', JSON.stringify(state));
    if (state.status === 'succeeded') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const group = suite.groups.get(groupId);
  assert.ok(group !== undefined && group.uniqueName?.includes(teamId) === true);
  assert.deepEqual(new Set(group.owners), new Set([ada.id, bo.id]));
  assert.deepEqual(new Set(group.members), new Set([ada.id, bo.id, cleo.id]));
  const kinds = new Set(written(groupId).map(({ kind }) => kind));
  assert.ok(!kinds.has('owners_removed') && !kinds.has('members_removed'), [...kinds].join(', '));
  const again = await post('/teams/adoption', groupId);
  assert.equal(again.status, 422);
});
