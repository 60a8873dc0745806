// Two API processes stop in turn, 100 times, under load: no caller sees a broken connection. Some callers choose a
// process by /readyz, as a balancer does; the others call through nginx, which learns of a stop by a refused connection.
import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { test } from 'node:test';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../src/ground/clock.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import { createChanges } from '../src/settings/configuration/changes.postgres.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { startServiceProcess, type ServiceProcess } from './service-process.ts';
import { addTestTenant, teamRequest } from './tenant.ts';

const stops = Number(process.env['STOPS'] ?? 100);
const createId = createIdGenerator({ clock: systemClock, randomBytes });

const lookEveryMs = 200;

/** The addresses that are ready. Each is looked at by itself, as a balancer does: one that starts slowly delays no look at another. */
function followReadiness(addresses: readonly string[]) {
  const ready = new Set(addresses);
  const ended = new AbortController();
  const follow = async (address: string) => {
    while (!ended.signal.aborted) {
      const answer = await fetch(`${address}/readyz`).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      if (answer?.ok === true) ready.add(address);
      else ready.delete(address);
      await pause(lookEveryMs);
    }
  };
  const followed = Promise.all(addresses.map(follow));
  return {
    /** A ready one that differs from call to call. */
    next: (turn: number) => [...ready][turn % Math.max(1, ready.size)],
    /** The next process is stopped after that. */
    areAllReady: () => ready.size === addresses.length,
    async stop() {
      ended.abort();
      await followed;
    },
  };
}

/** Posts over kept connections. */
async function post(agent: Agent, url: string, body: unknown, token: string) {
  const sent = request(url, {
    agent,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': randomUUID(),
    },
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.end(JSON.stringify(body));
  const [response] = await answered;
  return { status: response.statusCode, body: await text(response) };
}

async function addTenant({ database }: TestDatabase) {
  return database.transaction((transaction) =>
    addTestTenant(createChanges(transaction, { clock: systemClock, createId, randomBytes })),
  );
}

test(`${stops} rolling stops under load break no connection`, async (t) => {
  const at = await createTestDatabase();
  t.after(() => at.close());
  const tenant = await addTenant(at);
  const ports = [await freePort(), await freePort()];
  const shared = {
    DATABASE_URL: at.url,
    GROUPWRIGHT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    BASE_URL: 'http://groups.example',
    MAX_WAIT_SECONDS: 'off',
    LOG_LEVEL: 'warn',
    SHUTDOWN_DELAY_SECONDS: '5',
  };
  const start = (port: number) =>
    startServiceProcess({ ...shared, ROLES: 'api', LOG_LEVEL: 'info' }, { port });
  const services: ServiceProcess[] = await Promise.all(ports.map(start));
  t.after(() => Promise.all(services.map((service) => service.end('SIGKILL'))));
  const { tenantId, keyId, secret } = tenant;
  const address = services[0]?.address ?? '';
  const answer = await fetch(`${address}/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId, keyId, secret }),
  });
  const { accessToken } = (await answer.json()) as { accessToken: string };
  const readiness = followReadiness(services.map((service) => service.address));
  const proxy = hasNginx ? await startNginx(t, ports) : undefined;

  const broken: string[] = [];
  let answered = 0;
  let stopped = 0;
  const ended = new AbortController();
  async function call(name: string, baseUrl: (turn: number) => string | undefined) {
    const agent = new Agent({ keepAlive: true });
    for (let turn = 0; !ended.signal.aborted; turn += 1) {
      const url = baseUrl(turn);
      const body = teamRequest(`${name}-${turn}`);
      const result = await post(agent, `${url}/teams`, body, accessToken).catch(
        (error: unknown) => ({ status: undefined, body: String(error) }),
      );
      if (result.status === 200) answered += 1;
      else {
        const at = new Date().toISOString();
        broken.push(
          `${at} after ${stopped} stops, ${name} by ${url}: ${result.status} ${result.body}`,
        );
      }
      await pause(5);
    }
    agent.destroy();
  }
  const callers = Promise.all([
    ...[1, 2, 3].map((n) => call(`direct-${n}`, (turn) => readiness.next(turn))),
    ...(proxy === undefined ? [] : [1, 2, 3].map((n) => call(`nginx-${n}`, () => proxy))),
  ]);
  try {
    for (; stopped < stops; stopped += 1) {
      const index = stopped % services.length;
      const exit = await services[index]?.end('SIGTERM');
      assert.deepEqual(exit, { code: 0, signal: null });
      services[index] = await start(ports[index] ?? 0);
      await eventually(readiness.areAllReady, 'the process that started is noticed', 60_000);
    }
  } finally {
    ended.abort();
    await callers;
    await readiness.stop();
    t.diagnostic(
      `${stopped} stops: ${answered} requests were answered, ${proxy === undefined ? 'without' : 'half of them through'} nginx, ${broken.length} were broken`,
    );
  }
  assert.deepEqual(broken.slice(0, 5), [], `${broken.length} were broken`);
});
