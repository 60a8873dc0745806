// The dashboard and the alert rules on Prometheus itself, which scrapes a running service. Skipped where Prometheus is not
// installed; PROMETHEUS names the program.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';
import { createTestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { freePort } from '../../../testing/free-port.ts';
import { startServiceProcess } from '../../../testing/service-process.ts';
import { addTestTenant, teamRequest } from '../../../testing/tenant.ts';
import { createChanges } from '../../settings/configuration/changes.postgres.ts';
import { systemClock } from '../../ground/clock.ts';
import { createIdGenerator } from '../../ground/identifiers.ts';

const monitoring = fileURLToPath(new URL('../../../../../deploy/monitoring/', import.meta.url));
const program = process.env['PROMETHEUS'] ?? 'prometheus';
const isInstalled = spawnSync(program, ['--version']).status === 0;

interface Dashboard {
  readonly panels: readonly { title: string; targets: readonly { expr: string }[] }[];
}

interface Rules {
  readonly groups: readonly { rules: readonly { name: string; health: string; state: string }[] }[];
}

/** Nothing of it happens on a sandbox without webhooks, so these are empty. */
const withoutData = /groupwright_(?:graph_call|webhook_attempts|drift)|outcome="error"/;

test(
  'every panel of the dashboard shows what Prometheus has scraped, and every alert can be evaluated and is quiet',
  {
    skip: !isInstalled && 'Prometheus is not installed',
  },
  async (t) => {
    const at = await createTestDatabase();
    const directory = await mkdtemp(join(tmpdir(), `groupwright-test-${process.pid}-prometheus-`));
    const deps = { clock: systemClock, randomBytes };
    const tenant = await at.database.transaction((transaction) =>
      addTestTenant(createChanges(transaction, { ...deps, createId: createIdGenerator(deps) })),
    );
    const service = await startServiceProcess({
      DATABASE_URL: at.url,
      PROCESSES: '2',
      GROUPWRIGHT_ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      GROUPWRIGHT_DATA_DIR: directory,
    });
    const port = await freePort();
    const settings = join(directory, 'prometheus.yaml');
    await writeFile(
      settings,
      stringify({
        global: { scrape_interval: '1s', evaluation_interval: '1s' },
        rule_files: [join(monitoring, 'alerts.yaml')],
        scrape_configs: [
          {
            job_name: 'groupwright',
            static_configs: [{ targets: [new URL(service.address).host] }],
          },
        ],
      }),
    );
    const prometheus = spawn(
      program,
      [
        `--config.file=${settings}`,
        `--storage.tsdb.path=${join(directory, 'tsdb')}`,
        `--web.listen-address=127.0.0.1:${port}`,
      ],
      { stdio: 'ignore' },
    );
    t.after(async () => {
      prometheus.kill('SIGTERM');
      await once(prometheus, 'exit');
      await service.end('SIGTERM');
      await at.close();
      await rm(directory, { recursive: true, force: true });
    });

    async function ask<T>(path: string): Promise<T> {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
      const { status, data, error } = (await answer.json()) as {
        status: string;
        data: T;
        error?: string;
      };
      assert.equal(status, 'success', error);
      return data;
    }

    const { tenantId, keyId, secret } = tenant;
    const post = (path: string, body: object, token = '') =>
      fetch(`${service.address}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      });
    const signedIn = await post('/token', { tenantId, keyId, secret });
    const { accessToken } = (await signedIn.json()) as { accessToken: string };
    await eventually(
      () =>
        fetch(`http://127.0.0.1:${port}/-/ready`).then(
          ({ ok }) => ok,
          () => false,
        ),
      'Prometheus is ready',
    );
    for (const n of [1, 2, 3]) {
      assert.equal((await post('/teams', teamRequest(`scraped-${n}`), accessToken)).status, 200);
    }

    const dashboard = JSON.parse(
      await readFile(join(monitoring, 'dashboard.json'), 'utf8'),
    ) as Dashboard;
    for (const { title, targets } of dashboard.panels) {
      for (const { expr } of targets) {
        const query = expr.replaceAll('$__rate_interval', '5m');
        const path = `query?query=${encodeURIComponent(query)}`;
        if (withoutData.test(expr)) await ask(path);
        else {
          await eventually(
            async () => (await ask<{ result: unknown[] }>(path)).result.length > 0,
            `${title} shows ${expr}`,
          );
        }
      }
    }
    const readRules = async () =>
      (await ask<Rules>('rules')).groups.flatMap((group) => group.rules);
    await eventually(
      async () => (await readRules()).every(({ health }) => health === 'ok'),
      'every alert was evaluated',
    );
    const rules = await readRules();
    assert.ok(rules.length > 10);
    assert.deepEqual(
      rules.filter(({ state }) => state === 'firing').map(({ name }) => name),
      [],
    );
  },
);
