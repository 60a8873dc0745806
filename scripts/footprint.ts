// How much disk space an installation takes.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Space on disk as `du` reports it, in units of 1024 × 1024 bytes. Each file counts once. */
export function megabytes(paths: readonly string[]): number {
  const output = execFileSync('du', ['-skc', ...paths], { encoding: 'utf8' });
  return Number(output.trimEnd().split('\n').at(-1)?.split('\t')[0]) / 1024;
}

/** Directories of the packages that `npm ci --omit=dev` leaves in place, relative to the repository. */
export function installedWithoutDev(root: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path]) => path)
    .filter((path) => existsSync(join(root, path)));
}
