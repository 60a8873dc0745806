// A whole release: the same commit gives the same bytes, npm installs the server into an empty folder, and the Debian
// package and the image's steps work in an empty Debian, if debootstrap is installed and the test runs as root.
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../../packages/service/testing/eventually.ts';
import { freePort } from '../../packages/service/testing/free-port.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};

/** Starts it, waits until it is ready, and answers how to stop it and its exit code. */
async function startReady(program: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const port = String(await freePort());
  const server = spawn(program, args, { env: { ...env, PORT: port }, stdio: 'ignore' });
  const ended = once(server, 'exit');
  await eventually(async () => {
    assert.equal(server.exitCode, null);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    return answer?.status === 200;
  }, 'it is ready');
  return async () => {
    server.kill('SIGTERM');
    return (await ended)[0] as number | null;
  };
}

describe('a release', () => {
  let work: string;
  const release = (name: string) => {
    const script = join(root, 'scripts/release/release.ts');
    spawnSync(process.execPath, [script, '--to', join(work, name)], { stdio: 'inherit' });
    return readFileSync(join(work, name, 'SHA256SUMS'), 'utf8');
  };

  before(() => {
    work = mkdtempSync(join(tmpdir(), 'groupwright-release-'));
  });
  after(() => rmSync(work, { recursive: true, force: true }));

  it('has the same bytes each time, and its checksums are right', () => {
    assert.equal(release('first'), release('second'));
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: join(work, 'first') });
  });

  it('installs from npm into an empty folder, and starts there', async () => {
    const project = mkdtempSync(join(work, 'project-'));
    writeFileSync(join(project, 'package.json'), '{ "private": true }');
    const archive = join(work, 'first', `groupwright-server-${version}.tgz`);
    const options = ['--prefer-offline', '--no-audit', '--no-fund'];
    execFileSync('npm', ['install', ...options, archive], { cwd: project });
    const stop = await startReady(join(project, 'node_modules/.bin/groupwright-server'), [], {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: project,
      GROUPWRIGHT_DATA_DIR: join(project, 'data'),
    });
    assert.equal(await stop(), 0);
  });

  it('installs in an empty Debian by the steps of the Dockerfile, and runs there as its account', async (context) => {
    if (process.getuid?.() !== 0 || spawnSync('debootstrap', ['--version']).status !== 0) {
      context.skip('needs root and debootstrap');
      return;
    }
    const debian = join(work, 'debian');
    execFileSync('debootstrap', ['--variant=minbase', 'bookworm', debian], { stdio: 'ignore' });
    cpSync(join(work, 'first/container'), join(debian, 'context'), { recursive: true });
    const dockerfile = readFileSync(join(debian, 'context/Dockerfile'), 'utf8');
    const steps = [...dockerfile.matchAll(/^RUN ((?:.*\\\n)*.*)$/gm)].map(([, step = '']) =>
      step.replace(/--mount=\S+ /, ''),
    );
    assert.equal(steps.length, 2);
    const architecture = process.arch === 'x64' ? 'amd64' : 'arm64';
    const script = ['set -e', `TARGETARCH=${architecture}`, ...steps].join('\n');
    execFileSync('chroot', [debian, 'sh', '-c', script]);
    const user = /^USER (\d+:\d+)$/m.exec(dockerfile)?.[1] ?? '';
    // PostgreSQL keeps shared memory there. The devices are those of debootstrap: to remove a folder in which the
    // machine's own are mounted would remove those.
    mkdirSync(join(debian, 'dev/shm'), { recursive: true });
    chmodSync(join(debian, 'dev/shm'), 0o1777);
    const args = [`--userspec=${user}`, debian, '/usr/bin/groupwright-server'];
    const stop = await startReady('chroot', args, {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      HOST: '127.0.0.1',
      GROUPWRIGHT_DATA_DIR: '/var/lib/groupwright',
      GROUPWRIGHT_DEMO: 'off',
    });
    const operator = [debian, 'groupwright-operator', 'tenant', 'create', '--name', 'Test'];
    assert.match(execFileSync('chroot', operator, { encoding: 'utf8' }), /"Test" created/);
    assert.equal(await stop(), 0);
  });
});
