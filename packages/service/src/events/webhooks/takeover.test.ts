import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { CloudEvent } from '../event.ts';
import { childEnvironment } from '../../../testing/child-environment.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { startReceiver, type Receiver } from '../../../testing/receiver.ts';
import { startServiceProcess } from '../../../testing/service-process.ts';
import { eventually } from '../../../testing/eventually.ts';

const operator = fileURLToPath(new URL('../../operator/operator.ts', import.meta.url));
const claimsEndWithinMs = 15_000;
let at: TestDatabase;
let directory: string;
let receiver: Receiver;
let env: Record<string, string>;

before(async () => {
  at = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'groupwright-takeover-'));
  receiver = await startReceiver();
  env = {
    DATABASE_URL: at.url,
    GROUPWRIGHT_DATA_DIR: directory,
    GROUPWRIGHT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    WEBHOOK_NETWORKS: 'loopback',
    ROLES: 'worker',
  };
});
after(async () => {
  await receiver.close();
  await at.close();
  await rm(directory, { recursive: true });
});

async function operate<T>(...args: string[]): Promise<T> {
  const { stdout } = await promisify(execFile)(process.execPath, [operator, ...args, '--json'], {
    env: { ...childEnvironment, ...env },
  });
  return JSON.parse(stdout) as T;
}

suite('webhooks of a process that is killed', () => {
  test('go out from another once its claims have ended, within 15 seconds, with the same ids, each group in its order', async () => {
    const { tenantId } = await operate<{ tenantId: string }>('tenant', 'create', '--name', 'Aare');
    await operate('webhook', 'add', receiver.url, '--types', 'template.changed');
    receiver.answer(() => undefined);
    const first = await startServiceProcess(env);
    const groups = 20;
    const events = 60;
    await at.database.query(
      `insert into activity (tenant_id, occurred_at, actor_kind, actor_id, action, subject_kind, subject_id, data)
      select $1, now(), 'operator', 'test', 'template.changed', 'template', 'group-' || n % $2, jsonb_build_object('n', n)
      from generate_series(1, $3::integer) as n order by n`,
      [tenantId, groups, events],
    );
    await eventually(() => receiver.received.length >= 8, 'the first process is at it');
    await first.end('SIGKILL');
    const [claims] = await at.database.query<{ endInMs: number }>(
      `select extract(epoch from max(claimed_until) - clock_timestamp())::double precision * 1000 as "endInMs"
      from webhook_deliveries where tenant_id = $1`,
      [tenantId],
    );
    assert.ok(claims && claims.endInMs < claimsEndWithinMs, `${claims?.endInMs} ms`);
    const under = receiver.received.map(({ headers }) => headers['webhook-id']);

    receiver.answer((_, response) => response.writeHead(204).end());
    const second = await startServiceProcess(env);
    const later = () => receiver.received.slice(under.length);
    await eventually(() => later().length >= events, 'the second process has sent all');
    await second.end('SIGTERM');

    const ids = later().map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, events);
    for (const id of under) assert.ok(ids.includes(id), `${String(id)} came again`);
    const sent = later().map(({ body }) => JSON.parse(body) as CloudEvent);
    for (const ofGroup of Map.groupBy(sent, ({ subject }) => subject).values()) {
      const order = ofGroup.map(({ sequence }) => sequence);
      assert.deepEqual(order, order.toSorted());
    }
  });
});
