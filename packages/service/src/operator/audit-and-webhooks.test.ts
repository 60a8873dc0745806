import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { Client } from 'pg';
import { Webhook } from 'standardwebhooks';
import { createChainStore } from '../audit/chain-appender.postgres.ts';
import { systemClock } from '../ground/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { runOperator } from '../../testing/operator.ts';
import { startReceiver, type Receiver } from '../../testing/receiver.ts';

const key = randomBytes(32).toString('base64');
let at: TestDatabase;
let directory: string;
let receiver: Receiver;
let tenantId: string;

before(async () => {
  at = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'groupwright-operator-'));
  receiver = await startReceiver();
  const { out } = await operator('tenant', 'create', '--name', 'Aare', '--json');
  ({ tenantId } = JSON.parse(out) as { tenantId: string });
});
after(async () => {
  await receiver.close();
  await at.close();
  await rm(directory, { recursive: true });
});

function operator(...args: string[]) {
  return runOperator(args, {
    DATABASE_URL: at.url,
    GROUPWRIGHT_DATA_DIR: directory,
    GROUPWRIGHT_ENCRYPTION_KEY: key,
    WEBHOOK_NETWORKS: 'loopback',
  });
}

async function appendToChain(): Promise<void> {
  await createChainStore({ database: at.database, clock: systemClock }).appendBatch();
}

suite('operator webhook', () => {
  test('an endpoint is added, tested, rotated, listed and removed', async () => {
    const added = await operator(
      'webhook',
      'add',
      receiver.url,
      '--types',
      'group.failed',
      '--json',
    );
    assert.equal(added.code, 0, added.err);
    const { endpointId, verificationKey } = JSON.parse(added.out) as {
      endpointId: string;
      verificationKey: string;
    };
    const tested = await operator('webhook', 'test', endpointId);
    assert.match(tested.out, /^Delivered with 204/);
    const [got] = receiver.received;
    assert.ok(got !== undefined);
    new Webhook(verificationKey).verify(got.body, got.headers as Record<string, string>);

    const rotated = await operator('webhook', 'rotate', endpointId, '--signing', 'ed25519');
    assert.match(rotated.out, /whpk_/);
    const listed = await operator('webhook', 'list', '--json');
    assert.equal(listed.out.includes('secretSealed'), false);
    assert.match(listed.out, /"group\.failed"/);

    receiver.answer((_, response) => response.writeHead(500).end());
    const failed = await operator('webhook', 'test', endpointId);
    assert.equal(failed.code, 1);
    assert.match(failed.out, /Not delivered: The endpoint answered 500/);
    assert.match((await operator('webhook', 'log', endpointId)).out, /refused.*webhook\.test/);

    assert.equal((await operator('webhook', 'disable', endpointId)).code, 0);
    assert.match((await operator('webhook', 'list')).out, /disabled/);
    assert.equal((await operator('webhook', 'remove', endpointId)).code, 0);
    assert.equal((await operator('webhook', 'test', endpointId)).code, 3);
  });

  test('bad input is refused with what is wrong', async () => {
    const inside = await operator('webhook', 'add', 'https://10.0.0.1/');
    assert.equal(inside.code, 2);
    assert.match(inside.err, /may not reach the address 10\.0\.0\.1/);
    const types = await operator('webhook', 'add', receiver.url, '--types', 'group.faild');
    assert.equal(types.code, 2);
    assert.match(types.err, /group\.failed/);
    assert.equal((await operator('webhook', 'test', 'nonsense')).code, 2);
  });
});

suite('operator audit', () => {
  test('a whole chain is verified, and the first broken entry of another is named', async () => {
    await appendToChain();
    const whole = await operator('audit', 'verify');
    assert.equal(whole.code, 0, whole.err);
    assert.match(whole.out, new RegExp(`^${tenantId}  whole`));
    const head = await operator('audit', 'head', '--json');
    const [{ position, hash } = { position: 0, hash: '' }] = JSON.parse(head.out) as {
      position: number;
      hash: string;
    }[];
    assert.ok(position > 0);
    assert.equal((await operator('audit', 'verify', '--noted', `${position}:${hash}`)).code, 0);
    const other = `${position}:${'0'.repeat(64)}`;
    assert.equal((await operator('audit', 'verify', '--noted', other)).code, 4);
    assert.equal((await operator('audit', 'verify', '--noted', 'x')).code, 2);

    const owner = new Client({ connectionString: at.settings.owner.url });
    await owner.connect();
    const { rows } = await owner.query<{ activity_id: string }>(
      `update activity set actor_id = 'nobody'
      where activity_id = (select min(activity_id) + 1 from activity where tenant_id = $1) returning activity_id`,
      [tenantId],
    );
    await owner.end();
    const broken = await operator('audit', 'verify', '--tenant', tenantId);
    assert.equal(broken.code, 4);
    assert.match(
      broken.out,
      new RegExp(`The entry ${rows[0]?.activity_id} at position 2 was changed`),
    );
  });
});
