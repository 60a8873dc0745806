// An installation as operators run it: two API processes behind a balancer, two workers, and the PostgreSQL of the
// operating system. Under load, each process is killed and each is stopped, the server is restarted, and the database is
// closed, barred and locked with another password in turn. Callers repeat with their key. Nothing is lost or made twice,
// and no answer is 500.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from '../src/ground/clock.ts';
import { createIdGenerator } from '../src/ground/identifiers.ts';
import { externalDatabase } from '../src/postgres/connection-settings.ts';
import { silentLog } from '../src/postgres/log.ts';
import { migrate } from '../src/postgres/migrate.ts';
import { createChanges } from '../src/settings/configuration/changes.postgres.ts';
import { withDatabaseAt } from './database.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import { isServerInstalled, startInstalledServer } from './installed-server.ts';
import { hasNginx, startNginx } from './nginx.ts';
import { runOperator } from './operator.ts';
import { startServiceProcess, type ServiceProcess } from './service-process.ts';
import { addTestTenant, teamRequest } from './tenant.ts';

const callers = 4;
/** The database stays away for that time. */
const awayMs = 3_000;
const password = 'the first password';
const skip = !isServerInstalled && 'no PostgreSQL is installed';
const startsAtMost = 5;

/** A service manager does the same, which starts a process again that could not reach its database. */
async function startManaged(
  ...start: Parameters<typeof startServiceProcess>
): Promise<ServiceProcess> {
  for (let starts = 1; ; starts += 1) {
    try {
      return await startServiceProcess(...start);
    } catch (error) {
      if (starts === startsAtMost || !String(error).includes('cannot be reached')) throw error;
    }
  }
}

test(
  'kills, stops and a database that is away cost callers a repetition, and nothing else',
  { skip },
  async (t) => {
    const server = await startInstalledServer('operated');
    t.after(() => server.remove());
    await server.asSuper('create database groups owner operator');
    await migrate(externalDatabase(server.urlOf('groups')).owner, { log: silentLog });
    const deps = { clock: systemClock, randomBytes };
    const createId = createIdGenerator(deps);
    const tenant = await server.withDatabase('groups', (database) =>
      database.transaction((transaction) =>
        addTestTenant(createChanges(transaction, { ...deps, createId })),
      ),
    );

    const accessFile = join(server.directory, 'data/pg_hba.conf');
    const setPassword = (text: string) => server.asSuper(`alter role operator password '${text}'`);
    await setPassword(password);
    const access = await readFile(accessFile, 'utf8');
    await writeFile(accessFile, `local groups operator scram-sha-256\n${access}`);
    await server.asSuper('select pg_reload_conf()');
    const url = new URL(server.urlOf('groups'));
    url.password = encodeURIComponent(password);

    const ports = [await freePort(), await freePort()];
    const shared = {
      DATABASE_URL: url.href,
      GROUPWRIGHT_DATA_DIR: await server.makeDirectory('service'),
      GROUPWRIGHT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      BASE_URL: 'http://groups.example',
      MAX_WAIT_SECONDS: 'off',
    };
    const starts = [
      ...ports.map((port) => () => startManaged({ ...shared, ROLES: 'api' }, { port })),
      ...[1, 2].map(() => () => startManaged({ ...shared, ROLES: 'worker' }, {})),
    ];
    const services: ServiceProcess[] = [];
    for (const start of starts) services.push(await start());
    t.after(() => Promise.all(services.map((service) => service.end('SIGKILL'))));
    const proxy = hasNginx ? await startNginx(t, ports) : undefined;
    const addresses = ports.map((port) => `http://127.0.0.1:${port}`);

    const { tenantId, keyId, secret } = tenant;
    const answer = await fetch(`${addresses[0]}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tenantId, keyId, secret }),
    });
    const { accessToken } = (await answer.json()) as { accessToken: string };

    const teamIds = new Map<string, string>();
    const statuses = new Map<number, number>();
    const wrong: string[] = [];
    let repeated = 0;
    let phase = 'load';
    const over = new AbortController();

    async function send(alias: string, address: string): Promise<string | undefined> {
      try {
        const response = await fetch(`${address}/teams`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${accessToken}`,
            'idempotency-key': alias,
          },
          body: JSON.stringify(teamRequest(alias)),
        });
        const { status } = response;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        const text = await response.text();
        if (status === 200) return (JSON.parse(text) as { teamId: string }).teamId;
        // nginx has no other server while both start.
        const isOfProxy = status === 502 && proxy !== undefined;
        if (status !== 503 && !isOfProxy) wrong.push(`${phase}: ${status} ${text}`);
        if (status === 503 && response.headers.get('retry-after') === null) {
          wrong.push(`${phase}: 503 without Retry-After: ${text}`);
        }
      } catch {
        // The process was killed.
      }
      return undefined;
    }

    async function callAgainAndAgain(caller: number): Promise<void> {
      for (let number = 0; !over.signal.aborted; number += 1) {
        const alias = `operated-${caller}-${number}`;
        for (let attempt = 0; attempt < 100 || !over.signal.aborted; attempt += 1) {
          const direct = addresses[(number + attempt) % addresses.length] ?? '';
          const teamId = await send(alias, caller % 2 === 0 ? (proxy ?? direct) : direct);
          if (teamId !== undefined) {
            teamIds.set(alias, teamId);
            break;
          }
          repeated += 1;
          await pause(100);
        }
        await pause(20);
      }
    }

    /** More groups are accepted, whatever happened before. */
    async function serves(): Promise<void> {
      const before = teamIds.size;
      await eventually(
        () => teamIds.size > before + 2 * callers,
        `${phase}: groups are accepted again`,
        120_000,
      );
    }

    const calls = Array.from({ length: callers }, (_, caller) => callAgainAndAgain(caller));
    try {
      await serves();
      for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
        for (const [at, start] of starts.entries()) {
          phase = `${signal} of process ${at}`;
          await services[at]?.end(signal);
          services[at] = await start();
          await serves();
        }
      }
      const endSessions = () =>
        server.asSuper(
          `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'operator'`,
        );
      const away: readonly [string, () => Promise<void>, () => Promise<void>][] = [
        [
          'closed',
          () => server.asSuper('alter database groups allow_connections false'),
          () => server.asSuper('alter database groups allow_connections true'),
        ],
        [
          'barred',
          () => server.asSuper('alter role operator nologin'),
          () => server.asSuper('alter role operator login'),
        ],
        ['another password', () => setPassword('another'), () => setPassword(password)],
      ];
      for (const [name, bar, admit] of away) {
        phase = name;
        await bar();
        await endSessions();
        await eventually(
          async () => (await fetch(`${addresses[0]}/readyz`)).status === 503,
          `${name}: readiness says so`,
        );
        await pause(awayMs);
        await admit();
        await serves();
      }
      phase = 'restart of PostgreSQL';
      await server.restart(join(server.directory, 'data'));
      await serves();
    } finally {
      over.abort();
      await Promise.race([Promise.all(calls), pause(60_000)]);
      const answers = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ');
      t.diagnostic(
        `${teamIds.size} groups, ${repeated} repetitions, ${proxy === undefined ? 'without' : 'half of them through'} nginx; answers: ${answers}; the first wrong ones: ${wrong.slice(0, 3).join('\n')}`,
      );
    }
    assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length} answers were wrong`);
    assert.equal(new Set(teamIds.values()).size, teamIds.size);
    await withDatabaseAt(url.href, (database) =>
      eventually(
        async () => {
          const [row] = await database.query<{ done: number; all: number }>(
            `select count(*) filter (where status = 'succeeded')::int as done, count(*)::int as all
          from provisionings`,
          );
          assert.equal(row?.all, teamIds.size);
          return row.done === row.all;
        },
        'every group exists',
        300_000,
      ),
    );
    const verified = await runOperator(['audit', 'verify'], shared);
    assert.equal(verified.code, 0, verified.out + verified.err);
  },
);
