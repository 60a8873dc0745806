import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { childEnvironment } from '../../../testing/child-environment.ts';
import { fileURLToPath } from 'node:url';
import { ConfigError, readConfig } from './config.ts';
import { defaultRetention, retentions, type RetainedData } from './read-retention.ts';
import { secretVariables } from './read-secrets.ts';
import { variables } from './variables.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return error.faults;
  }
}

test('an empty environment is a working configuration on loopback', () => {
  const config = readConfig({}, 2);
  assert.deepEqual(config, {
    ...config,
    host: '127.0.0.1',
    port: 8080,
    baseUrl: 'http://127.0.0.1:8080',
    adminUrl: 'http://127.0.0.1:8080/admin',
    databaseUrl: undefined,
    dataDir: resolve('./.groupwright'),
    roles: ['api', 'worker'],
    processes: 1,
    logLevel: 'info',
    logFormat: undefined,
    rateLimitPerMinute: 6000,
    adminRateLimitPerMinute: 600,
    maxWaitMs: 3_600_000,
    shutdownDelayMs: 5_000,
    trustedProxies: [],
    encryptionKeys: [],
    reconciliationIntervalMs: 21_600_000,
    backups: undefined,
    demo: 'auto',
    warnings: [],
  });
});

test('without BASE_URL, callers are sent to the address on which the service listens', () => {
  for (const [host, address] of [
    ['0.0.0.0', 'http://127.0.0.1:8080'],
    ['::', 'http://127.0.0.1:8080'],
    ['::1', 'http://[::1]:8080'],
    ['192.0.2.7', 'http://192.0.2.7:8080'],
    ['groups.example', 'http://groups.example:8080'],
  ] as const) {
    const { baseUrl, adminUrl } = readConfig({ HOST: host });
    assert.deepEqual([baseUrl, adminUrl], [address, `${address}/admin`]);
  }
  assert.equal(
    readConfig({ HOST: '::1', BASE_URL: 'https://a.example' }).baseUrl,
    'https://a.example',
  );
});

test('a configuration cannot be changed', () => {
  const config = readConfig({ ROLES: 'api' });
  assert.ok(Object.isFrozen(config) && Object.isFrozen(config.roles));
});

test('processes go by the cores, unless they are chosen or the database is not the service’s own', () => {
  const processes = (cores: number, env = {}) => readConfig(env, cores).processes;
  assert.deepEqual(
    [1, 2, 3, 4, 6, 8, 64].map((cores) => processes(cores)),
    [1, 1, 1, 3, 4, 4, 4],
  );
  assert.equal(processes(8, { DATABASE_URL: 'postgres://x.example/x' }), 1);
  assert.equal(processes(2, { PROCESSES: '16' }), 16);
});

test('RETENTION changes what it names; unknown names, repeated ones and times that are too short are faults', () => {
  const read = (RETENTION: string) => readConfig({ RETENTION }).retention;
  assert.deepEqual(read(''), defaultRetention);
  assert.deepEqual(read(' request_log=P90D , deliveries=P14D,'), {
    ...defaultRetention,
    request_log: 'P90D',
    deliveries: 'P14D',
  });
  for (const [name, { default: value, shortest }] of Object.entries(retentions)) {
    assert.equal(defaultRetention[name as RetainedData], value);
    assert.equal(read(`${name}=${shortest}`)[name as RetainedData], shortest);
  }
  const faults: readonly [string, RegExp][] = [
    ['request_logs=P90D', /"request_logs".*did you mean request_log\?/],
    ['everything=P90D', /it can name activity, request_log/],
    ['deliveries=P14D,deliveries=P15D', /deliveries twice/],
    ['deliveries', /deliveries for a duration such as P90D, from P1D to P100Y/],
    ['deliveries=P0D', /from P1D/],
    ['deliveries=P1D=P2D', /from P1D/],
    ['activity=P89D', /from P90D/],
    ['messages=P364D', /from P1Y/],
    ['incidents=P101Y', /to P100Y/],
  ];
  for (const [value, said] of faults) {
    const [fault = '', ...others] = faultsOf({ RETENTION: value });
    assert.deepEqual([others, said.test(fault)], [[], true], fault);
  }
});

test('backups are of the embedded database, daily, and the newest 14 stay', () => {
  const { backups } = readConfig({ BACKUP_DIRECTORY: '/backups' });
  assert.deepEqual(backups, {
    directory: '/backups',
    s3: undefined,
    everyMs: 86_400_000,
    keep: 14,
  });
  const wrong = { BACKUP_DIRECTORY: '/backups', DATABASE_URL: 'postgres://db.example/x' };
  assert.match(faultsOf({ ...wrong, BACKUP_KEEP: '0' }).join(), /from 1 to 1000.*embedded/s);
});

test('an address without the pooler needs that of the pooler', () => {
  const directUrl = 'postgres://db.example/x';
  const config = readConfig({
    DATABASE_URL: 'postgres://pool.example/x',
    DATABASE_DIRECT_URL: directUrl,
  });
  assert.equal(config.directUrl, directUrl);
  assert.match(faultsOf({ DATABASE_DIRECT_URL: directUrl }).join(), /needs DATABASE_URL/);
});

test('addresses follow from one another and keep no trailing slash', () => {
  const config = readConfig({ PORT: '9000', BASE_URL: 'https://groups.example/api//' });
  assert.equal(config.baseUrl, 'https://groups.example/api');
  assert.equal(config.adminUrl, 'https://groups.example/api/admin');
  assert.equal(readConfig({ PORT: '9000' }).baseUrl, 'http://127.0.0.1:9000');
});

test('every fault is named at once', () => {
  const faults = faultsOf({
    HOST: 'not a host',
    PORT: '70000',
    BASE_URL: 'ftp://x',
    ADMIN_URL: 'https://x.example/?a=b',
    DATABASE_URL: 'mysql://user:hunter2@db',
    DATABASE_DIRECT_URL: 'mysql://user:hunter2@db',
    ROLES: 'api,cook',
    PROCESSES: '0',
    LOG_LEVEL: 'loud',
    LOG_FORMAT: 'pretty',
    RATE_LIMIT: '-1',
    ADMIN_RATE_LIMIT: 'x',
    MAX_WAIT_SECONDS: '1.5',
    SHUTDOWN_DELAY_SECONDS: '301',
    TRUSTED_PROXIES: '10.0.0.0/33, somewhere',
    GROUPWRIGHT_ENCRYPTION_KEY: 'c2hvcnQ=',
    WEBHOOK_NETWORKS: 'loopback, everywhere',
    HTTPS_PROXY: 'socks5://me:hunter2@proxy.example',
    HTTP_PROXY: 'http://proxy.example/path',
    NO_PROXY: 'a b/c',
    IDENTITY_ENDPOINT: 'msi/token',
    IDENTITY_HEADER: 'hunter2',
    BACKUP_INTERVAL_HOURS: '0',
    BACKUP_KEEP: '1e3',
    BACKUP_S3_URL: 'ftp://x',
    RECONCILIATION_INTERVAL_MINUTES: '0',
    REPORT_HOSTS: 'https://reports.example',
    RETENTION: 'request_log=soon',
    GROUPWRIGHT_DEMO: 'yes',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://collector.example',
    OTEL_EXPORTER_OTLP_HEADERS: 'hunter2',
    METRICS_TOKEN: 'short',
  });
  const takesAnyText = new Set<string>([
    'GROUPWRIGHT_DATA_DIR',
    'BACKUP_DIRECTORY',
    'BACKUP_S3_REGION',
    'IDENTITY_HEADER',
    'AZURE_FEDERATED_TOKEN_FILE',
  ]);
  assert.equal(faults.length, 33);
  assert.doesNotMatch(faults.join(' '), /hunter2/);
  for (const { name } of variables) {
    if (takesAnyText.has(name)) continue;
    assert.ok(
      faults.some((fault) => fault.includes(name)),
      name,
    );
  }
});

function startWith(env: Readonly<Record<string, string>>) {
  const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
  return spawnSync(process.execPath, [main], {
    env: { ...childEnvironment, ...env },
    encoding: 'utf8',
    timeout: 120_000,
  });
}

test('a start with wrong values ends at once and says each of them', () => {
  const { status, stderr } = startWith({ PORT: 'x', ROLES: 'cook', RATE_LIMIT: 'many' });
  assert.equal(status, 78);
  for (const said of [/PORT must be/, /ROLES can list only/, /RATE_LIMIT must be/]) {
    assert.match(stderr, said);
  }
});

test('a data directory that is none is said in a sentence', () => {
  const file = fileURLToPath(import.meta.url);
  const { status, stdout, stderr } = startWith({ PORT: '0', GROUPWRIGHT_DATA_DIR: file });
  assert.equal(status, 78);
  assert.match(stderr, /Set GROUPWRIGHT_DATA_DIR to a directory that this user may write/);
  assert.doesNotMatch(stdout + stderr, /\.ts:\d+/);
});

test('a fault never repeats what may be secret', () => {
  const faults = faultsOf({
    DATABASE_URL: 'postgre://user:hunter2@db/x',
    GROUPWRIGHT_ENCRYPTION_KEY: 'hunter2hunter2',
    BASE_URL: 'https://user:hunter2@x.example',
  });
  assert.equal(faults.length, 3);
  assert.doesNotMatch(faults.join(' '), /hunter2/);
});

test('wrong values of each kind are refused and right ones are read', () => {
  const wrong: readonly Record<string, string>[] = [
    { PORT: '-1' },
    { PORT: '1e3' },
    { ROLES: ',' },
    { PORT: '0x50' },
    { HOST: '999.1.1.1' },
    { HOST: 'a_b' },
    { RATE_LIMIT: '0' },
    { ADMIN_RATE_LIMIT: '0' },
    { RATE_LIMIT: '1.5' },
    { TRUSTED_PROXIES: '10.0.0.1/8/8' },
    { TRUSTED_PROXIES: '::1/129' },
    { BASE_URL: 'groups.example' },
    { BASE_URL: 'https://x.example/#a' },
    { DATABASE_URL: 'db.example' },
    { METRICS_TOKEN: 'short' },
    { METRICS_TOKEN: 'with a space in its middle' },
    { GROUPWRIGHT_ENCRYPTION_KEY: Buffer.alloc(31).toString('base64') },
  ];
  for (const env of wrong) assert.equal(faultsOf(env).length, 1, JSON.stringify(env));

  const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const config = readConfig({
    HOST: '::1',
    PORT: '0',
    RATE_LIMIT: 'OFF',
    ROLES: ' worker , worker ',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    WEBHOOK_NETWORKS: '10.1.0.0/16, Loopback',
    DATABASE_URL: 'postgresql://u:p@db.example/x',
    LOG_LEVEL: 'Debug',
    LOG_FORMAT: 'TEXT',
    GROUPWRIGHT_DEMO: 'off',
    GROUPWRIGHT_ENCRYPTION_KEY: keys.map((key) => key.toString('base64')).join(','),
    GROUPWRIGHT_DATA_DIR: '',
  });
  assert.equal(config.port, 0);
  assert.equal(config.rateLimitPerMinute, undefined);
  assert.deepEqual(config.roles, ['worker']);
  assert.deepEqual(config.trustedProxies, ['10.0.0.0/8', '::1']);
  assert.deepEqual(config.webhookNetworks, ['10.1.0.0/16', '127.0.0.0/8', '::1/128']);
  assert.equal(config.logLevel, 'debug');
  assert.equal(config.logFormat, 'text');
  assert.deepEqual(config.encryptionKeys, keys);
});

test('traces go to a collector, with headers whose values are percent-encoded', () => {
  assert.equal(readConfig({ OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }).tracing, undefined);
  const { tracing } = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318/',
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a%3D, x-tenant=b',
  });
  assert.deepEqual(tracing, {
    endpoint: 'http://collector.example:4318',
    headers: { authorization: 'Bearer a=', 'x-tenant': 'b' },
  });
  for (const headers of ['a', 'a b=c', 'a=%0A', 'a=%', '=b']) {
    assert.equal(faultsOf({ OTEL_EXPORTER_OTLP_HEADERS: headers }).length, 1, headers);
  }
});

test('the identity endpoint of the platform is read with its secret', () => {
  const address = 'http://127.0.0.1:41741/msi/token';
  assert.equal(readConfig({}).identityEndpoint, undefined);
  assert.deepEqual(
    readConfig({ IDENTITY_ENDPOINT: address, IDENTITY_HEADER: 'platform' }).identityEndpoint,
    { url: address, header: 'platform' },
  );
});

test('proxies are read in either case, the lower one first, and with their scheme', () => {
  assert.deepEqual(readConfig({}).proxies, {
    httpProxy: undefined,
    httpsProxy: undefined,
    noProxy: [],
  });
  const { proxies } = readConfig({
    HTTPS_PROXY: 'http://upper.example:1',
    https_proxy: 'https://me:p%40ss@lower.example:2',
    HTTP_PROXY: 'http://proxy.example:3128',
    no_proxy: 'a.example, .b.example,*.c.example d.example:443,10.0.0.0/8,fd00::/8,[::1]:80,::1,*',
  });
  assert.equal(proxies.httpsProxy, 'https://me:p%40ss@lower.example:2/');
  assert.equal(proxies.httpProxy, 'http://proxy.example:3128/');
  assert.equal(proxies.noProxy.length, 9);
  for (const without of ['proxy.example', 'proxy.example:3128', 'localhost:3128', '10.0.0.1']) {
    assert.match(faultsOf({ https_proxy: without }).join(), /HTTPS_PROXY .* with its scheme/);
  }
});

test('a variable of ours that is none is warned of, with what was meant', () => {
  const { warnings } = readConfig({ GROUPWRIGHT_DATADIR: 'x', GROUPWRIGHT_COLOUR: 'y', PATH: 'z' });
  assert.deepEqual(warnings, [
    'GROUPWRIGHT_COLOUR is not a variable of this service.',
    'GROUPWRIGHT_DATADIR is not a variable of this service; did you mean GROUPWRIGHT_DATA_DIR?',
  ]);
});

test('the variables of callers, set in the same shell, are no mistake', () => {
  const { warnings } = readConfig({
    GROUPWRIGHT_BASE_URL: 'http://127.0.0.1:8080',
    GROUPWRIGHT_TENANT_ID: 't',
    GROUPWRIGHT_KEY_ID: 'k',
    GROUPWRIGHT_SECRET: 's',
  });
  assert.deepEqual(warnings, []);
});

test('a service for others is warned of the demo, unless it was chosen', () => {
  const env = { BASE_URL: 'https://groups.example' };
  const [warning = '', ...others] = readConfig(env).warnings;
  assert.match(warning, /Set GROUPWRIGHT_DEMO=off in production\./);
  assert.deepEqual(others, []);
  assert.deepEqual(readConfig({ ...env, GROUPWRIGHT_DEMO: 'auto' }).warnings, []);
  assert.deepEqual(readConfig({ ...env, DATABASE_URL: 'postgres://x/y' }).warnings, []);
  assert.deepEqual(readConfig({}).warnings, []);
});

test('an address that leads beyond this machine by plain http is warned of, once', () => {
  const warningsOf = (BASE_URL: string, ADMIN_URL?: string) =>
    readConfig({
      BASE_URL,
      GROUPWRIGHT_DEMO: 'off',
      ...(ADMIN_URL !== undefined && { ADMIN_URL }),
    }).warnings.map((warning) => warning.split(' ', 1)[0]);
  for (const here of ['http://localhost:1', 'http://127.0.0.9', 'http://[::1]:8080']) {
    assert.deepEqual(warningsOf(here), [], here);
  }
  assert.deepEqual(warningsOf('https://groups.example'), []);
  assert.deepEqual(warningsOf('http://groups.example'), ['BASE_URL']);
  assert.deepEqual(warningsOf('http://127.0.0.1.example'), ['BASE_URL']);
  assert.deepEqual(warningsOf('https://groups.example', 'http://admin.example'), ['ADMIN_URL']);
  assert.deepEqual(warningsOf('http://groups.example', 'http://admin.example').length, 2);
});

test('a name that is nearly a setting is warned of, also without the prefix', () => {
  const misspelt = {
    TRUSTED_PROXY: 'TRUSTED_PROXIES',
    LOGLEVEL: 'LOG_LEVEL',
    rate_limit: 'RATE_LIMIT',
    ROLE: 'ROLES',
    DATABASE_URI: 'DATABASE_URL',
    METRIC_TOKEN_FILE: 'METRICS_TOKEN_FILE',
    MAX_WAIT_SECOND: 'MAX_WAIT_SECONDS',
    GROUPWRIGHT_ENCRYPTION_KEY_FIEL: 'GROUPWRIGHT_ENCRYPTION_KEY_FILE',
  };
  const others = ['PATH', 'HOSTNAME', 'HOME', 'USER', 'LOGNAME', 'ALL_PROXY', 'PGHOST', 'TERM'];
  const env = Object.fromEntries([...Object.keys(misspelt), ...others].map((name) => [name, 'x']));
  assert.deepEqual(
    readConfig(env).warnings.toSorted(),
    Object.entries(misspelt)
      .map(([name, meant]) => `${name} is not a variable of this service; did you mean ${meant}?`)
      .sort(),
  );
  const right = { METRICS_TOKEN_FILE: '', https_proxy: 'http://p', no_proxy: 'x' };
  assert.deepEqual(readConfig(right).warnings, []);
});

test('an address of the database has only parameters that the service obeys', () => {
  const file = fileURLToPath(import.meta.url);
  const read = (query: string, name = 'DATABASE_URL') =>
    faultsOf({
      DATABASE_URL: 'postgres://u:p@db.example/x',
      [name]: `postgres://u:p@db.example/x?${query}`,
    });
  for (const right of [
    `sslmode=verify-full&sslrootcert=${file}`,
    'sslmode=disable&application_name=x&target_session_attrs=read-write',
    'host=/run/postgresql&options=-c%20geqo%3Doff',
    'ssl=true',
  ]) {
    assert.deepEqual(read(right), [], right);
  }
  const wrong: readonly (readonly [string, RegExp])[] = [
    ['sslmod=verify-full', /"sslmod" .*did you mean sslmode\?/],
    ['sslrotcert=/x', /"sslrotcert" .*did you mean sslrootcert\?/],
    ['SSLMODE=verify-full', /did you mean sslmode\?/],
    ['conect_timeout=3', /"conect_timeout" that the service does not obey/],
    ['connect_timeout=3', /"connect_timeout" that the service does not obey/],
    ['channel_binding=require', /"channel_binding" that the service does not obey/],
    ['sslmode=banana', /has sslmode "banana"; it must be one of disable/],
    ['sslmode=allow', /has sslmode "allow"/],
    ['sslmode=', /has sslmode ""/],
    ['ssl=yes', /has ssl "yes"/],
    ['sslmode=verify-full&sslmode=disable', /has sslmode twice/],
    [
      'sslmode=verify-full&sslrootcert=/nowhere/ca.pem',
      /in sslrootcert that cannot be read \(ENOENT/,
    ],
  ];
  for (const name of ['DATABASE_URL', 'DATABASE_DIRECT_URL']) {
    for (const [query, said] of wrong) {
      const [fault = '', ...more] = read(query, name);
      assert.deepEqual([more, said.test(fault), fault.startsWith(name)], [[], true, true], fault);
    }
  }
  assert.doesNotMatch(faultsOf({ DATABASE_URL: 'postgres://u:1?hunter2@db/x' }).join(), /hunter2/);
});

test('a secret may be in a file, or a credential of systemd', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'groupwright-secrets-'));
  t.after(() => rmSync(directory, { recursive: true }));
  const put = (name: string, text: string) => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };
  const key = Buffer.alloc(32, 7).toString('base64');
  const values: Readonly<Record<string, string>> = {
    DATABASE_URL: 'postgres://u:hunter2@db.example/x',
    DATABASE_DIRECT_URL: 'postgres://u:hunter2@direct.example/x',
    GROUPWRIGHT_ENCRYPTION_KEY: key,
    HTTPS_PROXY: 'http://me:hunter2@proxy.example/',
    HTTP_PROXY: 'http://me:hunter2@other.example/',
    IDENTITY_HEADER: 'hunter2',
    OTEL_EXPORTER_OTLP_HEADERS: 'a=hunter2',
    METRICS_TOKEN: 'hunter2-hunter2-hunter2',
    BACKUP_S3_SECRET_ACCESS_KEY: 'hunter2',
  };
  assert.deepEqual(Object.keys(values), [...secretVariables]);
  const others = {
    IDENTITY_ENDPOINT: 'http://127.0.0.1/',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  };
  const direct = readConfig({ ...others, ...values });
  const files = Object.entries(values).map(([name, value]) => [
    `${name}_FILE`,
    put(name, `${value}\n`),
  ]);
  assert.deepEqual(readConfig({ ...others, ...Object.fromEntries(files) }), direct);
  assert.deepEqual(readConfig({ ...others, CREDENTIALS_DIRECTORY: directory }), direct);
  // The environment goes first, and a directory of credentials may have others.
  const { metricsToken } = readConfig({
    METRICS_TOKEN: 'of-the-environment',
    CREDENTIALS_DIRECTORY: directory,
  });
  assert.equal(metricsToken, 'of-the-environment');

  const METRICS_TOKEN_FILE = join(directory, 'METRICS_TOKEN');
  for (const [env, said] of [
    [{ METRICS_TOKEN: 'x'.repeat(20), METRICS_TOKEN_FILE }, /are both set/],
    [{ METRICS_TOKEN_FILE: join(directory, 'nowhere') }, /cannot be read \(ENOENT\)/],
    [{ METRICS_TOKEN_FILE: put('empty', '\n') }, /cannot be read \(it is empty\)/],
    [{ METRICS_TOKEN_FILE: put('short', 'hunter2') }, /METRICS_TOKEN must have/],
  ] as const) {
    const faults = faultsOf(env);
    assert.deepEqual([faults.length, said.test(faults.join())], [1, true], faults.join());
    assert.doesNotMatch(faults.join(), /hunter2/);
  }
});
