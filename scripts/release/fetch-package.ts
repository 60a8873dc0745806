// Gets a package from the registry through npm, with the version and the hash that a lockfile has.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** It belongs to the package's archive: `sha512-` and base64. */
  readonly integrity: string;
}

/** Unpacks the package into the directory. */
export function fetchPackage({ name, version, integrity }: LockedPackage, directory: string): void {
  mkdirSync(directory, { recursive: true });
  const options = ['--silent', '--prefer-offline', '--pack-destination', directory];
  // In another directory, because the workspace may have a package of this name.
  const archive = execFileSync('npm', ['pack', `${name}@${version}`, ...options], {
    cwd: directory,
    encoding: 'utf8',
  }).trim();
  const path = join(directory, archive);
  const digest = createHash('sha512').update(readFileSync(path)).digest('base64');
  if (`sha512-${digest}` !== integrity) {
    throw new Error(`${name} ${version} has another content than expected.`);
  }
  execFileSync('tar', ['-xzf', path, '-C', directory, '--strip-components=1', '--no-same-owner']);
  rmSync(path);
}
