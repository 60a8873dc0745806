// ERP, HR and ITSM at work with a service that is killed under them: programs that know the API only, as the guides
// describe them (erp.md, leavers.md, approvals.md, webhook-receivers.md). Nothing is made twice, nothing is lost, and
// nobody waits for a request that someone else has to decide.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, suite, test } from 'node:test';
import { systemClock } from '../../../service/src/ground/clock.ts';
import { createIdGenerator } from '../../../service/src/ground/identifiers.ts';
import { createChanges } from '../../../service/src/settings/configuration/changes.postgres.ts';
import { createTestDatabase, type TestDatabase } from '../../../service/testing/database.ts';
import { eventually } from '../../../service/testing/eventually.ts';
import { startOperator } from '../../../service/testing/operator-process.ts';
import { startReceiver } from '../../../service/testing/receiver.ts';
import {
  startServiceProcess,
  type ServiceProcess,
} from '../../../service/testing/service-process.ts';
import {
  type AddedTenant,
  addTestTenant,
  testOperator,
  testPeople,
} from '../../../service/testing/tenant.ts';
import { createClient, type Client, governanceOf, verifyWebhook } from '../index.ts';

const rows = Number(process.env['ROWS'] ?? 300);
const [mara = '', tomas = '', yuki = '', lena = ''] = testPeople;
const createId = createIdGenerator({ clock: systemClock, randomBytes });

let at: TestDatabase;
let tenant: AddedTenant;
let env: Readonly<Record<string, string>>;
let service: ServiceProcess;

before(async () => {
  at = await createTestDatabase();
  env = {
    DATABASE_URL: at.url,
    GROUPWRIGHT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_NETWORKS: '127.0.0.0/8',
  };
  tenant = await at.database.transaction(async (transaction) => {
    const changes = createChanges(transaction, { clock: systemClock, createId, randomBytes });
    const added = await addTestTenant(changes);
    const template = async (
      identifier: string,
      mailNicknamePattern: string,
      displayNamePattern: string,
      others: object = {},
    ) =>
      changes.templates.create(testOperator, added.tenantId, added.organisationId, {
        name: identifier,
        identifier,
        mailNicknamePattern,
        displayNamePattern,
        ...others,
      });
    await template('erp', 'erp-{{projectCode}}', '{{customer}} {{projectCode}}');
    await template('asked', '', '', {
      policy: { approval: { stages: [{ by: [lena] }], decisions: 'link' } },
    });
    return added;
  });
  service = await startServiceProcess(env);
});
after(async () => {
  await service.end('SIGTERM');
  await at.close();
});

function connect() {
  const { tenantId, keyId, secret } = tenant;
  return createClient({
    baseUrl: service.address,
    credentials: { tenantId, keyId, secret },
    // A start of the service on a busy machine takes longer than the usual attempts.
    retry: { maxAttempts: 30 },
  });
}

/** The service dies, and is there again under its address. */
async function crash(): Promise<void> {
  const port = Number(new URL(service.address).port);
  await service.end('SIGKILL');
  service = await startServiceProcess(env, { port });
}

const request = (alias: string, others: object = {}) => ({
  displayName: `Group ${alias}`,
  mailNickName: alias,
  responsible: mara,
  organisationIdOrIdentifier: 'aare',
  templateIdOrIdentifier: 'any',
  owners: [],
  members: [],
  ...others,
});

async function all<T>(list: AsyncIterable<T>): Promise<T[]> {
  const items: T[] = [];
  for await (const item of list) items.push(item);
  return items;
}

/** A nightly job without a memory: it sends what is, by its own ids. */
async function synchronise(
  client: Client,
  table: readonly { readonly id: number; readonly customer: string; readonly lead: string }[],
  onRow: (done: number) => Promise<unknown> | undefined = () => undefined,
) {
  let [changed, same] = [0, 0];
  for (const [index, { id, customer, lead }] of table.entries()) {
    const answer = await client.putTeam('erp', `${id}`, {
      organisationIdOrIdentifier: 'aare',
      templateIdOrIdentifier: 'erp',
      properties: { projectCode: `${id}`, customer },
      responsible: lead,
      owners: [],
      members: [yuki],
    });
    if (answer.changed) changed += 1;
    else same += 1;
    await onRow(index + 1);
  }
  return { changed, same };
}

suite('ERP', () => {
  const table = Array.from({ length: rows }, (_, index) => {
    return { id: 5_000 + index, customer: `Customer ${index}`, lead: mara };
  });
  const groups = async () => all(connect().listTeams({ source: 'erp' }));
  const settled = () =>
    eventually(
      async () => (await groups()).every(({ status }) => status === 'succeeded'),
      'every group exists',
      120_000,
    );

  test('a job that died after two rows makes each group once, although the service dies under it, too', async (t) => {
    const startedAt = performance.now();
    await synchronise(connect(), table.slice(0, 2));
    let crashed: Promise<void> | undefined;
    const client = connect();
    await synchronise(client, table, (done) => {
      if (done === Math.floor(rows / 2)) crashed = crash();
      return undefined;
    });
    assert.ok(crashed !== undefined);
    await crashed;
    await settled();
    const made = await groups();
    assert.equal(made.length, rows);
    assert.equal(new Set(made.map(({ mailNickName }) => mailNickName)).size, rows);
    assert.deepEqual(await synchronise(client, table), { changed: 0, same: rows });
    t.diagnostic(`${rows} rows in ${Math.round(performance.now() - startedAt)} ms`);
  });

  test('a customer is renamed and a lead handed over by the same table', async () => {
    const next = table.map((row, index) =>
      index < 10 ? { id: row.id, customer: `Renamed ${index}`, lead: tomas } : row,
    );
    assert.deepEqual(await synchronise(connect(), next), { changed: 10, same: rows - 10 });
    await eventually(
      async () =>
        (await all(connect().listTeams({ source: 'erp', responsible: tomas }))).length === 10,
      'ten groups were handed over',
      60_000,
    );
    assert.deepEqual(await synchronise(connect(), next), { changed: 0, same: rows });
    const [renamed] = await all(connect().listTeams({ properties: { projectCode: '5000' } }));
    assert.equal(renamed?.displayName, 'Renamed 0 5000');
  });
});

suite('HR', () => {
  test('a leaver keeps no group, also not one that still waits for an approval', async () => {
    const client = connect();
    const waiting = await client.createTeam(
      request('leaver-asked', { templateIdOrIdentifier: 'asked', responsible: tomas }),
    );
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        client.createTeam(request(`leaver-${index}`, { responsible: tomas, deputy: mara })),
      ),
    );
    for (const creation of created) await creation.waitUntilDone();
    const person = client.person(tomas);
    const roles = ['responsible', 'deputy', 'owner', 'member'] as const;
    const [accepted] = await Promise.all([
      person.handOver({ to: mara, deputy: yuki, roles, reason: 'Left' }),
      crash(),
    ]);
    const operations = await accepted.waitForAll();
    assert.ok(operations.every(({ status }) => status === 'succeeded'));
    await eventually(
      async () => (await all(person.groups())).length === 0,
      'nothing is left',
      60_000,
    );
    assert.equal((await client.getTeamStatus(waiting.teamId)).status, 'awaiting_approval');
    assert.equal((await client.getTeam(waiting.teamId)).responsible, mara);
  });
});

suite('ITSM', () => {
  test('a portal hears of every request in order after its receiver was down, decides each once, and takes one back', async (t) => {
    const receiver = await startReceiver((_, response) => void response.writeHead(503).end());
    t.after(() => receiver.close());
    const args = ['webhook', 'add', receiver.url, '--tenant', tenant.tenantId, '--json'];
    const { out, err } = await startOperator(args, env);
    const { verificationKey } = JSON.parse(out || err) as { verificationKey: string };
    const client = connect();
    const governance = governanceOf(client);
    const tickets = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        client.createTeam(
          request(`ticket-${index}`, {
            templateIdOrIdentifier: 'asked',
            requestedBy: yuki,
            reason: `INC${index}`,
          }),
        ),
      ),
    );
    const taskOf = async (teamId: string) => {
      const task = async () => (await client.getTeamStatus(teamId)).approval?.taskId ?? undefined;
      await eventually(async () => (await task()) !== undefined, 'someone is asked', 60_000);
      return (await task()) ?? assert.fail();
    };
    const [approved, rejected, withdrawn] = tickets;
    assert.ok(approved !== undefined && rejected !== undefined && withdrawn !== undefined);
    const task = await taskOf(approved.teamId);
    await governance.decideTask(task, { decision: 'approve' });
    await assert.rejects(governance.decideTask(task, { decision: 'reject', reason: 'No' }), {
      code: 'task_closed',
    });
    const refused = await taskOf(rejected.teamId);
    await assert.rejects(governance.decideTask(refused, { decision: 'reject' }), {
      code: 'validation_failed',
    });
    await governance.decideTask(refused, { decision: 'reject', reason: 'No' });
    const taken = await withdrawn.cancel();
    assert.equal(taken.status, 'cancelled');
    await crash();
    receiver.received.length = 0;
    receiver.answer((_, response) => void response.writeHead(204).end());

    const typesOf = (teamId: string) => [
      ...new Set(
        receiver.received
          .map(({ body }) => JSON.parse(body) as { type: string; subject?: string })
          .filter(({ subject }) => subject?.includes(teamId))
          .map(({ type }) => type),
      ),
    ];
    await eventually(
      () => typesOf(approved.teamId).includes('group.succeeded'),
      'the receiver hears of the end',
      180_000,
    );
    for (const { body, headers } of receiver.received) {
      await verifyWebhook({ body, headers, secrets: verificationKey });
    }
    assert.deepEqual(
      typesOf(rejected.teamId).filter((type) => /decided|failed/.test(type)),
      ['task.decided', 'group.failed'],
    );
    assert.ok(typesOf(withdrawn.teamId).includes('group.cancelled'));
    assert.equal(typesOf(approved.teamId)[0], 'group.accepted');
  });
});
