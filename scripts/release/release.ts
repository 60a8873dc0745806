// `npm run release [-- --to DIR] [--sign KEY]`: writes everything of a release into one folder. The same commit gives the
// same bytes: times come from the commit, and archives are packed in order. KEY is an SSH key that signs the checksums: its
// file, or its public half if an agent or a security key has the private one.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  type Architecture,
  architectures,
  buildDebianPackage,
  platformPackages,
} from './debian-package.ts';
import { type InstalledPackage, readLockfile } from './lockfile.ts';
import { billOfMaterials } from './sbom.ts';
import { assembleServerPackage, packPackage, serverPackageName } from './server-package.ts';
import { readTemplate } from './template.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { values } = parseArgs({
  options: { to: { type: 'string', default: join(root, 'release') }, sign: { type: 'string' } },
});
const to = resolve(values.to);
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const time = Number(git('log', '-1', '--format=%ct'));
const lockfile = readLockfile(root);

function copyTemplates(from: string, target: string): void {
  for (const file of globSync('**/*', { cwd: join(root, 'deploy', from), withFileTypes: true })) {
    if (!file.isFile()) continue;
    const source = join(file.parentPath, file.name);
    const path = join(target, source.slice(join(root, 'deploy', from).length));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, readTemplate(source, { VERSION: version }));
  }
}

function packChart(work: string): void {
  copyTemplates('helm', join(work, 'helm'));
  const archive = join(to, `groupwright-chart-${version}.tgz`);
  const sameForAll = [
    '--sort=name',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=u+rw,go+r',
  ];
  const tar = [
    ...sameForAll,
    `--mtime=@${time}`,
    '-C',
    join(work, 'helm'),
    '-cf',
    '-',
    'groupwright',
  ];
  const bytes = execFileSync('tar', tar);
  writeFileSync(archive, execFileSync('gzip', ['-n', '-9'], { input: bytes }));
}

/** Beside each file that has packages of others inside. */
function writeBillOfMaterials(file: string, more: readonly InstalledPackage[] = []): void {
  const bill = billOfMaterials({
    name: serverPackageName,
    version,
    time: new Date(time * 1000),
    packages: [...lockfile.closure('packages/service'), ...more],
  });
  writeFileSync(`${file}.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
}

function writeChecksums(): void {
  const files = globSync('**/*', { cwd: to, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name))
    .sort();
  const lines = files.map((file) => {
    utimesSync(file, time, time);
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
    return `${digest}  ${file.slice(to.length + 1)}\n`;
  });
  writeFileSync(join(to, 'SHA256SUMS'), lines.join(''));
}

/** ssh-keygen verifies it on Linux, macOS and Windows; the key of a release can stay in hardware. */
function sign(key: string): void {
  const checksums = join(to, 'SHA256SUMS');
  execFileSync('ssh-keygen', ['-Y', 'sign', '-q', '-n', 'file', '-f', resolve(key), checksums], {
    stdio: 'inherit',
  });
  utimesSync(`${checksums}.sig`, time, time);
}

if (git('status', '--porcelain') !== '') {
  console.error(
    'There are changes that are not committed: the release would not be that of a commit.',
  );
  process.exitCode = 1;
}
rmSync(to, { recursive: true, force: true });
mkdirSync(to, { recursive: true });
const work = mkdtempSync(join(tmpdir(), 'groupwright-release-'));
try {
  const serverPackage = join(work, 'server');
  assembleServerPackage(root, serverPackage);
  writeBillOfMaterials(packPackage(serverPackage, to));
  for (const name of ['client', 'cli']) packPackage(join(root, 'packages', name), to);
  copyTemplates('container', join(to, 'container'));
  for (const architecture of Object.keys(architectures) as Architecture[]) {
    const path = buildDebianPackage({
      root,
      lockfile,
      version,
      serverPackage,
      architecture,
      time,
      work: join(work, architecture),
      to,
    });
    writeBillOfMaterials(path, Object.values(platformPackages(lockfile, architecture)));
    // The container's context is complete in itself.
    cpSync(path, join(to, 'container', basename(path)));
  }
  writeFileSync(
    join(to, 'compose.yaml'),
    readTemplate(join(root, 'deploy/compose.yaml'), { VERSION: version }),
  );
  packChart(work);
  copyFileSync(join(root, 'deploy/systemd/groupwright.service'), join(to, 'groupwright.service'));
  cpSync(join(root, 'deploy/monitoring'), join(to, 'monitoring'), { recursive: true });
  copyFileSync(join(root, 'CHANGELOG.md'), join(to, 'CHANGELOG.md'));
  writeChecksums();
  if (values.sign !== undefined) sign(values.sign);
  console.log(`Groupwright ${version} is in ${to}.`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
