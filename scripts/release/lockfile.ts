// The packages that the lockfile names, and which of them the service needs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LockedPackage } from './fetch-package.ts';

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A package that is installed below the repository. */
export interface InstalledPackage extends LockedPackage {
  /** Such as `node_modules/fastify`. */
  readonly path: string;
  readonly license: string | undefined;
}

export interface Lockfile {
  /** The packages that the workspace needs when it runs, sorted by path, without its optional ones. */
  closure(workspace: string): readonly InstalledPackage[];
  /** A package by its path. */
  get(path: string): InstalledPackage;
}

export function readLockfile(root: string): Lockfile {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Entry>>;
  };

  /** As Node resolves: beside the dependent package, then beside those that contain it. */
  function find(from: string, name: string): string | undefined {
    for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
      const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`;
      if (packages[path] !== undefined) return path;
      if (at === '') return undefined;
    }
  }

  function get(path: string): InstalledPackage {
    const { version, integrity, license } = packages[path] ?? {};
    if (version === undefined || integrity === undefined) {
      throw new Error(`package-lock.json has no version or hash of ${path}.`);
    }
    return { path, name: path.replace(/^.*node_modules\//, ''), version, integrity, license };
  }

  return {
    get,
    closure(workspace) {
      const paths = new Set<string>();
      const add = (from: string, entry: Entry): void => {
        for (const name of Object.keys(entry.dependencies ?? {})) {
          const path = find(from, name);
          if (path === undefined) throw new Error(`${name}, which ${from} needs, is missing.`);
          if (paths.has(path)) continue;
          paths.add(path);
          add(path, packages[path] ?? {});
        }
      };
      add(workspace, packages[workspace] ?? {});
      return [...paths].sort().map(get);
    },
  };
}
