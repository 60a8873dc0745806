// The service in three processes under their supervisor, as an operator sees it.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { isRunning } from '../../../testing/is-running.ts';
import { startServiceProcess, type ServiceProcess } from '../../../testing/service-process.ts';
import { testEncryptionKey } from '../../../testing/service.ts';

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

/** It belongs to the processes that run now, or ran last. */
function processIds(): Readonly<Record<string, number>> {
  const ids: Record<string, number> = {};
  for (const line of service.output().split('\n')) {
    if (line.includes('all processes are')) {
      Object.assign(ids, (JSON.parse(line) as { processes: object }).processes);
    } else if (line.includes('a process is back')) {
      const { process: name, processId } = JSON.parse(line) as {
        process: string;
        processId: number;
      };
      ids[name] = processId;
    }
  }
  return ids;
}

/** Each request has a new connection, which any of the processes may accept. */
async function get(path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${service.address}${path}`, { headers: { connection: 'close' } });
  return { status: response.status, text: await response.text() };
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
  Number(expression.exec((await get('/metrics')).text)?.[1]);
const answers = /seconds_count\{[^}]*route="\/token",status="401"\} (\d+)/;

test('while a killed process is replaced, the others continue', async () => {
  const before = await figure(answers);
  assert.ok(before >= 10);
  const ids = processIds();
  assert.deepEqual(Object.keys(ids), ['api 1', 'api 2', 'worker']);
  for (const name of ['worker', 'api 2']) {
    process.kill(ids[name] ?? 0, 'SIGKILL');
    await eventually(() => !isRunning(ids[name] ?? 0), `${name} has ended`);
    assert.equal((await get('/livez')).status, 200);
    await eventually(
      () => new RegExp(`"process":"${name}"[^\\n]*a process is back`).test(service.output()),
      `${name} is back`,
    );
  }
  assert.equal((await get('/readyz')).status, 200);
  // Which process answered is no matter: the sum has both, and what the killed one had counted.
  assert.equal(await figure(answers), before);
  assert.equal(await figure(/groupwright_process_running\{process="api 2"\} (\d)/), 1);
  assert.equal(await figure(/groupwright_process_restarts_total\{process="worker"\} (\d)/), 1);
  assert.match(service.output(), /"process":"worker","how":"SIGKILL","restartInMs":100/);
});

/** The answer to a request of a new connection; empty if it ended without one. */
async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  socket.on('data', (chunk) => (answer += String(chunk)));
  socket.on('error', () => undefined);
  socket.write('GET /livez HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  await new Promise((resolve) => socket.once('close', resolve));
  return answer;
}

test('no connection waits for a process that was killed', { timeout: 120_000 }, async () => {
  const { 'api 1': killed = 0 } = processIds();
  // Until the supervisor continues, connections wait in its queue, and it does not know of the death.
  process.kill(service.processId, 'SIGSTOP');
  try {
    process.kill(killed, 'SIGKILL');
    await eventually(() => !isRunning(killed), 'api 1 has ended');
    const port = Number(new URL(service.address).port);
    const sockets = Array.from({ length: 16 }, () => connect(port, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    const answers = sockets.map(answerOf);
    process.kill(service.processId, 'SIGCONT');
    for (const answer of await Promise.all(answers)) assert.match(answer, /^(?:HTTP\/1\.1 200 |$)/);
  } finally {
    process.kill(service.processId, 'SIGCONT');
  }
  await eventually(() => processIds()['api 1'] !== killed, 'api 1 is back');
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
