// A whole release: the same commit gives the same bytes, npm installs the server into an empty folder, and the Debian
// package and the image's steps work in an empty Debian, where this machine can make one.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  canMakeDebian,
  makeDebian,
  removeUnmounted,
  runInDebian,
  withoutMounts,
} from './empty-debian.ts';
import { startReady } from './start-ready.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const architecture = process.arch === 'x64' ? 'amd64' : 'arm64';
const path = '/usr/sbin:/usr/bin:/sbin:/bin';

describe('a release', () => {
  let work: string;

  function release(name: string): string {
    const script = join(root, 'scripts/release/release.ts');
    // It ends with 1 if there are changes that are not committed. It writes the checksums at the very end.
    spawnSync(process.execPath, [script, '--to', join(work, name)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return readFileSync(join(work, name, 'SHA256SUMS'), 'utf8');
  }

  before(() => {
    work = mkdtempSync(join(tmpdir(), 'groupwright-release-'));
  });
  after(() => removeUnmounted(work));

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
    const program = join(project, 'node_modules/.bin/groupwright-server');
    const server = await startReady(
      { program, args: [] },
      {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: project,
        GROUPWRIGHT_DATA_DIR: join(project, 'data'),
      },
    );
    assert.equal(await server.stop(), 0, server.output());
  });

  const skip = !canMakeDebian && 'this takes root, debootstrap and setpriv';

  it(
    'installs in an empty Debian with dpkg, runs as its account, and leaves its data when it is removed',
    { skip },
    async () => {
      const debian = join(work, 'debian');
      makeDebian(debian);
      const file = `groupwright_${version}_${architecture}.deb`;
      cpSync(join(work, 'first', file), join(debian, file));
      runInDebian(debian, `dpkg --install /${file}`);
      const runuser = ['runuser', '-u', 'groupwright', '--', 'groupwright-server'];
      const server = await startReady(withoutMounts('chroot', debian, ...runuser), {
        PATH: path,
        HOST: '127.0.0.1',
        GROUPWRIGHT_DATA_DIR: '/var/lib/groupwright',
        GROUPWRIGHT_DEMO: 'off',
      });
      const created = runInDebian(debian, 'groupwright-operator tenant create --name Test');
      assert.match(created, /"Test" created/);
      assert.equal(await server.stop(), 0, server.output());
      runInDebian(debian, 'dpkg --purge groupwright');
      const left = runInDebian(debian, 'ls /usr/lib/groupwright /var/lib/groupwright 2>&1 || true');
      assert.match(left, /encryption/);
    },
  );

  it(
    'installs in an empty Debian by the steps of the Dockerfile, and runs there as its account',
    { skip },
    async () => {
      const debian = join(work, 'image');
      makeDebian(debian);
      cpSync(join(work, 'first/container'), join(debian, 'context'), { recursive: true });
      const dockerfile = readFileSync(join(debian, 'context/Dockerfile'), 'utf8');
      const steps = [...dockerfile.matchAll(/^RUN ((?:.*\\\n)*.*)$/gm)].map(([, step = '']) =>
        step.replace(/--mount=\S+ /, ''),
      );
      assert.equal(steps.length, 2);
      runInDebian(debian, [`TARGETARCH=${architecture}`, ...steps].join('\n'));
      const user = /^USER (\d+:\d+)$/m.exec(dockerfile)?.[1] ?? '';
      const args = [`--userspec=${user}`, debian, '/usr/bin/groupwright-server'];
      const server = await startReady(withoutMounts('chroot', ...args), {
        PATH: path,
        HOST: '127.0.0.1',
        GROUPWRIGHT_DATA_DIR: '/var/lib/groupwright',
        GROUPWRIGHT_DEMO: 'off',
      });
      const created = runInDebian(debian, 'groupwright-operator tenant create --name Test');
      assert.match(created, /"Test" created/);
      assert.equal(await server.stop(), 0, server.output());
    },
  );
});
