import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createSeededRandom } from '@groupwright/graph-simulator/seeded-random.ts';
import { hostile } from '@groupwright/graph-simulator/profile.ts';
import type { SimulatedGroup } from '@groupwright/graph-simulator/tenant.ts';
import type { Directory, NewGroup } from '../directory/directory.ts';
import { DirectoryError } from '../directory/directory.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { addStrangersGroup } from '../../testing/graph-scenarios.ts';
import { testSeed } from '../../testing/seed.ts';
import {
  openSimulatedGraph,
  servedTenantId,
  type SimulatedGraph,
} from '../../testing/simulated-graph.ts';
import { createExecuteCreation } from '../engine/execute-creation.ts';
import { runLane } from '../engine/lane.ts';
import { createLeaseStore } from '../engine/lanes.postgres.ts';
import { createReadMarkedRecords } from '../engine/marked-records.postgres.ts';
import { createProvisioningStore } from '../engine/provisioning.postgres.ts';
import { createDriftStore } from './reconciliation.postgres.ts';
import { createReconciler, type ReconcilerDeps } from './resolve.ts';
import { projectsOf } from './fixtures.suite.ts';

const random = createSeededRandom(`resolve ${testSeed}`);
const tenantId = random.guid('tenant');
const organisationId = random.guid('organisation');
const call = { signal: new AbortController().signal, teamId: 'reconciliation' };

const { organisation, template } = projectsOf({
  tenantId,
  organisationId,
  templateId: random.guid('template'),
});

let testDatabase: TestDatabase;
let graph: SimulatedGraph;
let directory: Directory;

before(async () => {
  testDatabase = await createTestDatabase();
  graph = await openSimulatedGraph({
    seed: `resolve ${testSeed}`,
    profile: hostile,
    inProcess: true,
  });
  directory = graph.connect();
  await testDatabase.database.query(
    `insert into tenants (tenant_id, name, directory) values ($1, 'T', '{"kind": "sandbox"}')`,
    [tenantId],
  );
  await make('prj-lost', 'Project lost');
  await make('prj-kept', 'Project kept');
  await make('prj-failed', 'Project failed');
  await make('free-name', 'A free name');
  const [tenant] = graph.simulator.tenants;
  assert.ok(tenant);
  addStrangersGroup(tenant, 'stranger', graph.clock.now());
  const owner = servedTenantId.slice(-12);
  const lost = tenant.byNickname.get('prj-lost');
  const forged: Partial<SimulatedGroup>[] = [
    { description: `[groupwright:${owner}:${'-'.repeat(36)}]` },
    { uniqueName: `groupwright-m-${owner}-no-guid` },
    { description: `[groupwright:${owner}:${random.guid('forged')}]` },
    { uniqueName: `groupwright-m-${owner}-${random.guid('prj-failed')}` },
    { uniqueName: `${lost?.uniqueName?.slice(0, -32)}${'0'.repeat(32)}` },
    // The signature of a group that exists, where a tenant that takes unique names never has one.
    {
      description: `[groupwright:${owner}:${random.guid('prj-lost')}:${lost?.uniqueName?.slice(-32)}]`,
    },
  ];
  for (const [index, change] of forged.entries()) {
    addStrangersGroup(tenant, `prj-forged-${index}`, graph.clock.now(), {
      displayName: `Project forged-${index}`,
      ...change,
    });
  }
  await record('prj-kept', 'succeeded');
  await record('prj-failed', 'failed');
  // By now, everything is visible everywhere.
  graph.clock.advanceTo(graph.clock.now() + 30 * 60_000);
});

after(async () => {
  await graph.close();
  await testDatabase.close();
});

async function make(mailNickname: string, displayName: string): Promise<void> {
  const [owner, member] = graph.simulator.tenants[0]?.users ?? [];
  assert.ok(owner && member);
  const group: NewGroup = {
    marker: random.guid(mailNickname),
    displayName,
    description: null,
    mailNickname,
    visibility: 'private',
    welcomeMail: false,
    ownerIds: [owner.id],
    memberIds: [member.id],
  };
  const withRetry = async (): Promise<void> => {
    for (;;) {
      try {
        await directory.createGroup(group, call);
        return;
      } catch (error) {
        if (!(error instanceof DirectoryError) || error.permanent) throw error;
        await graph.clock.wait(error.retryAfterMs ?? 1000);
      }
    }
  };
  await graph.clock.run(withRetry());
}

async function record(mailNickname: string, status: string): Promise<void> {
  await testDatabase.database.query(
    `insert into provisionings (tenant_id, team_id, status, waiting, due_at, updated_at, progress)
     values ($1, $2, $3, false, now(), now(), 'create_group f1')`,
    [tenantId, random.guid(mailNickname), status],
  );
}

function reconciler(fallback?: ReconcilerDeps['fallback']) {
  return createReconciler({
    tenantId,
    directory,
    store: createDriftStore(testDatabase.database, { kind: 'operator', id: 'test' }),
    organisations: [organisation],
    fallback,
    clock: graph.clock,
  });
}

async function driftKinds(fallback?: ReconcilerDeps['fallback']): Promise<Record<string, string>> {
  const drift = await graph.clock.run(reconciler(fallback).detect(call));
  return Object.fromEntries(drift.map(({ mailNickname, kind }) => [mailNickname, kind]));
}

/** Groups by which users imitate a marker; a malformed note in a description is none. */
const imitations = [1, 2, 3, 4, 5].map((index) => `prj-forged-${index}`);
const unresolved = Object.fromEntries(imitations.map((alias) => [alias, 'unresolved']));

test('the drift is the groups that the records do not account for, and no others', async () => {
  assert.deepEqual(await driftKinds(), {
    'prj-lost': 'adopt',
    'prj-failed': 'remove',
    'free-name': 'unresolved',
    ...unresolved,
  });
  const withTemplate = await driftKinds({ organisation, template });
  assert.equal(withTemplate['free-name'], 'adopt');
  for (const alias of imitations) assert.equal(withTemplate[alias], 'unresolved', alias);
});

test('groups without a record are adopted and completed, never made twice; what a failed creation left is removed', async () => {
  const [tenant] = graph.simulator.tenants;
  assert.ok(tenant);
  const groupsBefore = tenant.groups.size;
  const { detect, resolve } = reconciler();
  const resolveAll = async (): Promise<void> => {
    for (const drift of await detect(call)) await resolve(drift, call);
  };
  await graph.clock.run(resolveAll());
  assert.deepEqual(await driftKinds(), { 'free-name': 'unresolved', ...unresolved });

  const { database } = testDatabase;
  const lease = await createLeaseStore(database).take(tenantId, random.guid('holder'), 60_000);
  assert.ok(lease);
  const lane = runLane({
    lease,
    store: createProvisioningStore({
      database,
      clock: graph.clock,
      dueBy: graph.clock,
      onChange: () => undefined,
    }),
    directory: () => directory,
    execute: createExecuteCreation({
      clock: graph.clock,
      random: () => 0.5,
      rest: () => undefined,
      onDefect: (error) => assert.fail(String(error)),
      readMarkedRecords: createReadMarkedRecords(database),
    }),
    clock: graph.clock,
    onError: (error) => assert.fail(String(error)),
    isHeld: async () => true,
    countPeople: () => 10,
    yieldToCallers: async () => undefined,
  });
  const teamId = random.guid('prj-lost');
  const statusOf = async (): Promise<string | undefined> => {
    const [row] = await database.query<{ status: string }>(
      'select status from provisionings where tenant_id = $1 and team_id = $2',
      [tenantId, teamId],
    );
    return row?.status;
  };
  const finish = async (): Promise<void> => {
    while ((await statusOf()) !== 'succeeded') await graph.clock.wait(5000);
    await lane.stop();
  };
  await graph.clock.run(finish());

  assert.equal(tenant.groups.size, groupsBefore);
  const byAlias = new Map([...tenant.groups.values()].map((group) => [group.mailNickname, group]));
  const adopted = byAlias.get('prj-lost');
  assert.deepEqual(
    adopted?.team?.channels.map(({ displayName }) => displayName),
    ['General', 'Planning'],
  );
  assert.ok(byAlias.get('prj-failed')?.deletedAt);
  assert.equal(byAlias.get('free-name')?.deletedAt, undefined);
  for (const alias of ['stranger', ...imitations, 'prj-forged-0']) {
    assert.equal(byAlias.get(alias)?.deletedAt, undefined, alias);
  }
  const listed = await database.query<{ teamId: string }>(
    'select team_id from organisation_groups where tenant_id = $1 and organisation_id = $2',
    [tenantId, organisationId],
  );
  assert.deepEqual(
    listed.map((row) => row.teamId),
    [teamId],
  );
  const [team] = await database.query<{ properties: unknown; mailNickname: string }>(
    'select properties, mail_nickname from teams where tenant_id = $1 and team_id = $2',
    [tenantId, teamId],
  );
  assert.deepEqual(team, { properties: { code: 'lost' }, mailNickname: 'prj-lost' });
});

test('a group whose marker is unproven is ours where the record has its id, and nowhere else', async () => {
  const [tenant] = graph.simulator.tenants;
  assert.ok(tenant);
  const { database } = testDatabase;
  for (const alias of ['old-kept', 'old-failed', 'old-lost']) {
    addStrangersGroup(tenant, alias, graph.clock.now(), {
      description: `[groupwright:${servedTenantId.slice(-12)}:${random.guid(alias)}]`,
    });
  }
  await record('old-kept', 'succeeded');
  await record('old-failed', 'failed');
  for (const alias of ['old-kept', 'old-failed']) {
    await database.query(
      'update provisionings set directory_group_id = $3, gone_since = $4 where tenant_id = $1 and team_id = $2',
      [
        tenantId,
        random.guid(alias),
        tenant.byNickname.get(alias)?.id,
        alias === 'old-kept' ? new Date() : null,
      ],
    );
  }
  const found = await driftKinds();
  assert.equal(found['old-kept'], 'restored');
  assert.equal(found['old-failed'], 'remove');
  assert.equal(found['old-lost'], 'unresolved');
  const { detect, resolve } = reconciler();
  const resolveAll = async (): Promise<void> => {
    for (const drift of await detect(call)) await resolve(drift, call);
  };
  await graph.clock.run(resolveAll());
  const deleted = [...tenant.groups.values()].filter(({ deletedAt }) => deletedAt !== undefined);
  assert.ok(deleted.some(({ mailNickname }) => mailNickname === 'old-failed'));
});

test('a marker on another group than the one that the record has brings nothing back', async () => {
  const [tenant] = graph.simulator.tenants;
  const kept = tenant?.byNickname.get('prj-kept');
  assert.ok(tenant && kept);
  await testDatabase.database.query(
    `update provisionings set directory_group_id = 'another', gone_since = now()
     where tenant_id = $1 and team_id = $2`,
    [tenantId, random.guid('prj-kept')],
  );
  assert.equal((await driftKinds())['prj-kept'], 'unresolved');
});

test('a group that a repeated request took over belongs to that record, until its creation fails', async () => {
  const [tenant] = graph.simulator.tenants;
  assert.ok(tenant);
  const { database } = testDatabase;
  await make('prj-taken', 'Project taken');
  graph.clock.advanceTo(graph.clock.now() + 30 * 60_000);
  await record('repeated', 'succeeded');
  const change = (sql: string) =>
    database.query(`update provisionings set ${sql} where tenant_id = $1 and team_id = $2`, [
      tenantId,
      random.guid('repeated'),
    ]);
  const groupId = tenant.byNickname.get('prj-taken')?.id;
  await change(
    `adopted_marker = '${random.guid('prj-taken')}', directory_group_id = '${groupId}', completed_at = now()`,
  );
  assert.equal((await driftKinds())['prj-taken'], undefined);

  await change('gone_since = now()');
  const drift = await graph.clock.run(reconciler().detect(call));
  const restored = drift.find(({ mailNickname }) => mailNickname === 'prj-taken');
  assert.equal(restored?.kind, 'restored');
  assert.equal(restored.teamId, random.guid('repeated'));

  await change(`gone_since = null, status = 'failed'`);
  assert.equal((await driftKinds())['prj-taken'], 'adopt');
});
