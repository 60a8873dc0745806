// The directory that holds the data: made whole or not at all, and refused when another release wrote it.
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { closeSync, constants, openSync } from 'node:fs';
import { readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { StartError } from '../ground/start-error.ts';
import { DatabaseStartError } from '../postgres/unavailable.ts';
import {
  canTraverse,
  makeDirectory,
  makePrivateDirectory,
  otherAccount,
  statIfThere,
} from './account.ts';
import type { Account } from './account.ts';
import { findProgram } from './program.ts';
import type { OtherProgram, Program } from './program.ts';

export const ownerRole = 'groupwright_owner';
/** The operating system's limit is 107 bytes, of which the file name takes 20. */
const maxSocketDirectoryBytes = 80;
const leftoverAgeMs = 5 * 60_000;

/** The paths of a cluster. */
export interface Location {
  /** The account that PostgreSQL runs under, where it is not ours. */
  readonly account: Account | undefined;
  /** The data itself. */
  readonly directory: string;
  /** False where PostgreSQL's account cannot pass through a directory above: then a descriptor is handed on. */
  readonly reachable: boolean;
  readonly socketDirectory: string;
  readonly logFile: string;
}

export interface Cluster extends Location {
  readonly program: Program;
}

export async function locateCluster(dataDirectory: string): Promise<Location> {
  const directory = join(dataDirectory, 'postgresql');
  const account = await otherAccount(directory);
  await makeDirectory(dataDirectory, account);
  const reachable = await canTraverse(directory, account);
  return {
    account,
    directory,
    reachable,
    socketDirectory: socketDirectory(dataDirectory, reachable),
    logFile: join(dataDirectory, 'postgresql.log'),
  };
}

/** Readies the directories and programs; makes the data on the first start. */
export async function openCluster(
  dataDirectory: string,
  options: { durable: boolean; program?: OtherProgram | undefined },
): Promise<Cluster> {
  const location = await locateCluster(dataDirectory);
  const { account, directory, reachable } = location;
  if (!reachable && process.platform !== 'linux') {
    throw new DatabaseStartError(
      `PostgreSQL does not run as root, and no other account can reach ${directory}. Choose another GROUPWRIGHT_DATA_DIR, run as an ordinary user, or set DATABASE_URL.`,
    );
  }
  const program = await findProgram(dataDirectory, account, options.program);
  const cluster: Cluster = { ...location, program };
  const written = await readVersion(directory);
  if (written === undefined) {
    await refuseLostData(dataDirectory);
    await initialise(dataDirectory, cluster, options.durable);
  } else if (written !== program.majorVersion) {
    throw new DatabaseStartError(
      `The data in ${directory} was written by PostgreSQL ${written}; this release runs PostgreSQL ${program.majorVersion}. Run operator upgrade-database, as docs/backup.md describes, or start the release that wrote it.`,
    );
  }
  return cluster;
}

/** A key or a leftover shows that there was a database. A restore or an upgrade was killed between its two renames: an empty database must not take the place of the data. */
async function refuseLostData(dataDirectory: string): Promise<void> {
  const names = await readdir(dataDirectory);
  const aside = names.filter((name) => name.startsWith('postgresql.before-')).sort();
  if (aside.length === 0) {
    if (!names.includes('encryption.key')) return;
    throw new StartError(
      `${dataDirectory} has the key of a database, encryption.key, but no database: the folder postgresql is missing. If it is on a volume, mount it; if it is lost, restore a backup. To begin with an empty database, move encryption.key elsewhere.`,
    );
  }
  throw new DatabaseStartError(
    `${dataDirectory} has no database, but ${aside.join(', ')}: a restore or an upgrade was cut short. Rename that directory to postgresql and run the command again, or move it elsewhere to begin with an empty database.`,
  );
}

/** The major version that wrote the data; undefined: there is none. */
export async function readVersion(directory: string): Promise<string | undefined> {
  try {
    return (await readFile(join(directory, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const entries = await readdir(directory).catch(() => []);
  if (entries.length === 0) return undefined;
  throw new DatabaseStartError(
    `${directory} contains files but no PostgreSQL data. Move them away, or choose another GROUPWRIGHT_DATA_DIR.`,
  );
}

/** It is in the data directory; where that path is too long for a socket, it is in a short private one named after it. */
function socketDirectory(dataDirectory: string, reachable: boolean): string {
  const beside = join(dataDirectory, 'run');
  if (reachable && Buffer.byteLength(beside) <= maxSocketDirectoryBytes) return beside;
  const name = createHash('sha256').update(dataDirectory).digest('hex').slice(0, 16);
  const elsewhere = join(tmpdir(), `groupwright-${process.getuid?.() ?? 0}-${name}`);
  return Buffer.byteLength(elsewhere) <= maxSocketDirectoryBytes
    ? elsewhere
    : join('/tmp', `groupwright-${process.getuid?.() ?? 0}-${name}`);
}

/** Leaves nothing behind in the directory for temporary files. */
export async function removeSocketDirectory({
  directory,
  socketDirectory,
}: Location): Promise<void> {
  if (dirname(socketDirectory) === dirname(directory)) return;
  // Another starter may be using it already.
  await rmdir(socketDirectory).catch(() => undefined);
}

/** Made under a passing name and then renamed, so that a start that was cut short leaves nothing half made. */
async function initialise(
  dataDirectory: string,
  cluster: Cluster,
  durable: boolean,
): Promise<void> {
  for (const name of await readdir(dataDirectory)) {
    if (!name.startsWith('postgresql.new-')) continue;
    const leftover = join(dataDirectory, name);
    const made = await statIfThere(leftover);
    // A young one may be another starter's.
    if (made && Date.now() - made.ctimeMs > leftoverAgeMs) {
      await rm(leftover, { recursive: true, force: true });
    }
  }
  const made = join(dataDirectory, `postgresql.new-${randomBytes(6).toString('hex')}`);
  await makePrivateDirectory(made, cluster.account);
  try {
    await runInitdb({ ...cluster, directory: made }, durable);
    await rename(made, cluster.directory);
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    // Another starter was faster.
    if ((await readVersion(cluster.directory)) === undefined) throw error;
  }
}

async function runInitdb(cluster: Cluster, durable: boolean): Promise<void> {
  const { code, output } = await withDataDirectory(cluster, async (path, descriptor) => {
    const child = spawn(
      join(cluster.program.directory, 'bin', 'initdb'),
      [
        `--pgdata=${path}`,
        `--username=${ownerRole}`,
        // Replaced before the first start.
        '--auth=reject',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      {
        ...spawnOptions(cluster),
        stdio: ['ignore', 'pipe', 'pipe', ...(descriptor === undefined ? [] : [descriptor])],
      },
    );
    let output = '';
    child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, output }));
    });
  });
  if (code === 0) return;
  const uid = cluster.account?.uid ?? process.getuid?.() ?? 0;
  const wayOut = output.includes('could not look up effective user ID')
    ? ` User ID ${uid} has no name on this machine: add it to /etc/passwd, or set DATABASE_URL.`
    : '';
  throw new DatabaseStartError(
    `PostgreSQL could not set up its data in ${cluster.directory}.${wayOut} Its output: ${output.trim()}`,
  );
}

/** The options with which every program of PostgreSQL is started. */
export function spawnOptions({ account, program }: Cluster) {
  return {
    // A separate session: Ctrl-C at the terminal must reach the service first, which then stops PostgreSQL.
    detached: true,
    cwd: '/',
    env: {
      PATH: process.env['PATH'] ?? '/usr/bin:/bin',
      LC_ALL: 'C',
      TZ: 'UTC',
      ...program.environment,
    },
    ...(account && { uid: account.uid, gid: account.gid }),
  };
}

/**
 * Names the data directory so that the child can open it. Where its account cannot pass through a directory
 * above, the child gets an open descriptor as number 3 and a path that leads through it.
 */
export async function withDataDirectory<T>(
  { directory, reachable }: Cluster,
  start: (path: string, descriptor: number | undefined) => T | Promise<T>,
): Promise<T> {
  if (reachable) return start(directory, undefined);
  const descriptor = openSync(directory, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return await start('/proc/self/fd/3', descriptor);
  } finally {
    closeSync(descriptor);
  }
}
