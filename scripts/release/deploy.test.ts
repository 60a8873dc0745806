// The files of deploy/ agree with the service: settings, paths, accounts and probes.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { variables } from '../../packages/service/src/ground/config/variables.ts';
import { eventually } from '../../packages/service/testing/eventually.ts';
import { isRunning } from '../../packages/service/testing/is-running.ts';
import { readTemplate } from './template.ts';

const deploy = fileURLToPath(new URL('../../deploy/', import.meta.url));
const read = (path: string) => readTemplate(join(deploy, path), { VERSION: '1.2.3' });

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        environment: Record<string, unknown>;
        env_file?: unknown;
        deploy?: { replicas: number };
      }
    >
  >;
}

function composeServices() {
  return (parse(read('compose.yaml'), { merge: true }) as Compose).services;
}

test('deploy/ sets no variable that the service does not have', () => {
  const { api, worker } = composeServices();
  const capitals =
    /\b(?:Environment=|^#?|name: |key: |ENV |^ {4})([A-Z][A-Z_]+)(?==|, value| \}|:)/gm;
  const files = ['container/Dockerfile', 'systemd/groupwright.service', 'debian/groupwright.env']
    .map(read)
    .join('\n');
  const found = [
    ...Object.keys({ ...api?.environment, ...worker?.environment }),
    ...[...files.matchAll(/(?:Environment=|^#?|ENV |^ {4})([A-Z][A-Z_]+)=/gm)].map(
      ([, name = '']) => name,
    ),
    ...[...read('helm/groupwright/templates/_helpers.tpl').matchAll(capitals)].map(
      ([, name = '']) => name,
    ),
  ];
  const known = new Set<string>(variables.map(({ name }) => name));
  assert.ok(found.length > 12, String(found));
  assert.deepEqual(
    [...new Set(found)].filter((name) => !known.has(name) && name !== 'ROLES'),
    [],
  );
});

test('compose.yaml runs the API and two workers on one database, with secrets from outside', () => {
  const { api, worker, database } = composeServices();
  assert.equal(api?.environment['ROLES'], 'api');
  assert.equal(worker?.environment['ROLES'], 'worker');
  assert.equal(worker.deploy?.replicas, 2);
  assert.equal(api.environment['DATABASE_URL'], worker.environment['DATABASE_URL']);
  for (const secret of ['POSTGRES_PASSWORD', 'GROUPWRIGHT_ENCRYPTION_KEY']) {
    const values = [api, database].flatMap((service) =>
      Object.values(service?.environment ?? {}).map(String),
    );
    assert.ok(
      values.some((value) => value.includes(`\${${secret}:?}`)),
      secret,
    );
  }
});

test('the image runs as an account with a number, and knows whether it is healthy', () => {
  const dockerfile = read('container/Dockerfile');
  const user = /^USER (\d+):(\d+)$/m.exec(dockerfile)?.[1];
  assert.match(dockerfile, new RegExp(`useradd --uid ${user} `));
  assert.match(read('helm/groupwright/templates/_helpers.tpl'), new RegExp(`runAsUser: ${user}\n`));
  assert.match(dockerfile, /^HEALTHCHECK .*\\\n {2}CMD \[.*healthcheck\.js"\]$/m);
  assert.match(dockerfile, /groupwright_1\.2\.3_\$\{TARGETARCH\}\.deb/);
});

test('systemd accepts the unit, and rates its sandbox as safe', async (context) => {
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) {
    context.skip('there is no systemd-analyze here');
    return;
  }
  const rootDirectory = await mkdtemp(join(tmpdir(), 'groupwright-unit-'));
  context.after(() => rm(rootDirectory, { recursive: true }));
  const units = join(rootDirectory, 'lib/systemd/system');
  await mkdir(units, { recursive: true });
  await mkdir(join(rootDirectory, 'usr/bin'), { recursive: true });
  await writeFile(join(rootDirectory, 'usr/bin/groupwright-server'), '');
  await chmod(join(rootDirectory, 'usr/bin/groupwright-server'), 0o755);
  await copyFile(join(deploy, 'systemd/groupwright.service'), join(units, 'groupwright.service'));
  for (const target of globSync(
    '/lib/systemd/system/{sysinit,basic,shutdown,multi-user,network-online}.target',
  )) {
    await copyFile(target, join(units, basename(target)));
  }
  const analyze = (...args: string[]) =>
    spawnSync('systemd-analyze', [...args, `--root=${rootDirectory}`, 'groupwright.service'], {
      encoding: 'utf8',
    });
  const verified = analyze('verify');
  assert.deepEqual([verified.status, verified.stderr], [0, '']);
  const { stdout } = analyze('security', '--offline=true');
  const [, exposure = '10'] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
  assert.ok(Number(exposure) < 2, stdout);
});

test('groupwright-operator has the settings of groupwright.env, above the data directory of the package', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'groupwright-operator-'));
  context.after(() => rm(directory, { recursive: true }));
  const settings = join(directory, 'groupwright.env');
  const script = read('debian/groupwright-operator')
    .replace('[ "$(id -u)" = 0 ]', 'false')
    .replace('/usr/lib/groupwright/node/bin/node', process.execPath)
    .replace('/usr/lib/groupwright/defaults.env', join(deploy, 'debian/defaults.env'))
    .replace('/etc/groupwright/groupwright.env', settings)
    .replace(
      '/usr/lib/groupwright/bin/groupwright-server.js',
      '-p "process.env.GROUPWRIGHT_DATA_DIR"',
    );
  const dataDirectory = async (text: string) => {
    await writeFile(settings, text);
    const env = { PATH: process.env['PATH'] };
    const { stdout, stderr } = spawnSync('sh', ['-c', script], { encoding: 'utf8', env });
    assert.equal(stderr, '');
    return stdout.trim();
  };
  assert.equal(await dataDirectory('#DATABASE_URL=\n'), '/var/lib/groupwright');
  assert.equal(
    await dataDirectory('GROUPWRIGHT_DATA_DIR="/srv/groupwright"\n'),
    '/srv/groupwright',
  );
  assert.match(
    read('systemd/groupwright.service'),
    /^Environment=GROUPWRIGHT_DATA_DIR=\/var\/lib\/groupwright$/m,
  );
});

test('the health check of a container asks the address on which the service listens', async (context) => {
  const check = join(deploy, '../packages/service/bin/healthcheck.js');
  const codes: (number | null)[] = [];
  for (const [listensOn, host] of [
    ['127.0.0.1', '0.0.0.0'],
    ['127.0.0.2', '127.0.0.2'],
    ['127.0.0.2', '0.0.0.0'],
  ] as const) {
    const server = createServer((_request, response) => response.end());
    server.listen(0, listensOn);
    await once(server, 'listening');
    context.after(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const child = spawn(process.execPath, [check], {
      env: { HOST: host, PORT: `${port}` },
      stdio: 'ignore',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    codes.push(code);
  }
  assert.deepEqual(codes, [0, 0, 1]);
});

test('a template without a value for one of its places is refused', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'groupwright-template-'));
  context.after(() => rm(directory, { recursive: true }));
  const path = join(directory, 'file');
  await writeFile(path, 'Version: %VERSION%\nExecStart=%h\n');
  assert.equal(readTemplate(path, { VERSION: '1' }), 'Version: 1\nExecStart=%h\n');
  assert.throws(() => readTemplate(path, {}), /has %VERSION%, which has no value/);
  assert.ok((await readFile(path, 'utf8')).length > 0);
});

test('a launcher of an old Node that is killed takes its service with it', async (context) => {
  const directory = await mkdtemp(join(tmpdir(), 'groupwright-launcher-'));
  context.after(() => rm(directory, { recursive: true }));
  for (const path of ['bin', 'dist', `node_modules/node-${process.platform}-${process.arch}/bin`]) {
    await mkdir(join(directory, path), { recursive: true });
  }
  const node = join(directory, `node_modules/node-${process.platform}-${process.arch}`);
  await writeFile(join(node, 'package.json'), '{}');
  await symlink(process.execPath, join(node, 'bin/node'));
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }');
  const launcher = join(directory, 'bin/groupwright-server.js');
  await copyFile(join(deploy, '../packages/service/bin/groupwright-server.js'), launcher);
  await writeFile(
    join(directory, 'dist/main.js'),
    `import { writeFileSync } from 'node:fs';
    process.on('SIGTERM', () => {
      writeFileSync(${JSON.stringify(join(directory, 'stopped'))}, '');
      process.exit();
    });
    setInterval(() => {}, 1_000);
    console.log(process.pid);`,
  );
  const old = `Object.defineProperty(process.versions, 'node', { value: '20.1.0' })`;
  const importOld = `data:text/javascript,${encodeURIComponent(old)}`;
  const child = spawn(process.execPath, ['--import', importOld, launcher], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const service = Number(String(line));
  assert.notEqual(service, child.pid);
  child.kill('SIGKILL');
  await eventually(() => existsSync(join(directory, 'stopped')), 'the service was told to stop');
  await eventually(() => !isRunning(service), 'the service has ended');
});

test('every setting of .env reaches the services of compose.yaml, and the address of the container stays', () => {
  const { api, worker } = composeServices();
  for (const service of [api, worker]) {
    assert.deepEqual(service?.env_file, [{ path: '.env', required: false }]);
    assert.deepEqual(
      [service?.environment['HOST'], service?.environment['PORT']],
      ['0.0.0.0', 8080],
    );
  }
});

test('the chart knows all its values, and refuses others', () => {
  const schema = JSON.parse(read('helm/groupwright/values.schema.json')) as Schema;
  const values = parse(read('helm/groupwright/values.yaml')) as object;
  assertListed(schema, values, schema, '');
});

interface Schema {
  readonly $ref?: string;
  readonly additionalProperties?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

function assertListed(schema: Schema, values: object, root: Schema, path: string): void {
  if (schema.properties === undefined) return;
  assert.equal(schema.additionalProperties, false, path);
  for (const [name, value] of Object.entries(values) as [string, unknown][]) {
    const listed = schema.properties[name];
    assert.ok(listed, `${path}${name} is not in the schema`);
    const definition = listed.$ref?.replace('#/definitions/', '');
    const found = definition === undefined ? listed : root.definitions?.[definition];
    if (found !== undefined && typeof value === 'object' && value !== null) {
      assertListed(found, value, root, `${path}${name}.`);
    }
  }
}
