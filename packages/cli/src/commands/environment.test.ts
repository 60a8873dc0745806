// env, profiles, open, operator, --jq and webhook trigger, as a user runs them; and how soon a command starts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { commandFile, type Cli } from '../testing/cli.ts';
import { startCliService, type CliService } from '../testing/service.ts';

let service: CliService;
let cli: Cli;

before(async () => {
  service = await startCliService();
  ({ cli } = service);
});
after(() => service.close());

const names = ['BASE_URL', 'TENANT_ID', 'KEY_ID', 'SECRET'].map((name) => `GROUPWRIGHT_${name}`);

describe('env', () => {
  it('prints variables that a shell takes, from the sign-in or from a file', async () => {
    const { at, tenant } = service;
    const secret = `it's "$secret"`;
    const file = join(cli.home, 'quickstart.json');
    await writeFile(file, JSON.stringify({ ...tenant, baseUrl: at.address, secret }));
    const { stdout } = await cli.run(['env', '--from', file]);
    const shown = 'printf "%s" "$GROUPWRIGHT_KEY_ID $GROUPWRIGHT_SECRET"';
    const inShell = spawnSync('bash', ['-c', `eval "$1"; ${shown}`, 'bash', stdout], {
      encoding: 'utf8',
    });
    assert.equal(inShell.stdout, `${tenant.keyId} ${secret}`);
    const json = (await cli.json(['env'])) as Record<string, string>;
    assert.deepEqual(Object.keys(json), names);
    assert.equal(json['GROUPWRIGHT_BASE_URL'], at.address);
  });
});

describe('profiles', () => {
  it('keep several keys; the one of an option precedes the variables', async () => {
    const { at, tenant } = service;
    const otherKey = '0198b0a9-9a10-7f4b-9c3d-2b1a0f9e8d7c';
    for (const [profile, key] of [
      ['staging', tenant.keyId],
      ['production', otherKey],
    ] as const) {
      const options = ['--base-url', at.address, '--tenant', tenant.tenantId, '--key', key];
      const login = ['login', '--profile', profile, '--no-check', ...options];
      assert.equal((await cli.run(login, tenant.secret)).code, 0);
    }
    const listed = await cli.run(['profiles', '--jq', '.[] | .profile + " " + .keyId']);
    assert.equal(listed.stdout, `production ${otherKey}\nstaging ${tenant.keyId}\n`);
    assert.ok(!(await cli.run(['profiles', '--json'])).stdout.includes(tenant.secret));
    const list = ['organisation', 'list', '--jq', '.[0].identifier', '--profile'];
    assert.equal((await cli.run([...list, 'staging'])).stdout, 'aare\n');
    assert.equal((await cli.run([...list, 'production'])).code, 3);
    assert.equal((await cli.run([...list, '../../etc'])).code, 2);
  });
});

describe('open', () => {
  it('prints the address of a page where there is no terminal', async () => {
    const { at, tenant } = service;
    for (const [page, path] of [
      [[], '/docs'],
      [['admin'], `/admin/${tenant.tenantId}`],
    ] as const) {
      const { stdout, code } = await cli.run(['open', ...page]);
      assert.deepEqual([stdout, code], [`${at.address}${path}\n`, 0]);
    }
  });
});

describe('operator', () => {
  it('is the operator command of the service, with its options and exit codes', async () => {
    const { stdout, stderr, code } = await cli.runProcess(['operator', 'key', 'create']);
    assert.deepEqual([stdout, code], ['', 2]);
    assert.match(stderr, /required option '--name <name>' not specified/);
  });
});

describe('--jq', () => {
  it('prints the parts that an expression selects, and names a fault of it', async () => {
    const teamId = await service.create('filtered');
    const shown = await cli.run(['team', 'show', 'filtered', '--jq', '.teamId, (.members|length)']);
    assert.match(shown.stdout, new RegExp(`^${teamId}\n\\d+\n$`));
    const change = ['team', 'change', 'filtered', '--description', 'Followed'];
    const changed = await cli.run([...change, '--jq', '.status']);
    assert.deepEqual([changed.stdout, changed.code], ['succeeded\n', 0]);
    const handOver = ['person', 'handover', 'mara@aare.example', '--to', 'lena@aare.example'];
    const handedOver = await cli.run([...handOver, '--yes', '--jq', '.accepted']);
    assert.deepEqual([handedOver.stdout, handedOver.code], ['1\n', 0]);
    const faulty = await cli.run(['team', 'show', 'filtered', '--jq', '.[']);
    assert.equal(faulty.code, 2);
    assert.match(faulty.stderr, /--jq \.\[/);
  });
});

describe('webhook trigger', () => {
  it('sends a sample of each type that a receiver verifies', async () => {
    const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
    const listener = cli.start(['webhook', 'listen', '--port', '0', '--json', '--secret', secret]);
    assert.ok(listener.stderr !== null && listener.stdout !== null);
    const [line] = (await once(createInterface(listener.stderr), 'line')) as [string];
    const [to = ''] = /http:\S+/.exec(line) ?? [];
    const received = createInterface(listener.stdout);
    const types = (await cli.json(['webhook', 'trigger'])) as string[];
    assert.ok(types.includes('task.decided') && types.includes('webhook.test'));
    const next = once(received, 'line') as Promise<[string]>;
    const args = ['webhook', 'trigger', 'group.failed', '--to', to, '--secret', secret];
    const sent = await cli.run(args);
    assert.deepEqual([sent.code, sent.stderr], [0, '']);
    const event = JSON.parse((await next)[0]) as { type: string; data: { error: object } };
    assert.equal(event.type, 'group.failed');
    assert.ok(event.data.error);
    const other = `whsec_${Buffer.alloc(24, 6).toString('base64')}`;
    assert.equal((await cli.run([...args.slice(0, -1), other])).code, 5);
    assert.equal((await cli.run(['webhook', 'trigger', 'group.renamed'])).code, 2);
    listener.kill('SIGINT');
  });
});

describe('output', () => {
  it('that cannot be written ends the command with a sentence and exit code 1', (context) => {
    if (process.platform !== 'linux') {
      context.skip('/dev/full is of Linux');
      return;
    }
    for (const args of [['--help'], ['profiles', '--json']]) {
      const full = openSync('/dev/full', 'w');
      const { status, stderr } = spawnSync(process.execPath, [commandFile, ...args], {
        encoding: 'utf8',
        env: cli.env,
        stdio: ['ignore', full, 'pipe'],
      });
      assert.equal(status, 1);
      assert.match(stderr, /^The output could not be written \(ENOSPC: [^\n]+\)\.\n$/);
    }
  });
});

describe('a start', () => {
  it('takes less than 300 ms of processor time, once the command was started before', () => {
    const report = `process.on('exit', () => {
      const { user, system } = process.cpuUsage();
      process.stderr.write(String((user + system) / 1000));
    });`;
    const starts = Array.from({ length: 4 }, () => {
      const args = ['--import', `data:text/javascript,${encodeURIComponent(report)}`, commandFile];
      const { stderr } = spawnSync(process.execPath, [...args, '--version'], {
        encoding: 'utf8',
        env: cli.env,
      });
      return Number(stderr);
    });
    const [, ...later] = starts;
    assert.ok(Math.min(...later) < 300, `${starts.join(', ')} ms`);
  });
});
