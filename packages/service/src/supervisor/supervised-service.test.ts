// The service in three processes under their supervisor, as an operator sees it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { eventually } from '../../testing/eventually.ts';
import { startServiceProcess, type ServiceProcess } from '../../testing/service-process.ts';
import { testEncryptionKey } from '../../testing/service.ts';

let at: TestDatabase;
let service: ServiceProcess;
let env: Readonly<Record<string, string>>;

before(async () => {
  at = await createTestDatabase();
  env = {
    DATABASE_URL: at.url,
    PROCESSES: '3',
    GROUPWRIGHT_ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
  };
  service = await startServiceProcess(env);
});
after(() => at.close());

function processIds(): Readonly<Record<string, number>> {
  const line = service
    .output()
    .split('\n')
    .find((one) => one.includes('all processes are'));
  return (JSON.parse(line ?? '{}') as { processes: Record<string, number> }).processes;
}

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}

async function statusOf(path: string): Promise<number> {
  // A new connection each time, which any of the processes may accept.
  const response = await fetch(`${service.address}${path}`, { headers: { connection: 'close' } });
  await response.arrayBuffer();
  return response.status;
}

test('a port in use is said once, and the start ends with code 1', async () => {
  const port = Number(new URL(service.address).port);
  const sentence = `Port ${port} of 127\\.0\\.0\\.1 is in use by another process\\. Set PORT[^\\n]*`;
  await assert.rejects(
    startServiceProcess({ ...env, ROLES: 'api', PROCESSES: '2' }, { port }),
    new RegExp(
      `the service ended with 1: (?![\\s\\S]*${sentence}[\\s\\S]*${sentence})[\\s\\S]*${sentence}`,
    ),
  );
});

test('wrong credentials count in all processes together', async () => {
  const attempt = async (connection: 'close' | 'keep-alive') => {
    const response = await fetch(`${service.address}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', connection },
      body: JSON.stringify({ tenantId: randomUUID(), keyId, secret: 'wrong' }),
    });
    await response.arrayBuffer();
    return response.status;
  };
  const keyId = randomUUID();
  let wrong = 0;
  // By an open connection, and so in one process.
  while ((await attempt('keep-alive')) === 401) wrong += 1;
  assert.ok(wrong >= 10);
  for (let refused = 0; refused < 4;) {
    if ((await attempt('close')) === 429) refused += 1;
    else wrong += 1;
  }
  assert.ok(wrong < 20, 'the other process would take ten more');
});

const figure = async (expression: RegExp): Promise<number> =>
  Number(expression.exec(await (await fetch(`${service.address}/metrics`)).text())?.[1]);
const answers = /seconds_count\{[^}]*route="\/token",status="401"\} (\d+)/;

test('while a killed process is replaced, the others continue', async () => {
  const before = await figure(answers);
  assert.ok(before >= 10);
  const ids = processIds();
  assert.deepEqual(Object.keys(ids), ['api 1', 'api 2', 'worker']);
  for (const name of ['worker', 'api 2']) {
    process.kill(ids[name] ?? 0, 'SIGKILL');
    await eventually(() => !isRunning(ids[name] ?? 0), `${name} has ended`);
    assert.equal(await statusOf('/livez'), 200);
    await eventually(
      () => new RegExp(`"process":"${name}"[^\\n]*a process is back`).test(service.output()),
      `${name} is back`,
    );
  }
  assert.equal(await statusOf('/readyz'), 200);
  // Which process answered is no matter: the sum has both, and what the killed one had counted.
  assert.equal(await figure(answers), before);
  assert.equal(await figure(/groupwright_process_running\{process="api 2"\} (\d)/), 1);
  assert.equal(await figure(/groupwright_process_restarts_total\{process="worker"\} (\d)/), 1);
  assert.match(service.output(), /"process":"worker","how":"SIGKILL","restartInMs":100/);
});

test('a killed supervisor takes its processes with it', async () => {
  const ids = processIds();
  await service.end('SIGKILL');
  await eventually(
    () => !isRunning(ids['api 1'] ?? 0),
    'the processes have ended with their supervisor',
  );
  await assert.rejects(fetch(`${service.address}/livez`));
});
