// Two API hosts, two workers and a database, each with a separate network, behind HAProxy: what an added host brings, and what
// callers see of a host or a link that is lost. The processors are those of one machine, so hosts add little to its rates.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../src/ground/clock.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import { ownerRole } from '../src/embedded/cluster.ts';
import { databaseName } from '../src/embedded/server-lock.ts';
import { createChanges } from '../src/settings/configuration/changes.postgres.ts';
import { withDatabaseAt } from './database.ts';
import { type Accepted, assertNothingLost } from './assert-no-loss.ts';
import { assertAcceptedIsWhole } from './crash-run.ts';
import { dataParent } from './data-parent.ts';
import { eventually } from './eventually.ts';
import {
  type DatabaseServers,
  describeDisturbance,
  describeLoad,
  runFiveProcesses,
} from './five-processes.ts';
import { freePort } from './free-port.ts';
import { createHosts, hindranceToHosts, type Host, type Hosts } from './hosts.ts';
import { makeNetworkedData } from './networked-server.ts';
import { testSeed } from './seed.ts';
import { startServiceProcess } from './service-process.ts';
import { addTestTenant, type AddedTenant, teamRequest } from './tenant.ts';

const databasePort = 5432;
const servicePort = 8080;
/** A worker holds whole tenants: with one, a second worker would have nothing to do. */
const tenantsOfLoad = 4;
const connections = 48;
const loadForMs = 8_000;
const probeEveryMs = 50;
const cutForMs = 15_000;
const toleratedMs = 120_000;
const patience = { timeout: 30 * 60_000 };

const hindrance =
  hindranceToHosts() ??
  (spawnSync('haproxy', ['-v']).status === 0 ? undefined : 'HAProxy is not installed');

test(
  'nothing is lost or doubled on several hosts when one of them is lost',
  { ...patience, skip: hindrance ?? false },
  async (t) => {
    const hosts = createHosts();
    t.after(hosts.remove);
    const [database, api1, api2, worker1, worker2] = [
      hosts.add(),
      hosts.add(),
      hosts.add(),
      hosts.add(),
      hosts.add(),
    ];
    const servers = await startDatabaseHost(t, hosts, database);
    const proxy = await startProxy(t, hosts, [api1, api2]);
    const free = { api: [api1, api2], worker: [worker1, worker2] };
    const places = {
      roles: ['api', 'worker'] as const,
      address: proxy,
      async start(role: 'api' | 'worker', env: Readonly<Record<string, string>>) {
        const host = free[role].shift();
        assert.ok(host !== undefined, `there is a host for another ${role}`);
        const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
        return startServiceProcess(
          {
            ...env,
            BASE_URL: proxy,
            HOST: '0.0.0.0',
            TRUSTED_PROXIES: hosts.outside,
            MAX_WAIT_SECONDS: 'off',
          },
          { port: servicePort, command: host.command(process.execPath, main) },
        );
      },
    };
    const tenants = await addTenants(servers);
    const ofLoad = tenants.map((tenant) => ({ tenant, accepted: [] as Accepted[] }));

    const run = await runFiveProcesses(
      servers,
      { seed: testSeed, readEvents: true, places },
      async ({ acceptMore, measure, startAnother, tenant }) => {
        const load = async (name: string) => {
          const { accepted, finished, p95Ms } = await measureLoad(proxy, servers, ofLoad);
          t.diagnostic(
            `${name}: ${accepted.toFixed(0)} accepted a second, ${finished.toFixed(0)} finished a second, p95 ${p95Ms.toFixed(0)} ms`,
          );
        };
        // V8 compiles and optimizes.
        await measureLoad(proxy, servers, ofLoad);
        await load('one API host, one worker');
        await startAnother('api');
        await pause(2_000);
        await load('two API hosts, one worker');
        await startAnother('worker');
        await pause(2_000);
        await load('two API hosts, two workers');

        const token = await tokenOf(proxy, tenant);
        const drill = async (name: string, cut: () => void, heal: () => void) => {
          await acceptMore(20);
          const endProbe = startProbe(proxy, token);
          await pause(1_000);
          const startedAt = performance.now();
          const times = await measure(async () => cut());
          await pause(Math.max(0, startedAt + cutForMs - performance.now()));
          heal();
          const healed = await measure(async () => undefined);
          const { failed, sent, lastAfterMs } = await endProbe(startedAt);
          t.diagnostic(
            `${name}: ${failed} of ${sent} requests without retries failed, the last after ${(lastAfterMs / 1_000).toFixed(1)} s; ${describeDisturbance(times, 'cut')}; then ${describeDisturbance(healed, 'whole')}`,
          );
          assert.ok(times.createdAfterMs < toleratedMs, name);
        };
        await drill('an API host is cut off', api1.pullCable, api1.plugIn);
        await drill('the first worker is cut off', worker1.pullCable, worker1.plugIn);
        await drill('the second worker is cut off', worker2.pullCable, worker2.plugIn);
        await drill(
          'an API host loses its way to the database',
          () => api2.losesWayTo(database),
          () => api2.findsWayTo(database),
        );
        await acceptMore(20);
        const times = await measure(async () => {
          database.pullCable();
          await pause(cutForMs);
          database.plugIn();
        });
        t.diagnostic(
          `the database is cut off for ${cutForMs / 1_000} s: ${describeDisturbance(times, 'whole')}`,
        );
        assert.ok(times.createdAfterMs - times.settledAfterMs < toleratedMs);
        await acceptMore(20);
      },
    );
    t.diagnostic(`seed ${testSeed}: ${describeLoad(run)}`);
    await assertAcceptedIsWhole(run, servers.withDatabase);
    await servers.withDatabase(async (whole) => {
      for (const { tenant, accepted } of ofLoad) {
        await assertNothingLost(whole, tenant.tenantId, accepted, () => ({
          owners: 2,
          members: 3,
        }));
      }
    });
  },
);

async function startDatabaseHost(
  t: TestContext,
  { network }: Hosts,
  host: Host,
): Promise<DatabaseServers> {
  const root = await mkdtemp(join(dataParent, `groupwright-test-${process.pid}-hosts-`));
  // Root hands PostgreSQL to another account, which has to pass through here.
  await chmod(root, 0o711);
  const dataDirectory = join(root, 'server');
  await mkdir(dataDirectory, { mode: 0o711 });
  const password = randomBytes(18).toString('hex');
  await makeNetworkedData(dataDirectory, password);
  const entry = fileURLToPath(new URL('networked-server-process.ts', import.meta.url));
  const [program, ...parameters] = host.command(
    process.execPath,
    '--conditions=@groupwright/source',
    entry,
    dataDirectory,
    host.address,
    `${databasePort}`,
    network,
  );
  const server = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(async () => {
    await end(server);
    await rm(root, { recursive: true, force: true, maxRetries: 5 });
  });
  await once(server.stdout, 'data');
  const url = `postgresql://${ownerRole}:${password}@${host.address}:${databasePort}/${databaseName}`;
  return {
    url,
    withDatabase: (work) => withDatabaseAt(url, work),
  };
}

/** It asks `/readyz`, as docs/operator/reverse-proxy.md has it. @returns its address */
async function startProxy(
  t: TestContext,
  { outside }: Hosts,
  hosts: readonly Host[],
): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'groupwright-haproxy-'));
  const port = await freePort();
  const file = join(directory, 'haproxy.cfg');
  await writeFile(
    file,
    `defaults
  mode http
  option forwardfor
  option redispatch
  retries 2
  timeout connect 1s
  timeout client 60s
  timeout server 60s
frontend callers
  bind ${outside}:${port}
  default_backend api
backend api
  balance leastconn
  option httpchk GET /readyz
${hosts.map(({ address }, index) => `  server api${index + 1} ${address}:${servicePort} check inter 500ms fall 2 rise 2 on-marked-down shutdown-sessions\n`).join('')}`,
  );
  const proxy = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'ignore'] });
  t.after(async () => {
    await end(proxy);
    await rm(directory, { recursive: true, force: true });
  });
  return `http://${outside}:${port}`;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function addTenants(servers: DatabaseServers): Promise<readonly AddedTenant[]> {
  const createId = createIdGenerator({ clock: systemClock, randomBytes });
  return servers.withDatabase(async (database) => {
    const tenants: AddedTenant[] = [];
    for (let count = 0; count < tenantsOfLoad; count += 1) {
      tenants.push(
        await database.transaction((transaction) =>
          addTestTenant(createChanges(transaction, { clock: systemClock, createId, randomBytes })),
        ),
      );
    }
    return tenants;
  });
}

async function tokenOf(proxy: string, { tenantId, keyId, secret }: AddedTenant): Promise<string> {
  let token = '';
  await eventually(async () => {
    const answer = await fetch(`${proxy}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId, keyId, secret }),
    });
    const text = await answer.text();
    // Until it has asked a host, the proxy itself answers.
    if (answer.ok) token = (JSON.parse(text) as { accessToken: string }).accessToken;
    return answer.ok;
  }, 'the key is known');
  return `Bearer ${token}`;
}

interface OfLoad {
  readonly tenant: AddedTenant;
  readonly accepted: Accepted[];
}

/** Callers without pause, by the proxy. */
async function measureLoad(proxy: string, servers: DatabaseServers, ofLoad: readonly OfLoad[]) {
  const tokens = await Promise.all(ofLoad.map(({ tenant }) => tokenOf(proxy, tenant)));
  const tenantIds = ofLoad.map(({ tenant }) => tenant.tenantId);
  const times: number[] = [];
  const countFinished = () =>
    servers.withDatabase(async (database) => {
      const [row] = await database.query<{ finished: number }>(
        `select count(*) as finished from provisionings where status = 'succeeded' and tenant_id = any ($1::uuid[])`,
        [tenantIds],
      );
      return row?.finished ?? 0;
    });
  const finishedBefore = await countFinished();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      const place = connection % ofLoad.length;
      const authorization = tokens[place] ?? '';
      while (performance.now() - startedAt < loadForMs) {
        const mailNickName = `load-${randomBytes(8).toString('hex')}`;
        const sentAt = performance.now();
        const answer = await fetch(`${proxy}/teams`, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(teamRequest(mailNickName)),
        });
        const text = await answer.text();
        assert.equal(answer.status, 200, text);
        const { teamId } = JSON.parse(text) as { teamId: string };
        times.push(performance.now() - sentAt);
        ofLoad[place]?.accepted.push({ teamId, mailNickName });
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1_000;
  const finished = ((await countFinished()) - finishedBefore) / seconds;
  // Creations that wait would be in the next figures. The other callers never pause.
  await eventually(async () => {
    const waiting = await servers.withDatabase((database) =>
      database.query(
        `select from provisionings where status in ('accepted', 'running') and tenant_id = any ($1::uuid[])
         order by tenant_id, team_id limit 1`,
        [tenantIds],
      ),
    );
    return waiting.length === 0;
  }, 'all are finished');
  times.sort((a, b) => a - b);
  return {
    accepted: times.length / seconds,
    finished,
    p95Ms: times[Math.floor(times.length * 0.95)] ?? NaN,
  };
}

/** A caller that repeats nothing and reads at a steady pace; ended by what it answers. */
function startProbe(proxy: string, authorization: string) {
  const failedAt: number[] = [];
  const requests: Promise<void>[] = [];
  const send = async () => {
    const sentAt = performance.now();
    const isAnswered = await fetch(`${proxy}/teams?limit=1`, {
      headers: { authorization },
      signal: AbortSignal.timeout(5_000),
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    if (!isAnswered) failedAt.push(sentAt);
  };
  const timer = setInterval(() => requests.push(send()), probeEveryMs);
  return async (since: number) => {
    clearInterval(timer);
    await Promise.all(requests);
    return {
      sent: requests.length,
      failed: failedAt.length,
      lastAfterMs: Math.max(since, ...failedAt) - since,
    };
  };
}
