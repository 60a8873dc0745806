// The metrics of a running service, and the names that dashboard, alerts, runbook and guide use.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Registry } from 'prom-client';
import { parse } from 'yaml';

import { createLog } from '../../ground/log.ts';
import { createTestDatabase } from '../../../testing/database.ts';
import { eventually } from '../../../testing/eventually.ts';
import { freePort } from '../../../testing/free-port.ts';
import { startServiceProcess } from '../../../testing/service-process.ts';
import {
  startTestService,
  teamRequest,
  testEncryptionKey,
  testOperator,
} from '../../../testing/service.ts';
import { createEncryption } from '../../ground/encryption/encryption.ts';
import { connectionSecretPurpose } from '../../settings/tenants/connection-secret.ts';
import { createBacklogMetrics, type Backlog } from './backlog-metrics.ts';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8');

const scrape = async (address: string) => (await fetch(`${address}/metrics`)).text();

/** @param series its name and labels, in their order */
function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  assert.ok(line, `${series} is not in\n${text.slice(0, 4_000)}`);
  return Number(line.slice(series.length + 1));
}

test('unfinished work, durations, connections and versions are metrics', async () => {
  const api = await startTestService({ ROLES: 'api' });
  const tenant = await api.addTenant();
  try {
    const body = teamRequest('watched');
    assert.equal((await api.call(tenant, '/teams', { method: 'POST', body })).status, 200);
    await api.at.database.query(`update teams set created_at = now() - interval '1 hour'`);
    const waiting = await scrape(api.address);
    const accepted = '{work="creation",status="accepted"}';
    assert.equal(valueOf(waiting, `groupwright_unfinished${accepted}`), 1);
    assert.ok(valueOf(waiting, `groupwright_oldest_unfinished_seconds${accepted}`) >= 3_600);
    assert.equal(
      valueOf(waiting, 'groupwright_oldest_unfinished_seconds{work="operation",status="running"}'),
      0,
    );
    assert.match(waiting, /groupwright_unfinished\{work="activity",status="unsealed"\} [1-9]/);
    // The scrape itself uses connections.
    assert.doesNotMatch(waiting, /groupwright_database_connections\{[^}]*"waiting"\} [1-9]/);
    const { version } = JSON.parse(read('packages/service/package.json')) as { version: string };
    const build = `{version="${version}",node="${process.version}"}`;
    assert.equal(valueOf(waiting, `groupwright_build_info${build}`), 1);
    const started = valueOf(waiting, 'groupwright_postgres_start_timestamp_seconds');
    assert.ok(started > 1_700_000_000 && started <= Date.now() / 1_000);

    const worker = await startTestService({ ROLES: 'worker' }, { at: api.at });
    try {
      const durations = 'groupwright_creation_duration_seconds_count{status="succeeded"} 1';
      let text = '';
      await eventually(async () => {
        text = await scrape(worker.address);
        return text.includes(durations);
      }, 'the creation succeeded');
      assert.ok(
        valueOf(text, 'groupwright_creation_duration_seconds_sum{status="succeeded"}') >= 3_600,
      );
      assert.match(
        text,
        /groupwright_step_attempt_duration_seconds_count\{work="creation",step="create_group",outcome="done"\} 1/,
      );
    } finally {
      await worker.close();
    }
  } finally {
    await api.close();
  }
});

test('an Entra that cannot be reached is in the metrics and in the log, and so is the end of a credential', async () => {
  const lines: Record<string, unknown>[] = [];
  const encryption = createEncryption([testEncryptionKey], randomBytes);
  const log = createLog('info', {
    write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>),
  });
  const service = await startTestService({}, { deps: { log, encryption } });
  try {
    const loginBaseUrl = `https://127.0.0.1:${await freePort()}`;
    const tenant = await service.addTenant();
    const sealed = encryption.encrypt('hunter2', connectionSecretPurpose(tenant.tenantId));
    await service.change((changes) =>
      changes.tenants.change(testOperator, tenant.tenantId, undefined, {
        name: 'Aare',
        directory: {
          kind: 'microsoft365',
          credential: 'secret',
          secretExpiresOn: '2031-05-06',
          entraTenantId: '11111111-1111-4111-8111-111111111111',
          clientId: '22222222-2222-4222-8222-222222222222',
          loginBaseUrl,
          graphBaseUrl: loginBaseUrl,
        },
        directorySecretSealed: sealed,
      }),
    );
    await service.service.refresh();
    const body = teamRequest('waiting');
    assert.equal((await service.call(tenant, '/teams', { method: 'POST', body })).status, 200);
    let text = '';
    await eventually(async () => {
      text = await scrape(service.address);
      return text.includes('groupwright_sign_ins_failing{reason="unavailable"} 1');
    }, 'the failed sign-in is in the metrics');
    assert.equal(valueOf(text, 'groupwright_sign_ins_failing{reason="refused"}'), 0);
    assert.ok(valueOf(text, 'groupwright_graph_calls_total{call="sign_in",status="none"}') >= 1);
    assert.equal(
      valueOf(text, 'groupwright_credential_expiry_timestamp_seconds'),
      Date.parse('2031-05-06T00:00:00Z') / 1_000,
    );
    const told = lines.filter(({ msg }) => msg === 'no token for the directory');
    assert.deepEqual(
      told.map(({ tenantId }) => tenantId),
      [tenant.tenantId],
    );
    assert.match(String(told[0]?.['reason']), /Entra issued no token: .* cannot be reached/);
    // Probes and scrapes are no lines.
    assert.equal((await fetch(`${service.address}/readyz`)).status, 200);
    assert.deepEqual(
      lines.filter(({ route }) => route === '/metrics' || route === '/readyz'),
      [],
    );
  } finally {
    await service.close();
  }
});

const promtool = process.env['PROMTOOL'] ?? 'promtool';
const hasPromtool = spawnSync(promtool, ['--version']).status === 0;
test(
  'the alerts fire and are quiet on series that promtool plays',
  { skip: !hasPromtool && 'promtool is not installed (Debian: prometheus)' },
  () => {
    const directory = fileURLToPath(new URL('.', import.meta.url));
    const { status, stdout, stderr } = spawnSync(
      promtool,
      ['test', 'rules', `${directory}alerts.promtool.yaml`],
      { encoding: 'utf8' },
    );
    assert.equal(status, 0, stdout + stderr);
  },
);

test('however often metrics are read, the database is asked once in five seconds', async () => {
  let now = 0;
  let reads = 0;
  const registry = new Registry();
  const backlogs: Backlog[] = [{ work: 'creation', status: 'running', count: 3, oldestMs: 4_000 }];
  let state: { backlogs: Backlog[]; startedAt: number } | undefined = { backlogs, startedAt: 1 };
  createBacklogMetrics({
    registry,
    clock: { now: () => now },
    async read() {
      reads += 1;
      return state;
    },
  });
  const running = 'groupwright_unfinished{work="creation",status="running"}';
  const [first = ''] = await Promise.all(Array.from({ length: 10 }, () => registry.metrics()));
  assert.equal(valueOf(first, running), 3);
  assert.equal(reads, 1);
  now = 4_999;
  await registry.metrics();
  assert.equal(reads, 1);
  // Figures that cannot be read are left out: an old one would look like the present one.
  now = 5_000;
  state = undefined;
  assert.doesNotMatch(await registry.metrics(), /groupwright_unfinished\{/);
  assert.equal(reads, 2);
});

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: Readonly<Record<string, string>>;
}

const { groups } = parse(read('deploy/monitoring/alerts.yaml')) as {
  groups: { rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

test('each alert has a page of the runbook with its condition, and each page an alert', () => {
  assert.ok(rules.length > 10);
  const index = read('docs/runbook/README.md');
  for (const { alert, expr, labels, annotations } of rules) {
    const page = read(`docs/runbook/${alert}.md`);
    assert.ok(page.includes(`\n${expr}\n`), `${alert}: another condition`);
    assert.ok(page.includes(`Severity: ${labels.severity}.`), alert);
    assert.equal(annotations['runbook_url'], `docs/runbook/${alert}.md`);
    assert.ok(index.includes(`[${alert}](${alert}.md)`), `${alert} is not in the list`);
  }
  const pages = globSync('docs/runbook/*.md', { cwd: root }).map((path) => basename(path, '.md'));
  assert.deepEqual(
    pages.filter((page) => page !== 'README').sort(),
    rules.map(({ alert }) => alert).sort(),
  );
});

test('dashboard, alerts, runbook and guide name metrics that the service has, and the guide names all', async () => {
  const at = await createTestDatabase();
  try {
    const service = await startServiceProcess({
      DATABASE_URL: at.url,
      PROCESSES: '2',
      GROUPWRIGHT_ENCRYPTION_KEY: testEncryptionKey.toString('base64'),
    });
    const text = await scrape(service.address);
    await service.end('SIGTERM');
    const present = new Set(
      [...text.matchAll(/^# TYPE (groupwright_\w+)/gm)].map(([, name = '']) => name),
    );
    const namesOf = (prose: string) =>
      [...prose.matchAll(/groupwright_[a-z_]+[a-z]/g)].map(([name]) =>
        name.replace(/_(bucket|sum|count)$/, ''),
      );
    const page = read('docs/operator/health-and-metrics.md');
    const [, section = ''] = /\n## Metrics\n([\s\S]*)$/.exec(page) ?? [];
    const guide = new Set(namesOf(section));
    const files = [
      'deploy/monitoring/dashboard.json',
      'deploy/monitoring/alerts.yaml',
      ...globSync('docs/runbook/*.md', { cwd: root }),
    ];
    const named = [...guide, ...files.flatMap((file) => namesOf(read(file)))];
    assert.deepEqual(
      named.filter((name) => !present.has(name)),
      [],
    );
    assert.deepEqual(
      [...present].filter((name) => !guide.has(name)),
      [],
    );
  } finally {
    await at.close();
  }
});
